import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import { undoneWithinMs, type OrderMoved } from '../order-moved.ts'
import { bringForward } from '../outbox/bring-forward.ts'

/** The report of an order to the ad network need not wait for its next look when the order is over. */
export async function onOrderMoved(tx: Transaction<Cell>, { order, to, at }: OrderMoved): Promise<void> {
  if (to !== 'concluded' && to !== 'cancelled') return
  await bringForward(tx, 'ad-conversion', {
    storeId: order.store_id,
    keyPrefix: `ad ${order.id} `,
    dueAt: new Date(at.getTime() + undoneWithinMs),
  })
}
