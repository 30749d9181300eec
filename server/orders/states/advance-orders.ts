import { errorMessages } from '../../../contract/shared/error-messages.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import type { advanceOrders as advanceOrdersRoute } from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { concludeOrder } from './conclude-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { doAction, type ActionCall } from './do-action.ts'

/** One after the other, each in its own transaction, so that a rejected one does not block the others. */
export async function advanceOrders(
  call: Call<typeof advanceOrdersRoute>,
): Promise<Reply<typeof advanceOrdersRoute>> {
  const results = []
  for (const orderId of new Set(call.body.orderIds)) {
    try {
      const order = await step(
        { ...call, params: { orderId }, body: { version: lookup(call.body.versions, orderId) } },
        call.body.action,
      )
      results.push({ orderId, order, refusal: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const message = error.extras.message ?? errorMessages[error.code]
      results.push({ orderId, order: null, refusal: { error: error.code, message } })
    }
  }
  return { results }
}

/** Delivering and concluding write more than a status, so they use their own functions. */
function step(call: ActionCall, action: AdvanceAction): Promise<Order> {
  if (action === 'deliver') return deliverOrder(call as unknown as Parameters<typeof deliverOrder>[0])
  if (action === 'conclude') return concludeOrder(call as unknown as Parameters<typeof concludeOrder>[0])
  return doAction(call, action)
}
