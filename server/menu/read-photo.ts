import type { FastifyInstance } from 'fastify'
import { readMenuPhoto } from '../../contract/menu/menu.ts'
import type { Received } from '../../contract/shared/route.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { parseInput } from '../http/parse.ts'

/** A picture and not JSON, so it does not pass through serve.ts. Its name is its content: kept for ever. */
export function readPhoto(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: 'GET',
    url: `/api${readMenuPhoto.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { route: readMenuPhoto },
    handler: async (request, reply) => {
      const { storeId, photoId } = parseInput(readMenuPhoto.params ?? never(), request.params) as Received<
        typeof readMenuPhoto
      >['params']
      const photo = await withStoreScope(deps.db, [storeId], (tx) =>
        tx
          .selectFrom('menu_photos')
          .select(['content_type', 'bytes'])
          .where('store_id', '=', storeId)
          .where('id', '=', photoId)
          .executeTakeFirst(),
      )
      if (!photo) throw new AppError('menu/photo-not-found')
      return (
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          // Opened by itself, a drawing may run nothing.
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .type(photo.content_type)
          .send(photo.bytes)
      )
    },
  })
}

function never(): never {
  throw new Error('readMenuPhoto has parameters')
}
