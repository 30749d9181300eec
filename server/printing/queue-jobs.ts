import { sql, type Transaction } from 'kysely'
import { afterCommit } from '../db/after-commit.ts'
import type { Cell } from '../db/tables.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { moduleIsOn } from '../stores/stores.ts'

export const expireMinutesDefault = 10

/**
 * Queues the tickets of an order in the transaction that accepts it, whether a person, a rule or the
 * marketplace accepts. Accepting again queues nothing twice, but requeues tickets recalled by an undone
 * acceptance. Tickets of a scheduled order are due when its preparation starts, because paper on the
 * rail means "cook this now".
 */
export async function queueAcceptedOrder(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into print_jobs (store_id, id, order_id, printer_id, printer_name, first_printer_id, ticket, copy, copies,
        source, queued_at, due_at, expires_at)
      select p.store_id, gen_random_uuid(), o.id, p.id, p.name, p.id, t.ticket, c.copy, p.copies, 'auto',
        ${now}, d.at, d.at + ${expireMinutes(storeId)} * interval '1 minute'
      from orders o cross join printers p
        cross join lateral (select ${dueAtOf(now)} as at) as d
        cross join unnest(case p.ticket when 'both' then array['kitchen', 'delivery'] else array[p.ticket] end) as t (ticket)
        cross join generate_series(1, p.copies) as c (copy)
      where o.store_id = ${storeId} and o.id = ${orderId} and p.store_id = ${storeId} and p.auto_print
        and ${moduleIsOn(storeId, 'printing')}
    on conflict (store_id, order_id, first_printer_id, ticket, copy) where source = 'auto' do update
      set state = 'queued', turn = print_jobs.turn + 1, attempts = 0, queued_at = excluded.queued_at,
        due_at = excluded.due_at, expires_at = excluded.expires_at, printer_id = excluded.printer_id,
        printer_name = excluded.printer_name, moved_from = null, cause = null, ended_at = null,
        dismissed_at = null, agent_id = null, lease_until = null
      where print_jobs.state = 'expired' and print_jobs.cause = 'returned'
    returning expires_at`.execute(tx)
  await followQueued(tx, storeId, orderId, rows[0]?.expires_at)
}

/** Used when preparation starts early, as a marketplace may decide: waiting tickets print now. */
export async function printScheduledNow(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ expires_at: Date }>`
    update print_jobs set due_at = ${now},
      expires_at = ${now}::timestamptz + ${expireMinutes(storeId)} * interval '1 minute'
    where store_id = ${storeId} and order_id = ${orderId} and state = 'queued' and due_at > ${now}
    returning expires_at`.execute(tx)
  await followQueued(tx, storeId, orderId, rows[0]?.expires_at)
}

async function followQueued(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  expiresAt: Date | undefined,
): Promise<void> {
  if (!expiresAt) return
  afterCommit(tx, { printing: storeId })
  await scheduleExpiry(tx, storeId, orderId, expiresAt)
}

/** Of the order `o`. */
export const dueAtOf = (now: Date) =>
  sql`greatest(${now}::timestamptz, case when o.timing = 'SCHEDULED' then o.preparation_start_at end)`

export const expireMinutes = (storeId: string) =>
  sql`coalesce((select s.expire_minutes from print_settings s where s.store_id = ${storeId}), ${expireMinutesDefault}::int)`

/** Schedules the expiry of the order's tickets, so that the board learns about it. */
export async function scheduleExpiry(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  expiresAt: Date,
): Promise<void> {
  await enqueue(tx, 'print-expiry', {}, { storeId, lane: orderId, dueAt: expiresAt })
}
