import type { IncomingHttpHeaders } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { strangersNetworkOf } from '../../calls/networks.ts'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'
import { ReadingTurns } from './reading-turns.ts'

/** Bytes; smaller bodies are not counted. */
const large = 64 * 1024
/** Of large bodies: bytes that are received or worked on at once, and, of those who send, together and then each second. */
const budgets = {
  account: { atOnce: 12_000_000, burst: 12_000_000, perSecond: 1_000_000 },
  /** May be a whole food hall. */
  network: { atOnce: 24_000_000, burst: 96_000_000, perSecond: 4_000_000 },
} as const
const processBytes = 32_000_000

interface Holder {
  readonly key: string
  readonly kind: keyof typeof budgets
}

interface Taken {
  readonly atOnce: number
  /** Of the burst, at this moment (ms). */
  readonly left: number
  readonly at: number
}

/**
 * Bodies above 64 KiB take room from their first byte until their reply has ended; beyond the room they are refused
 * unread. A sender who is slow loses the room with the request (`requestTimeout`). Those of strangers, and what refused
 * senders still send, are read slowly (reading-turns.ts).
 */
export function limitBodies(app: FastifyInstance, { CALL_LIMIT_FACTOR: factor }: Env): void {
  const turns = new ReadingTurns()
  const taken = new Map<string, Taken>()
  let processNow = 0
  const stateOf = ({ key, kind }: Holder): Taken => {
    const burst = budgets[kind].burst * factor
    const perSecond = budgets[kind].perSecond * factor
    const now = Date.now()
    const { atOnce, left, at } = taken.get(key) ?? { atOnce: 0, left: burst, at: now }
    return { atOnce, left: Math.min(burst, left + (Math.max(0, now - at) / 1_000) * perSecond), at: now }
  }
  const change = (holder: Holder, bytes: number): void => {
    const { atOnce, left, at } = stateOf(holder)
    taken.set(holder.key, { atOnce: atOnce + bytes, left: left - Math.max(0, bytes), at })
    // Who has everything again is as one who never sent.
    if (taken.size > maxHolders) for (const [key, old] of taken) if (isOver(old, at)) taken.delete(key)
  }
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const bytes = announcedBytes(request)
    if (bytes <= large) return done()
    const holders = holdersOf(request)
    for (const holder of holders) {
      const { atOnce, left } = stateOf(holder)
      const { atOnce: max, perSecond } = budgets[holder.kind]
      const retryAfterSeconds = Math.max(5, Math.ceil((bytes - left) / perSecond))
      if (atOnce + bytes > max * factor || left < bytes)
        return done(new AppError('rate-limit/exceeded', { retryAfterSeconds, message: tooMany }))
    }
    if (processNow + bytes > processBytes) return done(new AppError('server/overloaded'))
    for (const holder of holders) change(holder, bytes)
    processNow += bytes
    finished(reply.raw, () => {
      for (const holder of holders) change(holder, -bytes)
      processNow -= bytes
    })
    if (request.noted.uid === undefined) turns.add(request.raw)
    done()
  })
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    if (!raw.complete && mayBeLarge(raw.headers)) turns.drain(raw)
    done()
  })
  app.addHook('onClose', (_instance, done) => {
    turns.stop()
    done()
  })
}

const tooMany = 'Já há outros envios grandes em andamento. Espere um pouco e tente de novo.'
const maxHolders = 10_000
/** After a minute and a half both budgets are full again. */
const isOver = ({ atOnce, at }: Taken, now: number): boolean => atOnce === 0 && now - at > 90_000

const mayBeLarge = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > large

/** What the body may have at most; 0 for one that is refused for its size. */
function announcedBytes(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': pieces } = request.headers
  const limit = request.routeOptions.bodyLimit
  if (length === undefined) return pieces === undefined ? 0 : limit
  return Number(length) > limit ? 0 : Number(length)
}

function holdersOf(request: FastifyRequest): readonly Holder[] {
  const { uid } = request.noted
  const network = strangersNetworkOf(request.ip)
  return [
    ...(uid === undefined ? [] : [{ key: `account ${uid}`, kind: 'account' } as const]),
    ...(network === null ? [] : [{ key: `network ${network}`, kind: 'network' } as const]),
  ]
}
