import type { KnownOrder } from './records.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import { act, cancel, cancellationReasons, conclude, deliveryCodeOf } from './life.ts'
import type { World } from './world.ts'

const merchantsLimit = 100
const acknowledgementLimit = 2_000
const eventsLimit = 1_000

function isAbout(world: World, url: string, merchantId: string | null): boolean {
  if (merchantId === null || url.includes(merchantId)) return true
  const orderId = /\/orders\/([\w-]+)/.exec(url)?.[1]
  return orderId !== undefined && world.orders.get(orderId)?.order.merchant.id === merchantId
}

/** iFood's Merchant API, as far as its published pages go (docs/marketplaces/ifood.md). */
export function merchantApi(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request, reply) => {
    const { fault } = world
    if (
      fault &&
      world.now() < fault.until &&
      request.url.startsWith(fault.pathPrefix) &&
      !request.url.startsWith('/_control') &&
      isAbout(world, request.url, fault.merchantId)
    ) {
      fault.hits += 1
      await new Promise((resolve) => setTimeout(resolve, fault.hangMs).unref())
      // As published: docs/marketplaces/ifood.md section 1.
      if (fault.status === 429)
        reply.header('x-ratelimit-reset', String(Math.ceil((fault.until - world.now()) / 1_000)))
      await reply
        .code(fault.status)
        .send({ error: { code: String(fault.status), message: 'Simulated fault' } })
    }
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const { lostAnswers } = world
    if (!lostAnswers || lostAnswers.left === 0 || request.method === 'GET') return payload
    if (!request.url.startsWith(lostAnswers.pathPrefix)) return payload
    lostAnswers.left -= 1
    request.raw.socket.destroy()
    return payload
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, formOf(new URLSearchParams(String(body))))
    },
  )

  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }

  app.get('/events/v1.0/events:polling', guarded, async (request, reply) => {
    const header = request.headers['x-polling-merchants']
    const ids = typeof header === 'string' ? header.split(',').filter((id) => id !== '') : []
    if (ids.length === 0)
      return reply
        .code(400)
        .send({ error: { code: 'BadRequest', message: 'x-polling-merchants is required' } })
    if (ids.length > merchantsLimit) {
      return reply.code(400).send({ error: { code: 'BadRequest', message: 'Too many polling merchants' } })
    }
    const token = world.access.tokenOf(request)
    const unauthorizedMerchants = ids.filter((id) => token === undefined || !world.access.reaches(token, id))
    if (unauthorizedMerchants.length > 0) return reply.code(403).send({ unauthorizedMerchants })
    const { excludeHeartbeat } = request.query as { excludeHeartbeat?: string }
    for (const id of ids) {
      const merchant = world.merchants.get(id)
      if (merchant && excludeHeartbeat !== 'true') merchant.lastPolledAt = world.now()
    }
    const events = world.unacknowledged
      .filter((event) => ids.includes(event.merchantId))
      .slice(0, eventsLimit)
    if (events.length === 0) return reply.code(204).send()
    const handed = Array.from({ length: world.deliveries.duplicates + 1 }, () => events).flat()
    return world.deliveries.shuffle ? handed.toSorted(() => Math.random() - 0.5) : handed
  })

  app.post('/events/v1.0/events/acknowledgment', guarded, async (request, reply) => {
    const ids = (Array.isArray(request.body) ? request.body : []) as { id?: string }[]
    if (ids.length > acknowledgementLimit) return reply.code(413).send()
    const acknowledged = new Set(ids.map((entry) => entry.id))
    for (const id of acknowledged) if (id) world.acknowledged.push(id)
    const left = world.unacknowledged.filter((event) => !acknowledged.has(event.id))
    world.unacknowledged.splice(0, world.unacknowledged.length, ...left)
    return reply.code(202).send()
  })

  app.get('/order/v1.0/orders/:id', guarded, async (request, reply) => {
    const known = orderOf(world, request)
    if (!known || world.now() < known.visibleAt)
      return reply.code(404).send({ error: { code: 'NotFound', message: 'Order not found' } })
    return known.order
  })

  for (const action of ['confirm', 'startPreparation', 'readyToPickup', 'dispatch']) {
    app.post(`/order/v1.0/orders/:id/${action}`, guarded, async (request, reply) => {
      const known = orderOf(world, request)
      if (!known) return reply.code(404).send({ error: { code: 'NotFound', message: 'Order not found' } })
      world.actions.push({ orderId: known.order.id, action, at: new Date(world.now()).toISOString() })
      if (!act(world, known, action)) {
        return reply.code(422).send({ error: { code: 'InvalidState', message: `Order is ${known.status}` } })
      }
      return reply.code(202).send()
    })
  }

  app.post('/order/v1.0/orders/:id/verifyDeliveryCode', guarded, async (request, reply) => {
    const known = orderOf(world, request)
    if (!known) return reply.code(404).send({ error: { code: 'NotFound', message: 'Order not found' } })
    const { code } = (request.body ?? {}) as { code?: unknown }
    world.actions.push({
      orderId: known.order.id,
      action: 'verifyDeliveryCode',
      at: new Date(world.now()).toISOString(),
    })
    if (known.status !== 'DISPATCHED' || code !== deliveryCodeOf(known))
      return reply.code(400).send({ error: { code: 'BadRequest', message: 'Confirmation code is invalid' } })
    world.later(world.env.actionDelayMs, () => {
      world.emit(known, 'DELIVERY_DROP_CODE_VALIDATION_SUCCESS')
      conclude(world, known)
    })
    return { success: true }
  })

  app.get('/order/v1.0/orders/:id/cancellationReasons', guarded, async (request, reply) => {
    const known = orderOf(world, request)
    if (!known) return reply.code(404).send({ error: { code: 'NotFound', message: 'Order not found' } })
    if (known.status === 'CANCELLED' || known.status === 'CONCLUDED') return reply.code(204).send()
    return cancellationReasons
  })

  app.post('/order/v1.0/orders/:id/requestCancellation', guarded, async (request, reply) => {
    const known = orderOf(world, request)
    const { reason, cancellationCode } = (request.body ?? {}) as {
      reason?: string
      cancellationCode?: string
    }
    if (!known) return reply.code(404).send({ error: { code: 'NotFound', message: 'Order not found' } })
    const chosen = cancellationReasons.find((entry) => entry.cancelCodeId === cancellationCode)
    if (!chosen || !reason)
      return reply.code(400).send({ error: { code: 'BadRequest', message: 'Invalid cancellation code' } })
    world.actions.push({
      orderId: known.order.id,
      action: 'requestCancellation',
      at: new Date(world.now()).toISOString(),
    })
    world.later(world.env.actionDelayMs, () => {
      // Cancellation is rejected once the order is out for delivery.
      if (known.status === 'DISPATCHED')
        world.emit(known, 'CANCELLATION_REQUEST_FAILED', { reason: 'Pedido já saiu' })
      else cancel(world, known, 'MERCHANT', chosen.description, chosen.cancelCodeId)
    })
    return reply.code(202).send()
  })
}

/** A name that comes several times has a list. */
const formOf = (form: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )

function orderOf(world: World, request: FastifyRequest): KnownOrder | undefined {
  return world.orders.get((request.params as { id: string }).id)
}
