import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Deps } from '../../deps.ts'
import { oddRows, type OddRow } from '../../errors/odd-rows.ts'

/** One row that cannot be shown as it is stored is a log line and a count: the replies go on without it. */
export function oddRowAlarm(app: FastifyInstance, deps: Deps, registry: Registry): void {
  const count = new Counter({
    name: 'balcao_odd_rows_total',
    help: 'Stored rows and documents of partners that could not be shown or kept as they were',
    labelNames: ['kind'],
    registers: [registry],
  })
  const note = (row: OddRow): void => {
    count.inc({ kind: row.kind })
    deps.log.error({ row }, 'a row could not be shown or kept as it was')
  }
  oddRows.on('found', note)
  app.addHook('onClose', (_instance, done) => {
    oddRows.off('found', note)
    done()
  })
}
