import type { FastifyInstance } from 'fastify'
import { strangersNetworkOf } from '../../calls/networks.ts'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'

/** Calls of one network that did not prove their sender, in one window. */
const maxWrong = 100
const windowMs = 60_000
const maxNetworks = 10_000

/**
 * For webhooks: a network with too many calls that did not prove their sender (401, 403) gets 429 before its body is
 * read, until the window ends. A partner's proven calls are never counted.
 */
export function limitWrongSenders(app: FastifyInstance, { CALL_LIMIT_FACTOR: factor }: Env): void {
  const wrong = new Map<string, { readonly since: number; readonly calls: number }>()
  const windowOf = (network: string) => {
    const found = wrong.get(network)
    return found && Date.now() - found.since < windowMs ? found : { since: Date.now(), calls: 0 }
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const network = strangersNetworkOf(request.ip)
    const { since, calls } = network === null ? { since: 0, calls: 0 } : windowOf(network)
    if (calls < maxWrong * factor) return done()
    const retryAfterSeconds = Math.max(1, Math.ceil((since + windowMs - Date.now()) / 1_000))
    done(new AppError('rate-limit/exceeded', { retryAfterSeconds, message: tooManyWrong }))
  })
  app.addHook('onResponse', ({ ip }, { statusCode }, done) => {
    const network = strangersNetworkOf(ip)
    if (network !== null && (statusCode === 401 || statusCode === 403)) {
      const { since, calls } = windowOf(network)
      // The oldest network makes room: entries keep the order in which they were first counted.
      const [oldest] = wrong.keys()
      if (wrong.size >= maxNetworks && oldest !== undefined) wrong.delete(oldest)
      wrong.set(network, { since, calls: calls + 1 })
    }
    done()
  })
}

const tooManyWrong =
  'Chegaram chamadas demais desta rede sem prova de quem as envia. Aguarde um minuto e tente de novo.'
