import * as z from 'zod/mini'
import { orderView } from './orders.ts'
import { route } from '../shared/route.ts'

/**
 * The customer reads a code to the store's courier, and the marketplace alone knows whether it is right. The code is
 * passed on and not kept: only who typed the right one, and when. A wrong one is `validation/refused` at `code`, with the
 * marketplace's words.
 */
export const checkDeliveryCode = route({
  name: 'checkDeliveryCode',
  method: 'POST',
  path: '/orders/{orderId}/check-delivery-code',
  summary: 'The marketplace checks the code that the customer gave to the store’s courier',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: z.strictObject({ orderId: z.uuid('Pedido inválido.') }),
  body: z.strictObject({
    code: z
      .string('Digite o código.')
      .check(
        z.trim(),
        z.minLength(1, 'Digite o código.'),
        z.maxLength(40, 'O código tem no máximo 40 letras.'),
      ),
  }),
  reply: orderView,
  errors: [
    'store/not-found',
    'order/not-found',
    'order/invalid-transition',
    'order/partner-decides',
    'validation/refused',
    'marketplace/unavailable',
  ],
  idempotency: 'accepted',
})
