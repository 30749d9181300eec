import { standardManner, type Manner } from './manner.ts'
import { controlApi } from './control-api.ts'
import { eventsApi } from './events-api.ts'
import { ordersApi, problem } from './orders-api.ts'
import { conformingServer } from './schemas.ts'
import { World } from './world.ts'

export interface OrderingApp {
  readonly url: string
  readonly world: World
  stop(): Promise<void>
}

/** An ordering application in this process, on loopback. `port` 0, the default, selects a free port. */
export async function startOrderingApp(
  given: {
    readonly port?: number
    readonly actionDelayMs?: number
    readonly manner?: Manner
    /** Signs webhooks where no merchant has a secret of its own. */
    readonly softwareSecret?: string
  } = {},
): Promise<OrderingApp> {
  const manner = given.manner ?? standardManner
  const world = new World(given.actionDelayMs ?? 200, manner)
  world.softwareSecret = given.softwareSecret ?? ''
  const app = conformingServer()
  app.decorateRequest('merchants')
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/_control')) return
    if (world.down) return reply.code(503).send(problem(503))
    const [path = ''] = request.url.split('?')
    if (path === '/oauth/token' || manner.open.includes(path)) return
    const merchants = world.merchantsOf(request.headers.authorization)
    if (!merchants) return reply.code(401).send(problem(401))
    request.merchants = merchants
  })
  app.addHook('preValidation', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (path.startsWith('/_control') || manner.open.includes(path)) return
    const refused = manner.refusal(request)
    if (!refused) return
    world.violations.push(`${request.url}: ${refused.why}`)
    return reply.code(refused.status).send(problem(refused.status))
  })
  app.setErrorHandler((error: Error & { validation?: unknown }, request, reply) => {
    if (!request.url.startsWith('/_control')) world.violations.push(`${request.url}: ${error.message}`)
    const status = error.validation ? 400 : 500
    void reply.code(status).send({ ...problem(status), detail: error.message })
  })
  app.post('/oauth/token', { schema: { body: manner.tokenSchema } }, async (request, reply) => {
    const token = manner.token(world, request.body as Record<string, string>)
    return token ? { ...token, token_type: 'bearer' } : reply.code(401).send(problem(401))
  })
  ordersApi(app, world)
  eventsApi(app, world)
  manner.routes(app, world)
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
