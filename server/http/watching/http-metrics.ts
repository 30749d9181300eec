import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { poolUse } from '../../db/connections/pool.ts'
import type { Deps } from '../../deps.ts'
import { logFailures } from '../../log.ts'
import { routeOf } from './request-log.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** Request durations, open streams, and the use of the PostgreSQL connections. */
export function httpMetrics(app: FastifyInstance, deps: Deps, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route, method and status; its _count is the number of requests',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { route: routeOf(request), method: request.method, status: reply.statusCode }
    seconds.observe(labels, reply.elapsedTime / 1_000)
    done()
  })
  gauge(registry, 'live_streams', 'Open live streams of this process', () => deps.live.streams)
  gauge(registry, 'log_failures', 'Writes of the log that failed, and lines that were lost', logFailures)
  poolGauges(registry, deps)
}

function poolGauges(registry: Registry, deps: Deps): void {
  const pools = Object.entries({ main: deps, ...deps.apart })
  const gauges = {
    inUse: ['database_connections_in_use', 'Connections of the pool that are at work'],
    waiting: ['database_connections_waiting', 'Callers that wait for a connection of the pool'],
  } as const
  for (const [value, [name, help]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, { directory }] of pools) this.set({ pool }, lookup(poolUse(directory), value) ?? 0)
      },
    })
  }
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}
