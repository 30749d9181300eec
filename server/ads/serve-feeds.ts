import type { FastifyInstance } from 'fastify'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import type { Gate } from '../http/doors/gate.ts'
import { KeptReplies } from '../http/replies/kept-replies.ts'
import { publicOrigin, storeOfMenuSlug } from '../identity/identity.ts'
import { requireModule } from '../stores/stores.ts'
import { feedHead, feedOf } from './feed.reads.ts'
import { googleXml, metaCsv } from './feed.rules.ts'

/** A feed of 2,000 items takes about 1 MB. */
const maxKeptBytes = 64 * 1024 * 1024

const formats = {
  'meta.csv': { type: 'text/csv; charset=utf-8', render: metaCsv },
  'google.xml': { type: 'application/xml; charset=utf-8', render: googleXml },
} as const

/**
 * The menu as a product feed, for ad networks to fetch. Public like the menu, and without personal data. A reader that
 * still has the current menu gets 304. The addresses are outside the contract: their replies are files of others' formats.
 */
export function serveFeeds(app: FastifyInstance, deps: Deps, readers: Gate): void {
  const kept = new KeptReplies(maxKeptBytes)
  for (const [name, { type, render }] of Object.entries(formats))
    app.get<{ Params: { menuSlug: string } }>(`/feeds/:menuSlug/${name}`, async (request, reply) => {
      const storeId = await storeOfMenuSlug(deps, request.params.menuSlug)
      if (!storeId) throw new AppError('store/not-found')
      const answer = await readers.pass(() =>
        withStoreScope(deps.cells, [storeId], async (tx) => {
          await requireModule(tx, storeId, 'ads')
          const origin = publicOrigin(deps.env)
          const head = await feedHead(tx, storeId, origin)
          if (!head) throw new AppError('store/not-found')
          if (head.problem) throw new AppError('store/not-served', { message: head.problem })
          const { version } = head
          if (request.headers['if-none-match'] === `"${version}"`) return { version, body: null }
          const body = await kept.of(`${storeId} ${name}`, version, async () =>
            render((await feedOf(tx, storeId, deps.now(), origin)).rows, head.store),
          )
          return { version, body }
        }),
      )
      void reply.header('etag', `"${answer.version}"`).header('cache-control', 'public, no-cache')
      return answer.body === null ? reply.code(304).send() : reply.type(type).send(answer.body)
    })
}
