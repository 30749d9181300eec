import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import { undoneWithinMs, type OrderMoved } from '../order-moved.ts'
import { bringForward } from '../outbox/bring-forward.ts'

/** The referral that a store was opened by need not wait for its next look when an order is concluded. */
export async function onOrderMoved(tx: Transaction<Cell>, { order, to, at }: OrderMoved): Promise<void> {
  if (to !== 'concluded') return
  await bringForward(tx, 'referral-progress', {
    storeId: order.store_id,
    keyPrefix: '',
    dueAt: new Date(at.getTime() + undoneWithinMs),
  })
}
