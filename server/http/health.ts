import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { databaseAnswers } from '../db/ping.ts'
import type { Deps } from '../deps.ts'
import { httpMetrics } from './http-metrics.ts'

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
  httpMetrics(app, deps, registry)
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
