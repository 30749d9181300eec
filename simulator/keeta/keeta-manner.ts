import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Manner } from '../open-delivery/manner.ts'
import { openOrClose, type MerchantUpdate } from '../open-delivery/merchant-update-api.ts'
import { onboard, onboardingBody, type Onboarding } from '../open-delivery/onboarding.ts'
import { ownOrder, problem } from '../open-delivery/orders-api.ts'
import type { World } from '../open-delivery/world.ts'
import { canonical } from './canonical.ts'
import { keetaSeals } from './seals.ts'

/** What Keeta publishes (docs/marketplaces/keeta.md). */
export interface KeetaApplication {
  readonly clientId: string
  readonly clientSecret: string
  /** Of one token. */
  readonly pollsPerMinute: number
}

const minuteMs = 60_000
const text = { type: 'string', minLength: 1 }
const eventTypes = [
  'CREATED',
  'CONFIRMED',
  'DISPATCHED',
  'READY_FOR_PICKUP',
  'PICKED_UP',
  'DELIVERED',
  'CONCLUDED',
  'CANCELLATION_REQUESTED',
  'CANCELLED',
  'USER_REFUND_REQUEST',
  'REFUNDED',
  'REFUND_FAILED',
  'RECOMMENDED_PREPARATION_START',
]

/** One pair of credentials for all merchants, a signature on every request, polls for several merchants, refunds. */
export function keetaManner({ clientId, clientSecret, pollsPerMinute }: KeetaApplication): Manner {
  const seals = keetaSeals()
  const polls = new Map<string, { minute: number; count: number }>()
  const polledTooOften = (token: string): boolean => {
    const minute = Math.floor(Date.now() / minuteMs)
    const before = polls.get(token)
    const count = before?.minute === minute ? before.count + 1 : 1
    polls.set(token, { minute, count })
    return count > pollsPerMinute
  }
  return {
    token: (world, form) =>
      form.client_id === clientId && form.client_secret === clientSecret ? world.newToken(null) : null,
    tokenSchema: {
      type: 'object',
      required: ['client_id', 'client_secret', 'grant_type'],
      properties: { grant_type: { enum: ['app_level_token', 'client_credentials'] } },
    },
    refusal: (request) => {
      if (request.headers['x-app-signature'] !== signatureOf(request, clientSecret))
        return { status: 401, why: 'a signature that is not this request’s' }
      const polling = request.url.startsWith('/v1/events:polling')
      return polling && polledTooOften(request.headers.authorization ?? '')
        ? { status: 429, why: 'more polls in a minute than are allowed' }
        : null
    },
    polled: ({ merchants, headers }) => {
      const named = String(headers['x-polling-merchants'] ?? '').split(',')
      return merchants.filter(({ softwareId }) => softwareId !== undefined && named.includes(softwareId))
    },
    acknowledgment: {
      type: 'object',
      required: ['id', 'orderId', 'eventType'],
      properties: { id: text, orderId: text, eventType: { enum: eventTypes } },
    },
    conforms: false,
    webhook: { encoding: 'base64', taken: [200] },
    newOrderId: (count) => String(783_441_058_793_308 + count),
    displayPrefix: 'K-',
    served: seals.seal,
    open: [],
    routes: (app, world) => {
      routes(app, world)
      seals.routes(app)
    },
  }
}

/** Base64 HMAC of the address without its query, the sorted query and the canonical body. */
function signatureOf(request: FastifyRequest, secret: string): string {
  const [path = '', search = ''] = request.url.split('?')
  const query =
    search === '' ? [] : [...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`)
  const body = request.body ?? {}
  const isEmpty = typeof body === 'object' && Object.keys(body).length === 0
  const parts = [
    `http://${request.headers.host}${path}`,
    query.sort().join('&'),
    isEmpty ? '' : canonical(body),
  ]
  return createHmac('sha256', secret).update(parts.filter(Boolean).join('&')).digest('base64')
}

function routes(app: FastifyInstance, world: World): void {
  const body = {
    ...onboardingBody,
    required: ['keetaMerchantId'],
    properties: { ...onboardingBody.properties, keetaMerchantId: { type: 'number' } },
  }
  app.put('/v1/merchantOnboarding', { schema: { body } }, (request, reply) => {
    const { keetaMerchantId, ...addresses } = request.body as Onboarding & { keetaMerchantId: number }
    const { merchantId = '' } = request.query as { merchantId?: string }
    return onboard(world, reply, merchantId, {
      ...addresses,
      orderingAppMerchantId: String(keetaMerchantId),
    })
  })
  merchantUpdate(app, world)
  const answer = (path: string, event: string, schema: object) =>
    app.post(`/v1/orders/:orderId/${path}`, { schema }, async (request, reply) => {
      const order = ownOrder(world, request)
      if (!order) return reply.code(404).send(problem(404))
      if (order.lastEvent !== 'USER_REFUND_REQUEST') return reply.code(422).send(problem(422))
      order.actions.push({ action: path, body: request.body ?? null })
      world.later(() => world.emit(order, event))
      return reply.code(204).send()
    })
  answer('acceptRefund', 'REFUNDED', {})
  const code = { enum: ['DISH_ALREADY_DONE', 'OUT_FOR_DELIVERY', 'OTHER'] }
  const refusal = { type: 'object', required: ['reason', 'code'], properties: { reason: text, code } }
  answer('rejectRefund', 'REFUND_FAILED', { body: refusal })
}

/** The whole merchant or nothing of its menu; beside a status, objects do not count. */
function merchantUpdate(app: FastifyInstance, world: World): void {
  const list = { type: 'array' }
  const whole = {
    type: 'object',
    required: ['id', 'menus', 'categories', 'itemOffers', 'items'],
    properties: { id: text, menus: list, categories: list, itemOffers: list, items: list },
  }
  const body = {
    type: 'object',
    dependencies: { entityType: ['updatedObjects'], updatedObjects: ['entityType'] },
    properties: {
      merchantStatus: { enum: ['AVAILABLE', 'UNAVAILABLE'] },
      entityType: { enum: ['MERCHANT'] },
      updatedObjects: { type: 'array', minItems: 1, items: whole },
    },
  }
  app.post('/v1/merchantUpdate/:merchantId', { schema: { body } }, async (request, reply) => {
    const { merchantId: softwareId } = request.params as { merchantId: string }
    const merchant = request.merchants.find((one) => one.softwareId === softwareId)
    if (!merchant) return reply.code(404).send(problem(404))
    const { merchantStatus, entityType, updatedObjects = [] } = request.body as MerchantUpdate
    const { merchantId } = merchant
    if (merchantStatus) openOrClose(world, merchant, merchantStatus)
    else if (entityType) world.objectNews.push({ merchantId, entityType, updatedObjects })
    else world.menuNews.push(merchantId)
    return reply.code(204).send()
  })
}
