import type { readBoard } from '../../contract/orders/orders.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { demoStores } from '../demo-stores.ts'
import type { StaffCalls } from './staff-calls.ts'
import { staffMoves } from './staff.rules.ts'

/** One look of the demo's staff at every board: what has waited long enough goes a step further. */
export async function workBoards({ call }: StaffCalls, now = new Date()): Promise<void> {
  for (const store of demoStores) {
    const board = await call<Reply<typeof readBoard>>(store, 'GET', `/orders/board?selection=${store.id}`)
    for (const { orderId, action } of staffMoves(board.orders, now)) {
      // One that the visitor moved in the same moment is refused, and each order for itself.
      await call(store, 'POST', '/orders/advance', { orderIds: [orderId], action })
    }
  }
}
