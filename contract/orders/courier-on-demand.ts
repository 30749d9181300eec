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
  body: z.strictObject({}),
  reply: orderView,
  errors: [...refusals],
  idempotency: 'accepted',
})
