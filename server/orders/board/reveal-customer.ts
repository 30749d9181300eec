import type { revealCustomer as revealCustomerRoute } from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { oneOrder } from './orders.reads.ts'

/** The one call that shows a masked contact (`revealsContacts`): it leaves an audit row. */
export async function revealCustomer(
  call: Call<typeof revealCustomerRoute>,
): Promise<Reply<typeof revealCustomerRoute>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const order = await oneOrder(tx, storeId, params.orderId)
      if (!order) throw new AppError('order/not-found')
      await audit(tx, {
        actorUid: caller.uid,
        action: 'order/customer-revealed',
        storeId,
        subject: params.orderId,
        details: { reason: body.reason },
        requestId,
        at: now,
      })
      return order
    },
    { uid: caller.uid },
  )
}
