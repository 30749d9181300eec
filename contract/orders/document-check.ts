import * as z from 'zod/mini'
import { orderView, seenVersion } from './orders.ts'
import { route } from '../shared/route.ts'

/** The person at the customer's door; the one who taps says so for the courier. */
export const documentCheckers = ['motoboy', 'me'] as const

/**
 * Alcohol may not be handed to a minor, and the customer's own word is no proof (Lei 15.211/2025). No number and
 * no date of birth is kept: only who looked, and when.
 */
export const checkDocument = route({
  name: 'checkDocument',
  method: 'POST',
  path: '/orders/{orderId}/check-document',
  summary: 'The customer of an order with alcohol showed a document and is an adult',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: z.strictObject({ orderId: z.uuid('Pedido inválido.') }),
  body: z.strictObject({
    checkedBy: z.enum(documentCheckers, 'Diga quem conferiu o documento.'),
    version: seenVersion,
  }),
  reply: orderView,
  errors: ['store/not-found', 'order/not-found', 'order/invalid-transition', 'validation/refused'],
  idempotency: 'accepted',
})
