import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import type { OrderMoved } from '../order-moved.ts'
import { tell } from './tell.ts'

/** Notifies people of an order that its marketplace cancelled, unless the store had asked for it. */
export async function onOrderMoved(
  tx: Transaction<Cell>,
  { order, to, cause, at }: OrderMoved,
): Promise<void> {
  if (cause !== 'marketplace' || to !== 'cancelled' || order.pending_action === 'cancel') return
  const { store_id: storeId, id: orderId, display_id: displayId } = order
  await tell(tx, storeId, { event: 'cancelled', orderId, displayId, minutes: null }, at)
}
