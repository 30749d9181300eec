import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorMessages } from '../../../contract/shared/error-messages.ts'
import type { ErrorBody, ErrorCode } from '../../../contract/shared/errors.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { isSumTooLarge } from '../../db/content-refused.ts'
import { codeOf, isDatabaseLost } from '../../db/connections/database-lost.ts'
import { isExhaustion, noteExhaustion } from '../../db/connections/exhaustion.ts'
import { AppError } from '../../errors/app-error.ts'

/** Maps anything thrown to a reply without stack, SQL or personal data. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = isAborted(error, request) ? new AppError('request/aborted') : asAppError(error, request)
  request.noted.code = known.code
  if (known.status >= 500) request.noted.fault = error
  if (known.code === 'database/out-of-space' && noteExhaustion(new Date()))
    request.log.fatal({ err: error }, 'the database cannot write: out of space, memory or a limit')
  const { details, current, retryAfterSeconds, message } = known.extras
  const retryAfter = retryAfterSeconds ?? retryAfterOf(known)
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  const body: ErrorBody = {
    error: known.code,
    message: message ?? errorMessages[known.code],
    requestId: request.id,
    ...(details ? { details } : {}),
    ...(current === undefined ? {} : { current }),
  }
  // A file that fails before its first byte must not be saved under its name.
  reply.removeHeader('content-disposition')
  if (!reply.raw.headersSent) reply.raw.removeHeader('content-disposition')
  void reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}

/** Seconds; space takes longer to come back than a connection. */
function retryAfterOf({ code, status }: AppError): number | undefined {
  if (code === 'database/out-of-space') return 10
  return status === 503 ? 2 : status === 429 ? 30 : undefined
}

function asAppError(error: unknown, { method }: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const fastify = lookup(fastifyCodes, code)
  if (fastify) return new AppError(fastify)
  if (isDatabaseLost(error)) return new AppError('database/unavailable')
  if (isExhaustion(error)) return new AppError('database/out-of-space')
  if (code === '57014' || code === '55P03' || code === 'POOL_BUSY') return new AppError('server/overloaded')
  // A read that cannot add up is a fault of ours.
  if (isSumTooLarge(error) && method !== 'GET')
    return new AppError('validation/refused', { message: sumTooLarge })
  if (isClientFault(error)) return new AppError('validation/invalid')
  return new AppError('server/failed')
}

const sumTooLarge =
  'Somado ao que já existe, um destes números passa do máximo que o sistema guarda. Confira os valores.'

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'validation/body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'validation/unsupported-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'validation/invalid',
  FST_ERR_CTP_INVALID_JSON_BODY: 'validation/invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'validation/invalid',
  FST_ERR_NOT_FOUND: 'route/not-found',
  FST_ERR_BAD_URL: 'request/malformed',
}

/** The client went away while it sent its body: nothing of ours has failed. */
const isAborted = (error: unknown, request: FastifyRequest): boolean =>
  codeOf(error) === 'ECONNRESET' && request.raw.readableAborted

function isClientFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false
  const status = Number(error.statusCode)
  return status >= 400 && status < 500
}
