import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the log line of the request says besides its route, status and time. */
    noted: Noted
  }
}

interface Noted {
  uid?: string | undefined
  storeId?: string | undefined
  /** The code of a refusal, as the reply names it. */
  code?: string | undefined
  /** Only of a fault of ours (5xx). */
  fault?: unknown
}

/** Files and probes: a line each would hide the others. */
const isQuiet = (route: string): boolean => /^\/(assets|health|metrics)\b/.test(route)

/**
 * One line a request, found by the id that a person's screen shows. Never the address with its values, a body,
 * an IP address or a name: the log holds no personal data.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.noted = {}
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { fault, code, uid, storeId: store } = request.noted
    const status = reply.statusCode
    const route = routeOf(request)
    const ms = Math.round(reply.elapsedTime)
    const line = { method: request.method, route, uid, store, status, ms, code }
    if (status >= 500) request.log.error({ ...line, fault: describeError(fault) }, 'request')
    else request.log[status < 400 && isQuiet(route) ? 'debug' : 'info'](line, 'request')
    done()
  })
}

/** The route's pattern: no value of a path or a query. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

interface ErrorLine {
  readonly type: string
  readonly message: string
  readonly stack?: string | undefined
  readonly code?: string
  readonly cause?: ErrorLine | undefined
}

/** Chosen fields only: PostgreSQL's `detail` quotes the row, and with it an e-mail or a phone number. */
function describeError(error: unknown): ErrorLine | undefined {
  if (error === undefined) return undefined
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown without an Error' }
  const code = 'code' in error ? { code: String(error.code) } : {}
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    cause: describeError(error.cause),
    ...code,
  }
}
