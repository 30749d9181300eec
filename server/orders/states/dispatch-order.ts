import type { dispatchOrder as dispatchOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { activeCourier, giveTo } from '../couriers/assign-motoboy.ts'
import { doAction } from './do-action.ts'

/** ready → dispatched, for deliveries by the store's own courier only, who can be named in the same step. */
export function dispatchOrder(
  call: Call<typeof dispatchOrderRoute>,
): Promise<Reply<typeof dispatchOrderRoute>> {
  const { caller, storeId, body, now } = call
  const motoboyId = body?.motoboyId
  if (motoboyId === undefined) return doAction(call, 'dispatch')
  return doAction(call, 'dispatch', {
    beforehand: async (tx, row) =>
      giveTo(tx, row, await activeCourier(tx, storeId, motoboyId), {
        actor: { uid: caller.uid, name: caller.name },
        now,
      }),
  })
}
