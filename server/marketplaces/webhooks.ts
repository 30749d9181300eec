import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { sendError } from '../http/error-reply.ts'
import { eventAtDoor } from './event-at-door.ts'
import { keepEvents } from './inbox/keep-events.ts'
import type { MarketplaceKind, MarketplaceWebhook } from './marketplace-kind.ts'

/** The addresses that marketplaces call. The answer leaves only after the events are committed. */
export function marketplaceWebhooks(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * 1024 }, (_request, body, done) => {
    done(null, body)
  })
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply)
  })
  for (const kind of deps.marketplaces.kinds) {
    if (kind.webhook) serveWebhook(app, deps, kind, kind.webhook)
  }
}

function serveWebhook(
  app: FastifyInstance,
  deps: Deps,
  kind: MarketplaceKind,
  webhook: MarketplaceWebhook,
): void {
  app.post(webhook.path, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const sent = { headers: request.headers, body }
    const now = deps.now()
    const read = webhook.read(sent, { env: deps.env, now }).map((event) => eventAtDoor(event, now))
    const events = read.filter((event) => event.type !== 'keep-alive')
    await keepEvents(deps, kind.platform, events, 'webhook')
    return reply.code(webhook.status).send()
  })
}
