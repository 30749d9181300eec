import type { dispatchOrder as dispatchOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { doAction } from './do-action.ts'

/** ready → dispatched, deliveries with the store's own courier only. */
export function dispatchOrder(
  call: Call<typeof dispatchOrderRoute>,
): Promise<Reply<typeof dispatchOrderRoute>> {
  return doAction(call, 'dispatch')
}
