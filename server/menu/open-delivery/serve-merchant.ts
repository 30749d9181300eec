import type { FastifyInstance } from 'fastify'
import { validate as isUuid } from 'uuid'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { storeOfMenuSlug } from '../../identity/identity.ts'
import type { Gate } from '../../http/doors/gate.ts'
import { KeptReplies } from '../../http/replies/kept-replies.ts'
import { breaksOf, runningBreak } from '../../stores/stores.ts'
import { menuOf } from '../reads/menu.reads.ts'
import { merchantOf } from './merchant.rules.ts'
import { servedStoreOf } from './merchant.reads.ts'
import { merchantStatusOf } from './services.rules.ts'

/** A menu of 2,000 items takes about 2 MB. */
const maxKeptBytes = 64 * 1024 * 1024

/**
 * The store as Open Delivery v1.7's merchant, to anyone who knows its menu address; the standard makes a key optional,
 * and the menu is public. A reader that still has the current state gets 304. Its address is outside the contract,
 * because the standard fixes it and its replies have no envelope.
 */
export function serveMerchant(app: FastifyInstance, deps: Deps, readers: Gate): void {
  app.get('/open-delivery/v1/versions/merchant', () => servedVersions)
  serveStatus(app, deps, readers)
  const kept = new KeptReplies(maxKeptBytes)
  app.get<{ Params: { menuSlug: string } }>(
    '/open-delivery/v1/merchant/:menuSlug',
    async (request, reply) => {
      const storeId = await storeOfMenuSlug(deps, request.params.menuSlug)
      if (!storeId) throw new AppError('store/not-found')
      const now = deps.now()
      const origin = deps.env.PUBLIC_URL ?? `${request.protocol}://${request.host}`
      const answer = await readers.pass(() =>
        withStoreScope(deps.cells, [storeId], async (tx) => {
          const served = await servedStoreOf(tx, storeId, now, origin)
          if (!served) throw new AppError('store/not-found')
          const { store, missing, version } = served
          if (missing.length > 0) throw notServed(missing)
          const etag = `"${version}"`
          if (request.headers['if-none-match'] === etag) return { etag, body: null }
          const body = await kept.of(storeId, version, async () =>
            JSON.stringify(merchantOf(store, await menuOf(tx, storeId, now), now, origin)),
          )
          return { etag, body }
        }),
      )
      void reply.header('etag', answer.etag).header('cache-control', 'public, no-cache')
      return answer.body === null
        ? reply.code(304).send()
        : reply.type('application/json; charset=utf-8').send(answer.body)
    },
  )
}

/** The newest that the schema of 1.7 can name. */
const servedVersions = { merchantEndpoint: '1.2.1', ordersWebhook: '1.2.1' }

/** Whether the store sells now. Its id is the one that the served merchant says: its document before our store's id. */
function serveStatus(app: FastifyInstance, deps: Deps, readers: Gate): void {
  app.get<{ Params: { id: string } }>('/open-delivery/v1/merchant/:id/status', async (request) => {
    const [, document, storeId] = /^(\d{14})-(.{36})$/.exec(request.params.id) ?? []
    if (storeId === undefined || !isUuid(storeId)) throw new AppError('store/not-found')
    const now = deps.now()
    const origin = deps.env.PUBLIC_URL ?? `${request.protocol}://${request.host}`
    return readers.pass(() =>
      withStoreScope(deps.cells, [storeId], async (tx) => {
        const served = await servedStoreOf(tx, storeId, now, origin)
        if (!served || served.store.document !== document) throw new AppError('store/not-found')
        if (served.missing.length > 0) throw notServed(served.missing)
        const isPaused = runningBreak(await breaksOf(tx, [storeId], now), null, now) !== null
        return merchantStatusOf(served.store, isPaused, now)
      }),
    )
  })
}

const notServed = (missing: readonly string[]): AppError =>
  new AppError('store/not-served', {
    message: `Esta loja ainda não se publica no Open Delivery: ${missing.join('; ')}.`,
  })
