import type { confirmOrder as confirmOrderRoute } from '../../contract/orders.ts'
import type { Reply } from '../../contract/route.ts'
import type { Call } from '../http/serve.ts'
import { doAction } from './do-action.ts'

/** placed → confirmed. Of two people at once one wins; the other reads that the order has moved. */
export function confirmOrder(call: Call<typeof confirmOrderRoute>): Promise<Reply<typeof confirmOrderRoute>> {
  const minutes = call.body?.preparationMinutes
  if (minutes === undefined) return doAction(call, 'confirm')
  return doAction(call, 'confirm', {
    data: { preparationMinutes: minutes, note: `Preparo em ${minutes} min` },
    patch: () => ({ promisedAt: new Date(call.now.getTime() + minutes * 60_000) }),
  })
}
