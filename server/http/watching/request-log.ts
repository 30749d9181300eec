import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields of the request's log line besides its route, status and time. */
    noted: LogFields
  }
}

interface LogFields {
  uid?: string | undefined
  storeId?: string | undefined
  /** The code of a rejection, as in the reply. */
  code?: string | undefined
  /** Only for internal errors (5xx). */
  fault?: unknown
}

/** Files and probes are not logged, because they would hide the rest. */
const isUnlogged = (route: string): boolean => /^\/(assets|health|metrics)\b/.test(route)

/**
 * One line per request, found by the id that the person's screen shows. Never contains the URL with its values,
 * a body, an IP address or a name, because the log must not contain personal data.
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
    else request.log[status < 400 && isUnlogged(route) ? 'debug' : 'info'](line, 'request')
    done()
  })
}

/** The route's pattern, without values of the path or query. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

interface ErrorLine {
  readonly type: string
  readonly message: string
  readonly stack?: string | undefined
  readonly code?: string
  readonly cause?: ErrorLine | undefined
}

/** Selected fields only: PostgreSQL's `detail` quotes the row and may contain personal data. */
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
