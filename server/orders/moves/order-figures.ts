import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { OrderKey } from './lock-order.ts'

/** What the figures counted, as the text of PostgreSQL's row types, which loses nothing on its way back. */
export interface Counted {
  readonly order: string
  /** Null: the patch keeps them. */
  readonly items: string | null
}

/** Before the patch. `withItems`: it replaces them. */
export async function countedAs(
  tx: Transaction<Cell>,
  order: OrderKey,
  withItems: boolean,
): Promise<Counted | undefined> {
  const items = sql`array(select i from order_items i where i.store_id = o.store_id and i.order_id = o.id)::text`
  const { rows } = await sql<Counted>`
    select o::text as order, ${withItems ? items : sql`null`} as items
    from orders o where o.store_id = ${order.store_id} and o.id = ${order.id}`.execute(tx)
  return rows[0]
}

/** After the patch: takes back what was counted, adds what counts now, and lists changes of closed days. */
export async function addToFigures(tx: Transaction<Cell>, order: OrderKey, before: Counted): Promise<void> {
  await sql`
    select roll_up(array[o], array[${before.order}::orders], items_before => ${before.items}::order_items[]),
      note_late_changes(array[o], array[${before.order}::orders])
    from orders o
    where o.store_id = ${order.store_id} and o.id = ${order.id}`.execute(tx)
}
