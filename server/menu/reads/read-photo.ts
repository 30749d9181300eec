import type { FastifyInstance } from 'fastify'
import { readMenuPhoto } from '../../../contract/menu/menu.ts'
import type { Received } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { parseInput } from '../../http/parse.ts'

/**
 * Registered outside serve.ts, because it returns a picture instead of JSON. The address contains the
 * content's hash, so it is cached forever.
 */
export function readPhoto(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: 'GET',
    url: `/api${readMenuPhoto.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { route: readMenuPhoto },
    handler: async (request, reply) => {
      const { storeId, photoId } = parseInput(readMenuPhoto.params ?? never(), request.params) as Received<
        typeof readMenuPhoto
      >['params']
      const photo = await withStoreScope(deps.cells, [storeId], (tx) =>
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
          // If the photo is opened as a page, it must not run scripts.
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
