import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '../../deps.ts'
import { httpMetrics } from './http-metrics.ts'
import { createReadiness, watchDisk } from './readiness.ts'
import { operatorsOnly } from '../doors/operators-only.ts'
import { oddRowAlarm } from './odd-row-alarm.ts'
import { refusedCallAlarm } from './refused-call-alarm.ts'
import type { ConsumerState } from '../../worker/consumer.ts'
import { queueStates, type QueueState } from '../../worker/due-work.ts'

/**
 * `/health/live` covers this process only; `/health/ready` also the database, asked at most once a second and written
 * to every ten, and the consumers of this process, naming any that makes no progress. It answers within a second.
 */
export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const readiness = createReadiness(deps)
  app.get('/health/live', () => ({ data: { alive: true } }))
  app.get('/health/ready', async (_request, reply) => {
    const data = await readiness()
    return reply
      .code(data.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ data })
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  httpMetrics(app, deps, registry)
  oddRowAlarm(app, deps, registry)
  refusedCallAlarm(app, deps, registry)
  queueGauges(registry, deps)
  consumerGauges(registry, deps)
  diskGauge(app, registry, deps)
  app.get('/metrics', { onRequest: operatorsOnly(deps) }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

/** Backlog in the database, of all stores and processes. */
function queueGauges(registry: Registry, deps: Deps): void {
  let reading: Promise<readonly QueueState[]> | null = null
  // One query for the three gauges of a scrape. Without the database, stale values would look healthy.
  const states = (): Promise<readonly QueueState[]> => {
    reading ??= queueStates(deps, deps.now())
      .catch(() => [])
      .finally(() => {
        reading = null
      })
    return reading
  }
  const gauge = (name: string, help: string, value: (state: QueueState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const now = await states()
        this.reset()
        for (const state of now) this.set({ queue: state.queue }, value(state))
      },
    })
  gauge('balcao_queue_due', 'Rows that are due now', (state) => state.due)
  gauge('balcao_queue_failed', 'Rows that were given up and wait for a person', (state) => state.failed)
  gauge('balcao_queue_oldest_due_seconds', 'How long the oldest due row has waited', (state) =>
    state.oldest_due_at ? Math.max(deps.now().getTime() - state.oldest_due_at.getTime(), 0) / 1_000 : 0,
  )
}

/** The state of this process's worker. */
function consumerGauges(registry: Registry, deps: Deps): void {
  const gauge = (name: string, help: string, value: (state: ConsumerState) => number | null) =>
    new Gauge({
      name: `balcao_consumer_${name}`,
      help,
      labelNames: ['consumer'],
      registers: [registry],
      collect() {
        for (const state of deps.worker()?.states() ?? []) {
          const now = value(state)
          if (now !== null) this.set({ consumer: state.name }, now)
        }
      },
    })
  gauge('running', 'Rounds or lanes that run now', (state) => state.running)
  gauge('stalled', '1 when the consumer makes no progress within its limit', (state) => Number(state.stalled))
  gauge('last_success_age_seconds', 'Since the last round, or look for work, that succeeded', (state) =>
    state.sinceSuccessMs === null ? null : state.sinceSuccessMs / 1_000,
  )
}

function diskGauge(app: FastifyInstance, registry: Registry, deps: Deps): void {
  const disk = watchDisk(deps)
  app.addHook('onClose', (_app, done) => {
    disk.stop()
    done()
  })
  new Gauge({
    name: 'balcao_disk_free_ratio',
    help: 'Free part of the disk with the private database, 0 to 1; absent with DATABASE_URL',
    registers: [registry],
    async collect() {
      const free = await disk.freePart()
      this.reset()
      if (free !== null) this.set(free)
    },
  })
}
