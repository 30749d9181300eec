import { setTimeout } from 'node:timers/promises'
import type { FastifyError, FastifyInstance } from 'fastify'
import { publishedRules } from '../../contract/shared/channels.ts'
import type { Deps } from '../deps.ts'
import { refusedCalls } from '../errors/refused-calls.ts'
import { sendError } from '../http/replies/error-reply.ts'
import { sanitiseEvent } from './sanitise/sanitise-event.ts'
import { connectedMerchants, type ConnectedMerchant } from './connected-merchants.ts'
import { keepEvents } from './inbox/keep-events.ts'
import type { MarketplaceEvent } from './marketplace-event.ts'
import type { MarketplaceKind, MarketplaceWebhook } from './marketplace-kind.ts'
import type { WantingStores } from './poll.ts'

/** An order of 200 items with 20 options each takes 1.3 MB (webhooks.db.test.ts). */
const maxBytes = 2 * 1024 * 1024

/** The addresses that marketplaces call. The answer leaves only after the events are committed. */
export function marketplaceWebhooks(app: FastifyInstance, deps: Deps, wanting: WantingStores): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => {
    done(null, body)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const kind = deps.marketplaces.kinds.find(({ webhook }) => webhook?.path === request.routeOptions.url)
    if (kind && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      refusedCalls.emit('refused', { partner: kind.platform, cause: 'size', storeId: null })
    sendError(error, request, reply)
  })
  for (const kind of deps.marketplaces.kinds) {
    if (kind.webhook) serveWebhook(app, { deps, kind, wanting }, kind.webhook)
  }
}

function serveWebhook(app: FastifyInstance, served: Served, webhook: MarketplaceWebhook): void {
  const { deps, kind } = served
  app.post(webhook.path, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const sent = { headers: request.headers, body }
    const now = deps.now()
    const renewalOf = (merchantId: string) => deps.marketplaces.renewalOf(kind.platform, merchantId)
    const events = await webhook.read(sent, { env: deps.env, now, renewalOf })
    const read = events.map((event) => sanitiseEvent(event, now))
    const answered = answer(served, webhook, read)
    const sending = await inTime(answered, publishedRules(kind.platform)?.replyWithinSeconds ?? null)
    if (sending !== null) return reply.code(sending.code).send(sending.body)
    answered.catch((error: unknown) =>
      deps.log.warn({ err: error, platform: kind.platform }, 'a late webhook failed'),
    )
    return reply.code(tooLate).send()
  })
}

interface Answer {
  readonly code: number
  readonly body?: object
}

/** Once the events are committed. */
async function answer(
  { deps, kind, wanting }: Served,
  webhook: MarketplaceWebhook,
  read: readonly MarketplaceEvent[],
): Promise<Answer> {
  const events = read.filter((event) => event.type !== 'keep-alive')
  await keepEvents(deps, kind.platform, events, 'webhook')
  const asked = read.filter((event) => event.type === 'keep-alive')
  if (asked.length === 0 || events.length > 0) return { code: webhook.status }
  const lists = asked.flatMap(({ merchantIds }) => (merchantIds ? [merchantIds] : []))
  const { merchants, there } = await presence({ deps, kind, wanting }, lists.length > 0 ? lists.flat() : null)
  if (webhook.present && lists.length > 0)
    return { code: webhook.status, body: webhook.present(there.map(({ merchantId }) => merchantId)) }
  return { code: merchants.length === 0 || there.length > 0 ? webhook.status : nobodyThere }
}

/** Of all merchants that have a store here, or of the asked ones, those whose store wants to sell. */
async function presence(
  { deps, kind, wanting }: Served,
  asked: readonly string[] | null,
): Promise<Record<'merchants' | 'there', readonly ConnectedMerchant[]>> {
  const isAsked = asked && new Set(asked)
  const connections = await connectedMerchants(deps, kind.platform)
  const merchants = connections
    .flatMap((connection) => connection.merchants)
    .filter(({ merchantId }) => isAsked?.has(merchantId) ?? true)
  const stores = new Set(merchants.map(({ storeId }) => storeId))
  const wants = stores.size === 0 ? stores : await wanting([...stores])
  return { merchants, there: merchants.filter(({ storeId }) => wants.has(storeId)) }
}

/** Null: the marketplace no longer waits for the answer. It sends the events again, and repeats change nothing. */
async function inTime(answered: Promise<Answer>, seconds: number | null): Promise<Answer | null> {
  if (seconds === null) return answered
  const done = new AbortController()
  try {
    return await Promise.race([answered, setTimeout(seconds * 1_000, null, { signal: done.signal })])
  } finally {
    done.abort()
  }
}

interface Served {
  readonly deps: Deps
  readonly kind: MarketplaceKind
  readonly wanting: WantingStores
}

/** Received, and yet not the status that shows the stores as online. */
const nobodyThere = 204
const tooLate = 503
