import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Deps } from '../../deps.ts'
import { refusedCalls, type RefusedCall } from '../../errors/refused-calls.ts'

/** Each refused webhook is a log line and a count: where no store is known, only the operator can see it. */
export function refusedCallAlarm(app: FastifyInstance, deps: Deps, registry: Registry): void {
  const count = new Counter({
    name: 'balcao_refused_webhooks_total',
    help: 'Webhooks of partners that were too large or not as published',
    labelNames: ['partner', 'cause'],
    registers: [registry],
  })
  const note = (call: RefusedCall): void => {
    count.inc({ partner: call.partner, cause: call.cause })
    deps.log.warn({ call }, 'a webhook was refused')
  }
  refusedCalls.on('refused', note)
  app.addHook('onClose', (_instance, done) => {
    refusedCalls.off('refused', note)
    done()
  })
}
