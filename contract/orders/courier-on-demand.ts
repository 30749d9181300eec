import * as z from 'zod/mini'
import { route } from '../shared/route.ts'
import { orderView } from './orders.ts'

/** The marketplace's price for one of its couriers, of one order, until `validUntil`. */
const courierOffer = z.strictObject({
  quoteId: z.string(),
  /** What the store pays. */
  cents: z.int(),
  /** From the request until the customer has it; null: it does not say. */
  minutes: z.nullable(z.strictObject({ from: z.int(), to: z.int() })),
  meters: z.nullable(z.int()),
  validUntil: z.nullable(z.iso.datetime()),
})
export type CourierOffer = z.output<typeof courierOffer>

const params = z.strictObject({ orderId: z.uuid('Pedido inválido.') })
const refusals = [
  'store/not-found',
  'order/not-found',
  'order/invalid-transition',
  'order/partner-decides',
  'marketplace/unavailable',
] as const

/** Why the store takes a request back, in the marketplace's words. */
const courierCancelReason = z.strictObject({
  code: z.string('Escolha o motivo.').check(z.minLength(1, 'Escolha o motivo.'), z.maxLength(60)),
  description: z.string('Escolha o motivo.').check(z.minLength(1, 'Escolha o motivo.'), z.maxLength(200)),
})

export const readCourierOffer = route({
  name: 'readCourierOffer',
  method: 'GET',
  path: '/orders/{orderId}/courier-offer',
  summary:
    'What a courier of the marketplace costs for this order now, and how long it takes; or why none comes',
  access: { kind: 'store', role: 'basic' },
  load: 'live',
  params,
  reply: z.strictObject({
    offer: z.nullable(courierOffer),
    /** Why there is none, in pt-BR. */
    refusal: z.nullable(z.string()),
  }),
  errors: [...refusals],
})

/** The outcome is an event: `courierOnDemand` is `asked` until then. Of two people at once the second is refused. */
export const askForCourier = route({
  name: 'askForCourier',
  method: 'POST',
  path: '/orders/{orderId}/ask-for-courier',
  summary: 'Asks the marketplace for one of its couriers, at the price that the person saw',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({
    quoteId: z.uuid('Consulte o preço de novo.'),
    cents: z.int('Consulte o preço de novo.').check(z.gte(0), z.lte(100_000)),
  }),
  reply: orderView,
  errors: [...refusals],
  idempotency: 'accepted',
})

/** The outcome is an event. */
export const cancelCourier = route({
  name: 'cancelCourier',
  method: 'POST',
  path: '/orders/{orderId}/cancel-courier',
  summary: 'Takes back the request for a courier of the marketplace, until one has accepted',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({
    /** Of an order of another channel: one of its `readCourierCancelReasons`. */
    reason: z.optional(courierCancelReason),
  }),
  reply: orderView,
  errors: [...refusals],
  idempotency: 'accepted',
})

export const readCourierCancelReasons = route({
  name: 'readCourierCancelReasons',
  method: 'GET',
  path: '/orders/{orderId}/courier-cancel-reasons',
  summary: 'Why a courier who carries an order of another channel can be taken back now; empty: not any more',
  access: { kind: 'store', role: 'basic' },
  load: 'live',
  params,
  reply: z.strictObject({ reasons: z.array(courierCancelReason).check(z.maxLength(100)) }),
  errors: [...refusals],
})

/** The outcome is an event, which also changes the address. */
export const answerAddressChange = route({
  name: 'answerAddressChange',
  method: 'POST',
  path: '/orders/{orderId}/answer-address-change',
  summary: 'Accepts or denies the other address that a customer asked the carrying marketplace for',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({ accept: z.boolean('Diga se aceita o endereço.') }),
  reply: orderView,
  errors: [...refusals],
  idempotency: 'accepted',
})
