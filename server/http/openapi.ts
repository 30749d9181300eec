import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { operatorsOnly } from './doors/operators-only.ts'
import { openApiDocument } from './openapi-document.ts'

/** `/api/openapi.json`, generated from the contract, and `/docs`, rendered from it. */
export async function openApiRoutes(app: FastifyInstance, deps: Pick<Deps, 'env'>): Promise<void> {
  const document = openApiDocument()
  app.get('/api/openapi.json', { onRequest: operatorsOnly(deps) }, () => document)
  await app.register(async (docs) => {
    docs.addHook('onRequest', operatorsOnly(deps))
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'list' },
    })
  })
}
