import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { cents } from '../shared/money.ts'
import { noteText, orderAddress, orderPayment, orderView } from './orders.ts'
import { route } from '../shared/route.ts'

const params = z.strictObject({ orderId: z.uuid('Pedido inválido.') })
const version = seenRevision().check(z.positive('Falta a versão.'))
const errors = [
  'store/not-found',
  'order/not-found',
  'order/invalid-transition',
  'order/partner-decides',
  'order/stale-edit',
  'order/total-mismatch',
  'validation/refused',
] as const

const payments = z
  .array(orderPayment, 'Informe o pagamento.')
  .check(z.minLength(1, 'Informe o pagamento.'), z.maxLength(10))

/** Open orders of the store's own channel. A stale version returns 409 with the current order. */
export const changePayment = route({
  name: 'changePayment',
  method: 'PUT',
  path: '/orders/{orderId}/payment',
  summary: 'How an own-channel order is paid; the parts make up its total',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({ payments, version }),
  reply: orderView,
  errors,
})

export const changeAddress = route({
  name: 'changeAddress',
  method: 'PUT',
  path: '/orders/{orderId}/address',
  summary: 'Where an own-channel delivery goes',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({ address: orderAddress, notes: z.nullable(noteText), version }),
  reply: orderView,
  errors,
})

export const changeDeliveryFee = route({
  name: 'changeDeliveryFee',
  method: 'PUT',
  path: '/orders/{orderId}/delivery-fee',
  summary: 'What an own-channel delivery costs; the difference goes to what is still to be paid',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({ cents, version }),
  reply: orderView,
  errors,
})
