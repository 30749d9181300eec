import { sql, type Transaction } from 'kysely'
import type {
  ChannelFees,
  removeChannelFees as removeRoute,
  saveChannelFees as saveRoute,
} from '../../contract/integrations/fees.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { feesView } from './fees.reads.ts'
import type { StoreType } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'

/** Orders that come in from its first day on are estimated by it (channelTerms). */
export async function saveChannelFees(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const { type, fromDay, fees, version } = body
  linkingOf(deps, type)
  const of = { storeId, type }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { before, today } = await takeTurn(tx, of, { fromDay, version, now })
    if (fromDay < today) throw new AppError('integration/fees-begun')
    await sql`
      insert into channel_fees (store_id, type, from_day, commission_bps, payment_fee_bps, monthly_fee_cents, same_prices,
        saved_by, saved_at)
      values (${storeId}, ${type}, ${fromDay}, ${fees.commissionBps}, ${fees.paymentFeeBps}, ${fees.monthlyFeeCents},
        ${fees.samePrices}, ${caller.name}, ${now})
      on conflict (store_id, type, from_day) do update set commission_bps = excluded.commission_bps,
        payment_fee_bps = excluded.payment_fee_bps, monthly_fee_cents = excluded.monthly_fee_cents,
        same_prices = excluded.same_prices, saved_by = excluded.saved_by, saved_at = excluded.saved_at`.execute(
      tx,
    )
    await audit(tx, {
      actorUid: caller.uid,
      action: 'integration/fees-saved',
      storeId,
      subject: type,
      details: { before, after: { ...fees, fromDay } },
      requestId,
      at: now,
    })
    return feesView(tx, of, now)
  })
}

/** Only of a day that has not come: what held is kept. */
export async function removeChannelFees(call: Call<typeof removeRoute>): Promise<Reply<typeof removeRoute>> {
  const { deps, caller, storeId, query, now, requestId } = call
  const { type, fromDay } = query
  linkingOf(deps, type)
  const of = { storeId, type }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { before, today } = await takeTurn(tx, of, { fromDay, version: Number(query.version), now })
    if (fromDay <= today) throw new AppError('integration/fees-begun')
    await sql`
      delete from channel_fees
      where store_id = ${storeId} and type = ${type} and from_day = ${fromDay}`.execute(tx)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'integration/fees-removed',
      storeId,
      subject: type,
      details: { before },
      requestId,
      at: now,
    })
    return feesView(tx, of, now)
  })
}

interface Turn {
  readonly fromDay: string
  /** Of the list that the person saw. */
  readonly version: number
  readonly now: Date
}

/**
 * `before`: what held on that day until now; null: nothing was agreed. `today`: the running business day.
 * integration/not-connected, integration/stale-fees
 */
async function takeTurn(
  tx: Transaction<Cell>,
  of: StoreType,
  { fromDay, version, now }: Turn,
): Promise<{ readonly before: (ChannelFees & { fromDay: string | null }) | null; readonly today: string }> {
  const taken = await tx
    .updateTable('integrations')
    .set((row) => ({ fees_version: row('fees_version', '+', 1) }))
    .where('store_id', '=', of.storeId)
    .where('type', '=', of.type)
    .where('status', '=', 'active')
    .where('fees_version', '=', version)
    .executeTakeFirst()
  const view = await feesView(tx, of, now)
  if (taken.numUpdatedRows === 0n) throw new AppError('integration/stale-fees', { current: view })
  const { today, contracts } = view
  const held = contracts.find((one) => one.fromDay === null || one.fromDay <= fromDay)
  if (!held) return { before: null, today }
  const { savedAt: _at, savedBy: _by, ...before } = held
  return { before, today }
}
