import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { strangersNetworkOf } from '../calls/networks.ts'
import { AppError } from '../errors/app-error.ts'

/** Bytes; smaller bodies are not counted. */
const large = 64 * 1024
/** Bytes of large bodies that one account, one network and one process receive or work on at once. */
const maxBytes = { holder: 12_000_000, process: 32_000_000 } as const
/** Of one account or network, on average: a reading of each body takes the process's time, however small it is kept. */
const holderBytesPerMs = 1_500

/**
 * Bodies above 64 KiB take room from their first byte until their reply has ended, that of their sender some time longer;
 * beyond the room they are refused unread. A sender who is slow loses the room with the request (`requestTimeout`).
 */
export function limitBodies(app: FastifyInstance): void {
  const taken = new Map<string, number>()
  const change = (holder: string, bytes: number): void => {
    const now = (taken.get(holder) ?? 0) + bytes
    if (now > 0) taken.set(holder, now)
    else taken.delete(holder)
  }
  const hasRoom = (holder: string, bytes: number, max: number): boolean =>
    (taken.get(holder) ?? 0) + bytes <= max
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = announcedBytes(request)
    if (bytes <= large) return done()
    const holders = holdersOf(request)
    if (!holders.every((holder) => hasRoom(holder, bytes, maxBytes.holder)))
      return done(new AppError('rate-limit/exceeded', { retryAfterSeconds: 5, message: tooMany }))
    if (!hasRoom('process', bytes, maxBytes.process)) return done(new AppError('server/overloaded'))
    const held = [...holders, 'process']
    for (const holder of held) change(holder, bytes)
    finished(reply.raw, () => {
      change('process', -bytes)
      setTimeout(() => {
        for (const holder of holders) change(holder, -bytes)
      }, bytes / holderBytesPerMs).unref()
    })
    done()
  })
}

const tooMany = 'Já há outros envios grandes em andamento. Espere um terminar e tente de novo.'

/** What the body may have at most; 0 for one that is refused for its size. */
function announcedBytes(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': pieces } = request.headers
  const limit = request.routeOptions.bodyLimit
  if (length === undefined) return pieces === undefined ? 0 : limit
  return Number(length) > limit ? 0 : Number(length)
}

function holdersOf(request: FastifyRequest): readonly string[] {
  const { uid } = request.noted
  const network = strangersNetworkOf(request.ip)
  return [
    ...(uid === undefined ? [] : [`account ${uid}`]),
    ...(network === null ? [] : [`network ${network}`]),
  ]
}
