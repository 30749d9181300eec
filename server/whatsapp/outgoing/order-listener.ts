import type { Transaction } from 'kysely'
import { orderStatuses, type OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Cell } from '../../db/tables.ts'
import type { OrderMoved } from '../../order-moved.ts'
import { notifyCustomer } from './notify-customer.ts'

/** No message is about these steps. Only a step back to one of them can make a waiting message outdated. */
const silent: readonly OrderStatus[] = ['preparing', 'delivered', 'concluded']

/** Queues the message to the order's customer, if the store sends one for this step. */
export async function onOrderMoved(
  tx: Transaction<Cell>,
  { order, from, to, at }: OrderMoved,
): Promise<void> {
  const isForward = orderStatuses.indexOf(to) > orderStatuses.indexOf(from)
  if (isForward && silent.includes(to)) return
  await notifyCustomer(tx, { storeId: order.store_id, orderId: order.id }, to, at)
}
