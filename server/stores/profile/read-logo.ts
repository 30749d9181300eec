import type { FastifyInstance } from 'fastify'
import type { Received } from '../../../contract/shared/route.ts'
import { readStoreLogo } from '../../../contract/stores/profile.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { parseInput } from '../../http/parse.ts'

/** Registered outside serve.ts, because it returns a picture instead of JSON. */
export function readLogo(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: 'GET',
    url: `/api${readStoreLogo.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { route: readStoreLogo },
    handler: async (request, reply) => {
      const { storeId, logoId } = parseInput(readStoreLogo.params ?? never(), request.params) as Received<
        typeof readStoreLogo
      >['params']
      const logo = await withStoreScope(deps.cells, [storeId], (tx) =>
        tx
          .selectFrom('store_logos')
          .select(['content_type', 'bytes'])
          .where('store_id', '=', storeId)
          .where('id', '=', logoId)
          .executeTakeFirst(),
      )
      if (!logo) throw new AppError('store/logo-not-found')
      return (
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          // If the picture is opened as a page, it must not run scripts.
          .header('content-security-policy', "default-src 'none'; sandbox")
          .type(logo.content_type)
          .send(logo.bytes)
      )
    },
  })
}

function never(): never {
  throw new Error('readStoreLogo has parameters')
}
