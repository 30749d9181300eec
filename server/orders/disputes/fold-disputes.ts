import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { publishStoreEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import { readDispute, settledState, type DisputeFact } from './disputes.rules.ts'

interface DisputedOrder {
  readonly store_id: string
  readonly id: string
  readonly platform: string
  readonly merchant_id: string
  readonly gross_cents: number
  readonly business_day: string
}

/**
 * Applies the disputes that an order's events open or settle. The state depends only on the set of
 * events: a settlement that arrives before its opening waits in the timeline, repeats change nothing,
 * and a settled dispute is never reopened.
 */
export async function foldDisputes(
  tx: Transaction<Cell>,
  order: DisputedOrder,
  facts: readonly DisputeFact[],
  now: Date,
): Promise<void> {
  const opened = facts.filter((fact) => fact.type === 'DISPUTE_OPENED')
  const settlements = facts.filter((fact) => fact.type === 'DISPUTE_SETTLED')
  if (opened.length === 0) return
  let changed = false
  const seen = new Set<string>()
  for (const fact of opened.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const dispute = readDispute(fact, order.gross_cents)
    if (!dispute || seen.has(dispute.disputeId)) continue
    // Sent again, perhaps with less: the first one counts.
    seen.add(dispute.disputeId)
    const settled = settledState(dispute, settlements)
    const { rows } = await sql`
      insert into disputes as d (store_id, id, source, partner_id, order_id, merchant_id, kind, handshake_type, message,
          asked_cents, opened_at, business_day, expires_at, timeout_action, reasons, alternatives, state, settled_at,
          lost_cents, saved_cents)
        values (${order.store_id}, ${uuidv7()}, ${order.platform}, ${dispute.disputeId}, ${order.id}, ${order.merchant_id}, ${dispute.kind},
          ${dispute.handshakeType}, ${dispute.message}, ${dispute.askedCents}, ${dispute.openedAt},
          running_day(${order.store_id}::uuid, ${dispute.openedAt}::timestamptz), ${dispute.expiresAt}, ${dispute.timeoutAction},
          ${dispute.reasons}::text[], ${JSON.stringify(dispute.alternatives)}::jsonb, ${settled?.state ?? 'open'}, ${settled?.at ?? null},
          ${settled?.lostCents ?? 0}, ${settled?.savedCents ?? 0})
      on conflict on constraint disputes_partner_key do update set
        state = excluded.state, settled_at = excluded.settled_at, lost_cents = excluded.lost_cents,
        saved_cents = excluded.saved_cents, version = d.version + 1
        -- Reading the opening event again does not undo our pending answer.
        where excluded.state <> 'open' and (d.state, d.lost_cents, d.saved_cents) is distinct from
          (excluded.state, excluded.lost_cents, excluded.saved_cents)
      returning 1`.execute(tx)
    changed ||= rows.length > 0
  }
  if (changed) publishStoreEvent(tx, order.store_id, 'disputes', now)
}

/** Marks the order's day for closing again: disputes changed although the order did not. */
export async function markOldDay(tx: Transaction<Cell>, order: DisputedOrder, now: Date): Promise<void> {
  // Closing runs hours behind, so a day that is not over needs no mark.
  if (order.business_day >= now.toISOString().slice(0, 10)) return
  await sql`select mark_stale(array[${order.store_id}::uuid], array[${order.business_day}::date])`.execute(tx)
}
