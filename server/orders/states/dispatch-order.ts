import type { dispatchOrder as dispatchOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { doAction } from './do-action.ts'

/** ready → dispatched, for deliveries by the store's own courier only. */
export function dispatchOrder(
  call: Call<typeof dispatchOrderRoute>,
): Promise<Reply<typeof dispatchOrderRoute>> {
  return doAction(call, 'dispatch')
}
