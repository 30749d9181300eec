import type { RoleName } from '../../../contract/shared/access.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { revealCustomer as revealCustomerRoute } from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { oneOrder } from './orders.reads.ts'

const ended: readonly Order['status'][] = ['concluded', 'cancelled']

/** Basic users see the contact only while the order is open (docs/product.md section 1, LGPD). */
export function maskedFor(role: RoleName, order: Order): Order {
  if (role !== 'basic' || !ended.includes(order.status)) return order
  const { customer, delivery } = order
  return {
    ...order,
    masked: true,
    customer: {
      ...customer,
      phone: customer.phone && `${customer.phone.slice(0, 5)}•••••${customer.phone.slice(-4)}`,
      document: customer.document && '•••',
    },
    delivery: delivery && {
      ...delivery,
      notes: null,
      address: delivery.address && {
        ...delivery.address,
        street: '•••',
        number: '•••',
        complement: null,
        reference: null,
        zipCode: null,
        lat: null,
        lng: null,
      },
    },
  }
}

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
