import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '../db/tables.generated.ts'

export const expireMinutesDefault = 10

/**
 * The tickets of an order that was accepted now, by a person, a rule or the marketplace: in the
 * acceptance's own transaction, once, however often the order is accepted. Ring the print bell after it.
 */
export async function queueAcceptedOrder(
  tx: Transaction<DB>,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into print_jobs (store_id, id, order_id, printer_id, printer_name, first_printer_id, ticket, copy, copies,
        source, queued_at, due_at, expires_at)
      select p.store_id, gen_random_uuid(), ${orderId}, p.id, p.name, p.id, t.ticket, c.copy, p.copies, 'auto',
        ${now}, ${now}, ${now}::timestamptz + ${expireMinutes(storeId)} * interval '1 minute'
      from printers p,
        unnest(case p.ticket when 'both' then array['kitchen', 'delivery'] else array[p.ticket] end) as t (ticket),
        generate_series(1, p.copies) as c (copy)
      where p.store_id = ${storeId} and p.auto_print
    on conflict (store_id, order_id, first_printer_id, ticket, copy) where source = 'auto' do nothing
    returning expires_at`.execute(tx)
  const expiresAt = rows[0]?.expires_at
  if (expiresAt) await leaveExpiry(tx, storeId, orderId, expiresAt)
}

export const expireMinutes = (storeId: string) =>
  sql`coalesce((select s.expire_minutes from print_settings s where s.store_id = ${storeId}), ${expireMinutesDefault}::int)`

/** Looks at the order's tickets when they are too old, so that the board hears of it. */
export async function leaveExpiry(
  tx: Transaction<DB>,
  storeId: string,
  orderId: string,
  expiresAt: Date,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      store_id: storeId,
      id: uuidv7(),
      kind: 'print-expiry',
      order_id: orderId,
      payload: '{}',
      due_at: expiresAt,
    })
    .execute()
}
