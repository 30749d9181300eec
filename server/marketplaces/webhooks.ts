import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { sendError } from '../http/error-reply.ts'
import { sanitiseEvent } from './sanitise/sanitise-event.ts'
import { connectedMerchants } from './connected-merchants.ts'
import { keepEvents } from './inbox/keep-events.ts'
import type { MarketplaceKind, MarketplaceWebhook } from './marketplace-kind.ts'
import type { WantingStores } from './poll.ts'

/** The addresses that marketplaces call. The answer leaves only after the events are committed. */
export function marketplaceWebhooks(app: FastifyInstance, deps: Deps, wanting: WantingStores): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) => {
    done(null, body)
  })
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply)
  })
  for (const kind of deps.marketplaces.kinds) {
    if (kind.webhook) serveWebhook(app, { deps, kind, wanting }, kind.webhook)
  }
}

function serveWebhook(
  app: FastifyInstance,
  { deps, kind, wanting }: Served,
  webhook: MarketplaceWebhook,
): void {
  app.post(webhook.path, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const sent = { headers: request.headers, body }
    const now = deps.now()
    const read = webhook.read(sent, { env: deps.env, now }).map((event) => sanitiseEvent(event, now))
    const events = read.filter((event) => event.type !== 'keep-alive')
    await keepEvents(deps, kind.platform, events, 'webhook')
    const asksOnly = read.length > 0 && events.length === 0
    const code = asksOnly && !(await anyWants(deps, kind, wanting)) ? nobodyThere : webhook.status
    return reply.code(code).send()
  })
}

interface Served {
  readonly deps: Deps
  readonly kind: MarketplaceKind
  readonly wanting: WantingStores
}

/** Received, and yet not the status that shows the stores as online. */
const nobodyThere = 204

async function anyWants(deps: Deps, { platform }: MarketplaceKind, wanting: WantingStores): Promise<boolean> {
  const connections = await connectedMerchants(deps, platform)
  const ids = connections.flatMap(({ merchants }) => merchants.map(({ storeId }) => storeId))
  return ids.length === 0 || (await wanting([...new Set(ids)])).size > 0
}
