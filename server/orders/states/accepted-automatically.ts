import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { OrderRow } from '../../order-moved.ts'

/** Together with the source, makes the automatic acceptance of an order happen once. */
export const autoAcceptEventId = (orderId: string): string => `auto-accept:${orderId}`

/** Whether the order's current acceptance was automatic. */
export async function acceptedAutomatically(tx: Transaction<Cell>, row: OrderRow): Promise<boolean> {
  if (row.status !== 'confirmed' && row.pending_action !== 'confirm') return false
  const event = await tx
    .selectFrom('order_events')
    .select('id')
    .where('store_id', '=', row.store_id)
    .where('source', '=', 'balcao')
    .where('source_event_id', '=', autoAcceptEventId(row.id))
    .executeTakeFirst()
  return event !== undefined
}
