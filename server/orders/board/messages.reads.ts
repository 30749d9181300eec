import { sql, type Transaction } from 'kysely'
import type { OrderMessage } from '../../../contract/orders/messages.ts'
import type { Cell } from '../../db/tables.ts'

/**
 * The messages of one order, oldest first: opened in WhatsApp by the store, or written by the customer
 * in a dispute.
 */
export async function messagesOf(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
): Promise<OrderMessage[]> {
  const { rows } = await sql<Omit<OrderMessage, 'at'> & { readonly at: Date }>`
    select id, at, 'store' as "from", 'whatsapp' as channel, actor_name as "personName", data ->> 'text' as text
      from order_events where store_id = ${storeId} and order_id = ${orderId} and type = 'MESSAGE' and source = 'balcao'
    union all
    select id, opened_at, 'customer', source, null, message
      from disputes where store_id = ${storeId} and order_id = ${orderId} and message <> ''
    order by at, id`.execute(tx)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
