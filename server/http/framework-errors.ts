import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorMessages } from '../../contract/shared/error-messages.ts'
import { errorStatus, type ErrorBody, type ErrorCode } from '../../contract/shared/errors.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { AppError } from '../errors/app-error.ts'
import { sendError } from './replies/error-reply.ts'

/** How long a request may take to arrive; checked every two seconds. */
export interface ArrivalLimits {
  readonly headersMs: number
  readonly requestMs: number
  readonly checkMs: number
}
export const arrivalLimits: ArrivalLimits = { headersMs: 10_000, requestMs: 30_000, checkMs: 2_000 }

/** Enough for 5,000 live streams and their people's calls. */
const maxConnections = 12_000

/** Options of Fastify that give requests which never become one the contract's error shape. */
export const malformedRequests = {
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    // No hook has run for it.
    request.noted = {}
    void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    sendError(error, request, reply)
  },
  clientErrorHandler(this: FastifyInstance, error: Error, socket: Socket): void {
    answerUnreadable(this.log, error, socket)
  },
}

export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = maxConnections
  app.addHook('onRequest', (request, _reply, done) => {
    // Two front servers could each believe another one.
    const hosts = request.raw.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    )
    done(hosts.length > 1 ? new AppError('request/malformed') : undefined)
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    answered.set(raw.socket, raw)
    done()
  })
}

/** The last request of each connection that has its reply; its body may still be on its way. */
const answered = new WeakMap<Socket, IncomingMessage>()

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request/too-slow',
  HPE_HEADER_OVERFLOW: 'request/headers-too-large',
}

/** What the parser cannot read has no request yet: the reply is written onto the socket. */
function answerUnreadable(log: FastifyBaseLogger, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = lookup(codes, error.code ?? '') ?? 'request/malformed'
  const requestId = randomUUID()
  log.info({ requestId, code, cause: error.code }, 'request')
  const body: ErrorBody = { error: code, message: errorMessages[code], requestId }
  const text = JSON.stringify(body)
  const status = errorStatus[code]
  const hasReply = answered.get(socket)?.complete === false
  if (socket.writable && !hasReply)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(text)}`,
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        `x-request-id: ${requestId}`,
        'connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  socket.destroy(error)
}
