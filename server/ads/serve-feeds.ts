import type { FastifyInstance } from 'fastify'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { publicOrigin, storeOfMenuSlug } from '../identity/identity.ts'
import { requireModule } from '../stores/stores.ts'
import { feedHead, feedOf } from './feed.reads.ts'
import { googleXml, metaCsv } from './feed.rules.ts'

/** Rendered feeds by store and format, the ones asked for last. One of 2,000 items takes about 1 MB. */
const mostKept = 20

const formats = {
  'meta.csv': { type: 'text/csv; charset=utf-8', render: metaCsv },
  'google.xml': { type: 'application/xml; charset=utf-8', render: googleXml },
} as const

/**
 * The menu as a product feed, for ad networks to fetch. Public like the menu, and without personal data. A reader that
 * still has the current menu gets 304. The addresses are outside the contract: their replies are files of others' formats.
 */
export function serveFeeds(app: FastifyInstance, deps: Deps): void {
  const kept = new Map<string, { readonly version: string; readonly body: string }>()
  for (const [name, { type, render }] of Object.entries(formats))
    app.get<{ Params: { menuSlug: string } }>(`/feeds/:menuSlug/${name}`, async (request, reply) => {
      const storeId = await storeOfMenuSlug(deps, request.params.menuSlug)
      if (!storeId) throw new AppError('store/not-found')
      const key = `${storeId} ${name}`
      const answer = await withStoreScope(deps.cells, [storeId], async (tx) => {
        await requireModule(tx, storeId, 'ads')
        const origin = publicOrigin(deps.env)
        const head = await feedHead(tx, storeId, origin)
        if (!head) throw new AppError('store/not-found')
        if (head.problem) throw new AppError('store/not-served', { message: head.problem })
        const { version } = head
        if (request.headers['if-none-match'] === `"${version}"`) return { version, body: null }
        const known = kept.get(key)
        const body =
          known?.version === version
            ? known.body
            : render((await feedOf(tx, storeId, deps.now(), origin)).rows, head.store)
        kept.delete(key)
        kept.set(key, { version, body })
        return { version, body }
      })
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
      void reply.header('etag', `"${answer.version}"`).header('cache-control', 'public, no-cache')
      return answer.body === null ? reply.code(304).send() : reply.type(type).send(answer.body)
    })
}
