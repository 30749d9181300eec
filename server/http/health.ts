import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { databaseAnswers } from '../db/ping.ts'
import type { Deps } from '../deps.ts'

const pingKeptMs = 1_000

/** `/health/live` speaks of this process only; `/health/ready` also of the database, asked at most once a second. */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  let asked = 0
  let answer: Promise<boolean> | null = null
  app.get('/health/live', () => ({ data: { alive: true } }))
  app.get('/health/ready', async (_request, reply) => {
    const now = performance.now()
    if (!answer || now - asked > pingKeptMs) {
      asked = now
      answer = databaseAnswers(deps.db)
    }
    const ready = await answer
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ data: { ready } })
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'live_streams',
    help: 'Open live streams of this process',
    registers: [registry],
    collect() {
      this.set(deps.live.streams)
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
