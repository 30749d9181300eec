import type { saveChannelFees as saveRoute } from '../../contract/integrations/integrations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { channelView } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'

/** Orders that come in from now on are estimated by them (channelTerms). */
export async function saveChannelFees(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const { type, fees, seen } = body
  linkingOf(deps, type)
  const of = { storeId, type }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('integrations')
      .select(['status', 'commission_bps', 'payment_fee_bps'])
      .where('store_id', '=', storeId)
      .where('type', '=', type)
      .forUpdate()
      .executeTakeFirst()
    if (row?.status !== 'active') throw new AppError('integration/not-connected')
    const before = { commissionBps: row.commission_bps, paymentFeeBps: row.payment_fee_bps }
    if (before.commissionBps !== seen.commissionBps || before.paymentFeeBps !== seen.paymentFeeBps)
      throw new AppError('integration/stale-fees', { current: await channelView(tx, deps, of, now) })
    await tx
      .updateTable('integrations')
      .set({ commission_bps: fees.commissionBps, payment_fee_bps: fees.paymentFeeBps })
      .where('store_id', '=', storeId)
      .where('type', '=', type)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'integration/fees-saved',
      storeId,
      subject: type,
      details: { before, after: fees },
      requestId,
      at: now,
    })
    return channelView(tx, deps, of, now)
  })
}
