import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import { problemOf, type RegisteredDocument } from './delivery-document.ts'
import { cancel } from './life.ts'
import type { KnownOrder, Merchant } from './records.ts'
import { quoteAt } from './shipping-api.ts'
import type { World } from './world.ts'

/** As published. */
const answerWithinMs = 15 * 60_000
const changedWithinMs = 8 * 3_600_000
const reasons = [{ cancelCodeId: '817', description: 'O cliente cancelou o pedido pelo restaurante' }]

/** iFood's couriers for orders of other channels (docs/marketplaces/ifood.md section 6.3). */
export function deliveriesApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const quotes = new Map<string, { readonly merchantId: string; readonly until: number }>()
  const base = '/shipping/v1.0'

  app.get(`${base}/merchants/:merchantId/deliveryAvailabilities`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return refused(reply, 'BadRequestMerchant')
    const { latitude, longitude } = request.query as Record<string, string | undefined>
    if (!isCoordinate(latitude) || !isCoordinate(longitude)) return refused(reply, 'BadRequest')
    if (world.courierRefusal) return refused(reply, world.courierRefusal)
    const quote = quoteAt(world.now())
    quotes.set(quote.id, { merchantId: merchant.id, until: Date.parse(quote.expirationAt) })
    return quote
  })

  app.post(`${base}/merchants/:merchantId/orders`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    if (!merchant) return refused(reply, 'BadRequestMerchant')
    if (world.courierRefusal) return refused(reply, world.courierRefusal)
    const document = request.body as RegisteredDocument
    const problem = problemOf(document)
    if (problem) return refused(reply, 'BadRequest', problem)
    const quote = quotes.get(document.delivery.quoteId ?? '')
    const isGood = quote?.merchantId === merchant.id && world.now() < quote.until
    if (document.delivery.quoteId !== undefined && !isGood) return refused(reply, 'BadRequest', 'quoteId')
    const known = register(world, merchant, document)
    const { id } = known.order
    return reply.code(202).send({ id, trackingUrl: `https://meupedido.ifood.com.br/${id}` })
  })

  app.get(`${base}/orders/:id/cancellationReasons`, guarded, async (request, reply) => {
    const known = carriedOf(world, request)
    return known && isRunning(known) && known.status !== 'DISPATCHED' ? reasons : reply.code(204).send()
  })

  app.post(`${base}/orders/:id/cancel`, guarded, async (request, reply) => {
    const known = carriedOf(world, request)
    const { reason, cancellationCode } = (request.body ?? {}) as Record<string, unknown>
    const chosen = reasons.find(({ cancelCodeId }) => cancelCodeId === cancellationCode)
    if (!known || !isRunning(known) || !chosen || typeof reason !== 'string' || reason === '')
      return refused(reply, 'BadRequest')
    note(world, known, 'cancelCarried')
    world.emit(known, 'CANCELLATION_REQUESTED')
    world.later(world.env.actionDelayMs, () => {
      if (known.status === 'DISPATCHED') world.emit(known, 'CANCELLATION_REQUEST_FAILED')
      else cancel(world, known, 'MERCHANT', reason, chosen.cancelCodeId)
    })
    return reply.code(202).send()
  })

  for (const accept of [true, false]) {
    const action = accept ? 'acceptDeliveryAddressChange' : 'denyDeliveryAddressChange'
    app.post(`${base}/orders/:id/${action}`, guarded, async (request, reply) => {
      const known = carriedOf(world, request)
      if (!known || !isRunning(known) || world.now() > known.placedAt + changedWithinMs)
        return reply.code(404).send({ code: 'OrderNotFound', message: 'Order not found', details: [] })
      const change = known.addressChange
      if (!change || world.now() > change.until)
        return reply
          .code(409)
          .send({ code: 'ChangeAddressOperationNotStarted', message: 'None', details: [] })
      note(world, known, action)
      known.addressChange = null
      if (accept) Object.assign(known.order.delivery ?? {}, { deliveryAddress: change.address })
      world.emit(known, accept ? 'DELIVERY_ADDRESS_CHANGE_ACCEPTED' : 'DELIVERY_ADDRESS_CHANGE_DENIED')
      return reply.code(202).send()
    })
  }

  app.post('/_control/orders/:id/ask-for-address', async (request, reply) => {
    const known = carriedOf(world, request)
    if (!known) return reply.code(404).send()
    const address = request.body as Readonly<Record<string, unknown>>
    known.addressChange = { address, until: world.now() + answerWithinMs }
    world.emit(known, 'DELIVERY_ADDRESS_CHANGE_REQUESTED', { address })
    return { asked: true }
  })
  app.post('/_control/orders/:id/leave', async (request, reply) => {
    const known = carriedOf(world, request)
    if (!known) return reply.code(404).send()
    known.status = 'DISPATCHED'
    world.emit(known, 'DISPATCHED')
    return { status: known.status }
  })
  app.get('/_control/carried', () => ({
    orders: [...world.orders.values()].map(({ order }) => order).filter(isOfAnother),
  }))
}

/** It is placed with the store like any other order, and its courier comes once it is confirmed. */
function register(world: World, merchant: Merchant, document: RegisteredDocument): KnownOrder {
  const { customer, delivery, items, displayId = '' } = document
  const now = world.now()
  const total = items.reduce((sum, { totalPrice }) => sum + totalPrice, 0)
  const known: KnownOrder = {
    order: {
      id: randomUUID(),
      displayId,
      orderType: 'DELIVERY',
      orderTiming: 'IMMEDIATE',
      salesChannel: 'POS',
      createdAt: new Date(now).toISOString(),
      preparationStartDateTime: new Date(now).toISOString(),
      merchant: { id: merchant.id, name: merchant.name },
      customer: { name: customer.name },
      items,
      total: { subTotal: total, deliveryFee: 0, additionalFees: 0, benefits: 0, orderAmount: total },
      payments: { prepaid: total, pending: 0, methods: [] },
      delivery: { deliveredBy: 'IFOOD', deliveryAddress: delivery.deliveryAddress },
    },
    placedAt: now,
    status: 'PLACED',
    visibleAt: now + world.deliveries.orderNotFoundForMs,
    courier: 'coming',
  }
  world.orders.set(known.order.id, known)
  world.emit(known, 'PLACED')
  const { phone } = customer
  if (phone.type !== 'STORE')
    world.emit(known, 'DELIVERY_DROP_CODE_REQUESTED', { CODE: phone.number?.slice(-4) })
  return known
}

const isOfAnother = ({ salesChannel }: KnownOrder['order']): boolean => salesChannel === 'POS'
const isRunning = ({ status }: KnownOrder): boolean => status !== 'CANCELLED' && status !== 'CONCLUDED'
const isCoordinate = (text: string | undefined): boolean => text !== undefined && /^-?\d+(\.\d+)?$/.test(text)

function carriedOf(world: World, request: FastifyRequest): KnownOrder | undefined {
  const known = world.orders.get((request.params as { id: string }).id)
  return known && isOfAnother(known.order) ? known : undefined
}

const merchantOf = (world: World, request: FastifyRequest): Merchant | undefined =>
  world.merchants.get((request.params as { merchantId: string }).merchantId)

const note = (world: World, { order }: KnownOrder, action: string) =>
  world.actions.push({ orderId: order.id, action, at: new Date(world.now()).toISOString() })

const refused = (reply: FastifyReply, code: string, detail = '') =>
  reply.code(400).send({ code, message: 'The order is not carried', details: [detail] })
