import { inStores } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { lockOrder, recordEvent } from './change-order.ts'

/** Five minutes after an order was placed: if nobody accepted it, its timeline says so and every board hears it. */
export async function remindOfAcceptance(deps: Deps, storeId: string, orderId: string): Promise<void> {
  await inStores(deps.db, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (row?.status !== 'placed') return
    await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      sourceEventId: `acceptance-overdue:${orderId}`,
      type: 'ACCEPTANCE_OVERDUE',
      at: deps.now(),
    })
  })
  deps.live.announce()
}
