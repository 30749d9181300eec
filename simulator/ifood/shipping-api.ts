import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import type { KnownOrder } from './records.ts'
import type { World } from './world.ts'

/** As published: about a day. */
const quoteLivesMs = 86_400_000
/** Delays of a courier on demand; short, so that a demo shows progress. */
const assignMs = 20_000
const arriveMs = 25_000

/** iFood's couriers on demand for orders of its own (docs/marketplaces/ifood.md section 6.3). */
export function shippingApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/shipping/v1.0/orders/:id'
  const quotes = new Map<string, { readonly orderId: string; readonly until: number }>()

  app.get(`${base}/deliveryAvailabilities`, guarded, async (request, reply) => {
    const known = orderOf(world, request)
    if (!known) return notFound(reply)
    if (!isEligible(known)) return refused(reply, 'BadRequest')
    if (world.courierRefusal) return refused(reply, world.courierRefusal)
    const quote = quoteAt(world.now())
    quotes.set(quote.id, { orderId: known.order.id, until: Date.parse(quote.expirationAt) })
    return quote
  })

  app.post(`${base}/requestDriver`, guarded, async (request, reply) => {
    const known = orderOf(world, request)
    if (!known) return notFound(reply)
    note(world, known, 'requestDriver')
    const { quoteId } = (request.body ?? {}) as { quoteId?: string }
    const quote = quotes.get(quoteId ?? '')
    const isGood = quote?.orderId === known.order.id && world.now() < quote.until
    // One courier an order, of a quote that has not ended.
    if (!isEligible(known) || !isGood || known.courier) return refused(reply, 'BadRequest')
    known.courier = 'asked'
    world.emit(known, 'REQUEST_DRIVER')
    world.later(world.env.actionDelayMs, () => {
      if (known.courier === 'asked') answerRequest(world, known)
    })
    return reply.code(202).send()
  })

  app.post(`${base}/cancelRequestDriver`, guarded, async (request, reply) => {
    const known = orderOf(world, request)
    if (!known) return notFound(reply)
    note(world, known, 'cancelRequestDriver')
    // Until a courier has accepted.
    if (!known.courier || known.courier === 'assigned') return refused(reply, 'BadRequest')
    known.courier = null
    world.emit(known, 'DELIVERY_CANCELLATION_REQUESTED')
    world.later(world.env.actionDelayMs, () => {
      world.emit(known, 'DELIVERY_CANCELLATION_REQUEST_ACCEPTED')
    })
    return reply.code(202).send()
  })

  /** Why no courier comes: as the code of a quote, or `none` after the request. Null: one comes. */
  app.put('/_control/couriers', (request) => {
    world.courierRefusal = (request.body as { refusal: string | null }).refusal
    return { refusal: world.courierRefusal }
  })
  app.post('/_control/orders/:id/assign-courier', async (request, reply) => {
    const known = orderOf(world, request)
    if (!known) return notFound(reply)
    assign(world, known)
    return { assigned: known.courier === 'assigned' }
  })
}

/** The page's example. */
export const quoteAt = (now: number) => ({
  id: randomUUID(),
  expirationAt: new Date(now + quoteLivesMs).toISOString(),
  createdAt: new Date(now).toISOString(),
  distance: 3_000,
  preparationTime: 60,
  quote: { grossValue: 8.99, discount: 1, raise: 0, netValue: 7.99 },
  deliveryTime: { min: 1_200, max: 1_800 },
  hasPaymentMethods: false,
  paymentMethods: [],
})

function answerRequest(world: World, known: KnownOrder): void {
  if (world.courierRefusal) {
    known.courier = null
    world.emit(known, 'REQUEST_DRIVER_FAILED')
    return
  }
  known.courier = 'coming'
  world.emit(known, 'REQUEST_DRIVER_SUCCESS')
  if (world.lively) world.later(assignMs, () => assign(world, known))
}

function assign(world: World, known: KnownOrder): void {
  if (known.courier !== 'coming') return
  known.courier = 'assigned'
  world.emit(known, 'ASSIGN_DRIVER')
  world.emit(known, 'GOING_TO_ORIGIN')
  if (world.lively) world.later(arriveMs, () => world.emit(known, 'ARRIVED_AT_ORIGIN'))
}

/** Orders that the store delivers, from their acceptance until they leave. */
const isEligible = ({ order, status }: KnownOrder): boolean =>
  order.orderType === 'DELIVERY' &&
  order.delivery?.deliveredBy === 'MERCHANT' &&
  ['CONFIRMED', 'PREPARATION_STARTED', 'READY_TO_PICKUP'].includes(status)

const note = (world: World, { order }: KnownOrder, action: string) =>
  world.actions.push({ orderId: order.id, action, at: new Date(world.now()).toISOString() })

const orderOf = (world: World, request: FastifyRequest): KnownOrder | undefined =>
  world.orders.get((request.params as { id: string }).id)

const notFound = (reply: FastifyReply) =>
  reply.code(404).send({ error: { code: 'NotFound', message: 'Order not found' } })

const refused = (reply: FastifyReply, code: string) =>
  reply.code(400).send({ error: { code, message: 'No courier for this order' } })
