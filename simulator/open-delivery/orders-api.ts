import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Merchant, PlacedOrder } from './records.ts'
import { mustConform, schemaOf } from './schemas.ts'
import type { World } from './world.ts'

interface Step {
  readonly path: string
  readonly schema?: string
  /** The event that the step leads to. */
  readonly event: string
  /** The last events of an order that allow it. */
  readonly from: readonly string[]
  readonly type?: string
  /** Of the order: without it the call is not wanted. */
  readonly flag?: string
}

const cooking = ['CONFIRMED', 'PREPARATION_REQUESTED', 'PREPARING']
const steps: readonly Step[] = [
  { path: 'confirm', schema: 'OrderConfirmed', event: 'CONFIRMED', from: ['CREATED'] },
  { path: 'preparing', event: 'PREPARING', from: ['CONFIRMED'], flag: 'sendPreparing' },
  { path: 'readyForPickup', event: 'READY_FOR_PICKUP', from: cooking },
  {
    path: 'dispatch',
    schema: 'OrderDispatched',
    event: 'DISPATCHED',
    from: ['READY_FOR_PICKUP', ...cooking],
    type: 'DELIVERY',
  },
  { path: 'delivered', event: 'DELIVERED', from: ['DISPATCHED'], type: 'DELIVERY', flag: 'sendDelivered' },
  {
    path: 'pickedUp',
    event: 'PICKED_UP',
    from: ['READY_FOR_PICKUP'],
    type: 'TAKEOUT',
    flag: 'sendPickedUp',
  },
]

/** Orders as the standard serves them. A call that does not suit the order is 422, a repeated one too. */
export function ordersApi(app: FastifyInstance, world: World): void {
  app.get('/v1/orders/:orderId', async (request, reply) => {
    const order = ownOrder(world, request)
    if (!order) return reply.code(404).send(problem(404))
    const document = { ...order.document, lastEvent: order.lastEvent }
    if (world.traits.conforms && !order.document.odd) mustConform(request, 'Order', document)
    return document
  })
  for (const step of steps)
    app.post(
      `/v1/orders/:orderId/${step.path}`,
      step.schema ? { schema: { body: schemaOf(step.schema) } } : {},
      (request, reply) => take(world, request, reply, step),
    )
  app.post(
    '/v1/orders/:orderId/tracking',
    { schema: { body: schemaOf('OrderTracking') } },
    async (request, reply) => {
      const order = ownOrder(world, request)
      if (!order) return reply.code(404).send(problem(404))
      if (order.document.sendTracking !== true) return reply.code(422).send(problem(422))
      order.actions.push({ action: 'tracking', body: request.body })
      return reply.code(202).send()
    },
  )
  codes(app, world)
  cancellations(app, world)
}

/** Answered at once, and no event follows. */
function codes(app: FastifyInstance, world: World): void {
  const querystring = {
    type: 'object',
    required: ['deliveryCode'],
    properties: { deliveryCode: { type: 'string', minLength: 1 } },
  }
  app.post('/v1/orders/:orderId/validateCode', { schema: { querystring } }, async (request, reply) => {
    const order = ownOrder(world, request)
    if (!order) return reply.code(404).send(problem(404))
    const { deliveryCode } = request.query as { deliveryCode: string }
    order.actions.push({ action: 'validateCode', body: null })
    if (deliveryCode !== order.deliveryCode)
      return reply.code(400).send({ title: 'Código de outro pedido.', status: 400 })
    const answer = { orderId: order.document.id, deliveryCode }
    if (world.traits.conforms) mustConform(request, 'DeliveryConfirmationCode', answer)
    return answer
  })
}

async function take(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  step: Step,
): Promise<FastifyReply> {
  const order = ownOrder(world, request)
  if (!order) return reply.code(404).send(problem(404))
  const isWanted = step.flag === undefined || order.document[step.flag] === true
  const isOfType = step.type === undefined || order.document.type === step.type
  if (!isWanted || !isOfType || !step.from.includes(order.lastEvent))
    return reply.code(422).send(problem(422))
  order.actions.push({ action: step.path, body: request.body ?? null })
  // A second call before the event is a repeat as well.
  order.lastEvent = step.event
  world.later(() => {
    world.emit(order, step.event, step.event === 'CONFIRMED' ? {} : undefined)
    if (step.event === 'DELIVERED' || step.event === 'PICKED_UP')
      world.later(() => world.emit(order, 'CONCLUDED'))
  })
  return reply.code(202).send()
}

const ended = ['CONCLUDED', 'CANCELLED']

function cancellations(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/orders/:orderId/requestCancellation',
    { schema: { body: schemaOf('RequestCancelled') } },
    async (request, reply) => {
      const order = ownOrder(world, request)
      if (!order) return reply.code(404).send(problem(404))
      if (ended.includes(order.lastEvent)) return reply.code(422).send(problem(422))
      const { reason, code } = request.body as { reason: string; code: string }
      order.actions.push({ action: 'requestCancellation', body: request.body })
      const before = order.lastEvent
      world.later(() => {
        world.emit(order, 'CANCELLATION_REQUESTED', { reason, code })
        const granted = world.merchants.get(order.merchantId)?.grantsCancellation !== false
        world.emit(order, granted ? 'CANCELLED' : 'CANCELLATION_REQUEST_DENIED', { reason, code })
        if (!granted) order.lastEvent = before
      })
      return reply.code(202).send()
    },
  )
  app.post('/v1/orders/:orderId/acceptCancellation', (request, reply) =>
    answer(world, request, reply, 'CANCELLED'),
  )
  app.post(
    '/v1/orders/:orderId/denyCancellation',
    { schema: { body: schemaOf('RequestDenied') } },
    (request, reply) => answer(world, request, reply, 'CANCELLED_DENIED'),
  )
}

/** To a cancellation that the application asked for. */
async function answer(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  event: string,
): Promise<FastifyReply> {
  const order = ownOrder(world, request)
  if (!order) return reply.code(404).send(problem(404))
  if (order.lastEvent !== 'ORDER_CANCELLATION_REQUEST') return reply.code(422).send(problem(422))
  order.actions.push({ action: event, body: request.body ?? null })
  world.later(() =>
    world.emit(order, event, { reason: 'Pedido pelo cliente', code: 'CONSUMER_CANCELLATION_REQUESTED' }),
  )
  return reply.code(204).send()
}

/** Nobody reads the orders of another merchant. */
export function ownOrder(world: World, request: FastifyRequest): PlacedOrder | null {
  const order = world.orders.get((request.params as { orderId: string }).orderId)
  return order && isReached(request, order.merchantId) ? order : null
}

export const isReached = ({ merchants }: FastifyRequest, id: string): boolean =>
  merchants.some(({ merchantId }) => merchantId === id)

export const problem = (status: number) => ({ title: 'Problem', status })

declare module 'fastify' {
  interface FastifyRequest {
    /** Those that the request's token reaches. */
    merchants: readonly Merchant[]
  }
}
