import type { concludeOrder as concludeOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import type { Call } from '../../calls/call.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { moveOrder } from '../moves/move-order.ts'
import { doAction } from './do-action.ts'

/** delivered → concluded; an order eaten at the store goes directly from ready to concluded. */
export function concludeOrder(
  call: Call<typeof concludeOrderRoute>,
): Promise<Reply<typeof concludeOrderRoute>> {
  return doAction(call, 'conclude', {
    patch: (row) => (row.completed_at ? {} : { completedAt: call.now }),
  })
}

/** Outbox effect half an hour after delivery; does nothing if the order was concluded before. */
export async function concludeDelivered(deps: Deps, storeId: string, orderId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (row?.status !== 'delivered') return
    await moveOrder(deps, tx, row, {
      to: 'concluded',
      cause: 'timer',
      event: { source: 'balcao', type: 'CONCLUDED', at: now },
      at: now,
    })
  })
}
