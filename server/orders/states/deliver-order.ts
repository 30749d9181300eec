import type { deliverOrder as deliverOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { doAction } from './do-action.ts'

const concludeAfterMs = 30 * 60_000

/**
 * Delivered to the customer; concluded automatically half an hour later, so that problems can still be
 * recorded.
 */
export function deliverOrder(call: Call<typeof deliverOrderRoute>): Promise<Reply<typeof deliverOrderRoute>> {
  const { now, storeId, params } = call
  return doAction(call, 'deliver', {
    patch: () => ({ completedAt: now }),
    afterwards: (tx) =>
      enqueue(
        tx,
        'conclude-delivered',
        {},
        { storeId, lane: params.orderId, dueAt: new Date(now.getTime() + concludeAfterMs) },
      ),
  })
}
