import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { publishStoreEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import {
  boundedLosses,
  isOddFact,
  openedDisputes,
  settledState,
  settlementsOf,
  type DisputeFact,
} from './disputes.rules.ts'
import { paidCents, type RefundableOrder, type RefundCause } from './refunds.rules.ts'

interface DisputedOrder extends RefundableOrder {
  readonly store_id: string
  readonly id: string
  readonly platform: string
  readonly merchant_id: string
  readonly business_day: string
}

/**
 * Applies the disputes that an order's events open or settle, and returns what they gave back. The state depends only on
 * the set of events: a settlement that arrives before its opening waits in the timeline, repeats change nothing,
 * and a settled dispute is never reopened.
 */
export async function foldDisputes(
  tx: Transaction<Cell>,
  order: DisputedOrder,
  facts: readonly DisputeFact[],
  now: Date,
): Promise<readonly RefundCause[]> {
  if (facts.some(isOddFact))
    reportOddRow({ kind: 'dispute', storeId: order.store_id, id: order.id, shown: false })
  const disputes = openedDisputes(facts, paidCents(order))
  const settlements = settlementsOf(facts)
  const settled = disputes.flatMap((dispute) => {
    const end = settledState(dispute, settlements)
    return end ? [{ ...dispute, end }] : []
  })
  const losses = boundedLosses(settled, paidCents(order))
  let changed = false
  for (const dispute of disputes) {
    const end = settled.find((one) => one.disputeId === dispute.disputeId)?.end ?? null
    const lost = losses.get(dispute.disputeId) ?? 0
    const saved = end && end.state !== 'countered' ? dispute.askedCents - lost : 0
    const { rows } = await sql`
      insert into disputes as d (store_id, id, source, partner_id, order_id, merchant_id, kind, handshake_type, message,
          asked_cents, asked_exact, opened_at, business_day, expires_at, timeout_action, reasons, alternatives, claims, photos, state, settled_at,
          lost_cents, saved_cents)
        values (${order.store_id}, ${uuidv7()}, ${order.platform}, ${dispute.disputeId}, ${order.id}, ${order.merchant_id}, ${dispute.kind},
          ${dispute.handshakeType}, ${dispute.message}, ${dispute.askedCents}, ${dispute.askedExact}, ${dispute.openedAt},
          running_day(${order.store_id}::uuid, ${dispute.openedAt}::timestamptz), ${dispute.expiresAt}, ${dispute.timeoutAction},
          ${dispute.reasons}::text[], ${JSON.stringify(dispute.alternatives)}::jsonb, ${JSON.stringify(dispute.claims)}::jsonb,
          ${dispute.photos}::text[], ${end?.state ?? 'open'}, ${end?.at ?? null},
          ${lost}, ${saved})
      on conflict on constraint disputes_partner_key do update set
        asked_cents = excluded.asked_cents, asked_exact = excluded.asked_exact, alternatives = excluded.alternatives,
        -- Reading the opening event again does not undo our pending answer.
        state = case excluded.state when 'open' then d.state else excluded.state end,
        settled_at = excluded.settled_at, lost_cents = excluded.lost_cents,
        saved_cents = excluded.saved_cents, version = d.version + 1
        where (d.asked_cents, d.asked_exact, d.alternatives) is distinct from
          (excluded.asked_cents, excluded.asked_exact, excluded.alternatives)
          or excluded.state <> 'open' and (d.state, d.lost_cents, d.saved_cents) is distinct from
          (excluded.state, excluded.lost_cents, excluded.saved_cents)
      returning 1`.execute(tx)
    changed ||= rows.length > 0
  }
  if (changed) publishStoreEvent(tx, order.store_id, 'disputes', now)
  return settled.map(({ disputeId, message, end }) => ({
    source: 'dispute',
    cause: disputeId,
    at: end.at,
    reason: message ?? 'Negociação',
    actor: null,
    cents: losses.get(disputeId) ?? 0,
  }))
}

/** Marks the order's day for closing again: disputes changed although the order did not. */
export async function markOldDay(tx: Transaction<Cell>, order: DisputedOrder, now: Date): Promise<void> {
  // Closing runs hours behind, so a day that is not over needs no mark.
  if (order.business_day >= now.toISOString().slice(0, 10)) return
  await sql`select mark_stale(array[${order.store_id}::uuid], array[${order.business_day}::date])`.execute(tx)
}
