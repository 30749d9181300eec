import type { deliverOrder as deliverOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { enqueueEffect } from './change-order.ts'
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
      enqueueEffect(
        tx,
        storeId,
        params.orderId,
        'conclude-delivered',
        {},
        new Date(now.getTime() + concludeAfterMs),
      ),
  })
}
