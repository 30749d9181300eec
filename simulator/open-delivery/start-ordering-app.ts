import { controlApi } from './control-api.ts'
import { eventsApi } from './events-api.ts'
import { ordersApi, problem } from './orders-api.ts'
import { conformingServer, schemaOf } from './schemas.ts'
import { World } from './world.ts'

export interface OrderingApp {
  readonly url: string
  readonly world: World
  stop(): Promise<void>
}

/** An ordering application in this process, on loopback. `port` 0, the default, selects a free port. */
export async function startOrderingApp(
  given: { readonly port?: number; readonly actionDelayMs?: number } = {},
): Promise<OrderingApp> {
  const world = new World(given.actionDelayMs ?? 200)
  const app = conformingServer()
  app.decorateRequest('merchant', null)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/_control')) return
    if (world.down) return reply.code(503).send(problem(503))
    if (request.url === '/oauth/token') return
    request.merchant = world.merchantOf(request.headers.authorization)
    if (!request.merchant) return reply.code(401).send(problem(401))
  })
  app.setErrorHandler((error: Error & { validation?: unknown }, request, reply) => {
    if (!request.url.startsWith('/_control')) world.violations.push(`${request.url}: ${error.message}`)
    const status = error.validation ? 400 : 500
    void reply.code(status).send({ ...problem(status), detail: error.message })
  })
  app.post('/oauth/token', { schema: { body: schemaOf('TokenRequest') } }, async (request, reply) => {
    const { client_id: id, client_secret: secret } = request.body as Record<string, string>
    const token = world.newToken(id ?? '', secret ?? '')
    return token ? { ...token, token_type: 'bearer' } : reply.code(401).send(problem(401))
  })
  ordersApi(app, world)
  eventsApi(app, world)
  controlApi(app, world)
  world.url = await app.listen({ port: given.port ?? 0, host: '127.0.0.1' })
  return {
    url: world.url,
    world,
    stop: async () => {
      world.stop()
      await app.close()
    },
  }
}
