import { v7 as uuidv7 } from 'uuid'
import {
  takesMessages,
  type messageCustomer as messageCustomerRoute,
} from '../../../contract/orders/messages.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { recordEvent } from '../moves/record-event.ts'
import { maskedFor } from '../../../contract/orders/masking.ts'
import { oneOrder } from '../board/orders.reads.ts'

/**
 * Stores the message; the person sends it in WhatsApp. Roles that cannot see the contact cannot write
 * either.
 */
export async function messageCustomer(
  call: Call<typeof messageCustomerRoute>,
): Promise<Reply<typeof messageCustomerRoute>> {
  const { deps, caller, role, storeId, params, body, now } = call
  const id = uuidv7()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const order = await oneOrder(tx, storeId, params.orderId)
    if (!order) throw new AppError('order/not-found')
    if (!takesMessages(order.customer.phone)) throw new AppError('order/no-own-phone')
    if (maskedFor(role, order).masked) throw new AppError('order/contact-hidden')
    await recordEvent(tx, storeId, params.orderId, {
      id,
      source: 'balcao',
      type: 'MESSAGE',
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      data: { text: body.text },
    })
  })
  return {
    id,
    at: now.toISOString(),
    from: 'store',
    channel: 'whatsapp',
    personName: caller.name,
    text: body.text,
  }
}
