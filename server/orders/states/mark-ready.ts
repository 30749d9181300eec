import type { markReady as markReadyRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { doAction } from './do-action.ts'

/** confirmed or preparing → ready. */
export function markReady(call: Call<typeof markReadyRoute>): Promise<Reply<typeof markReadyRoute>> {
  return doAction(call, 'ready')
}
