import type { startPreparation as startPreparationRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { doAction } from './do-action.ts'

/** confirmed → preparing; a scheduled order not before its preparation start. */
export function startPreparation(
  call: Call<typeof startPreparationRoute>,
): Promise<Reply<typeof startPreparationRoute>> {
  return doAction(call, 'startPreparation')
}
