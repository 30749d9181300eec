import { sql, type Transaction } from 'kysely'
import type { OrderPart } from '../../contract/orders/orders.ts'
import { afterCommit } from '../db/after-commit.ts'
import type { Cell } from '../db/tables.ts'
import { moduleIsOn } from '../stores/stores.ts'
import { expireMinutes, scheduleExpiry } from './queue-jobs.ts'

export interface OrderChange {
  readonly storeId: string
  readonly orderId: string
  readonly parts: readonly OrderPart[]
  /** What changed, in words for the paper. */
  readonly note: string
  readonly now: Date
}

/** What the kitchen cooks by; the rest concerns who delivers and who is paid. */
const kitchenParts: readonly OrderPart[] = ['items', 'notes', 'time']

/**
 * Prints an order again after a change, in the change's transaction: each ticket that shows what changed and is on
 * paper or on its way. A ticket that still waits prints the changed order anyway.
 */
export async function printChange(
  tx: Transaction<Cell>,
  { storeId, orderId, parts, note, now }: OrderChange,
): Promise<void> {
  const tickets = parts.some((part) => kitchenParts.includes(part)) ? ['kitchen', 'delivery'] : ['delivery']
  const { rows } = await sql<{ expires_at: Date }>`
    with on_paper as (
      select distinct on (first_printer_id, ticket, copy) * from print_jobs
      where store_id = ${storeId} and order_id = ${orderId} and ticket = any (${tickets}::text[])
      order by first_printer_id, ticket, copy, queued_at desc, id desc
    ), noted as (
      update print_jobs j set change_note = j.change_note || '; ' || ${note}
      from on_paper p
      where j.store_id = ${storeId} and j.id = p.id and p.source = 'change' and p.state in ('queued', 'failed')
      returning j.id
    )
    insert into print_jobs (store_id, id, order_id, printer_id, printer_name, first_printer_id, ticket, copy, copies,
        source, change_note, queued_at, due_at, expires_at)
      select p.store_id, gen_random_uuid(), p.order_id, p.printer_id, p.printer_name, p.first_printer_id, p.ticket,
        p.copy, p.copies, 'change', ${note}, ${now}, ${now},
        ${now}::timestamptz + ${expireMinutes(storeId)} * interval '1 minute'
      from on_paper p join printers r on r.store_id = p.store_id and r.id = p.printer_id
      where p.state in ('sent', 'printed') and ${moduleIsOn(storeId, 'printing')}
    returning expires_at`.execute(tx)
  const [first] = rows
  if (!first) return
  afterCommit(tx, { printing: storeId })
  await scheduleExpiry(tx, storeId, orderId, first.expires_at)
}
