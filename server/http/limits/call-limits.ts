import rateLimit from '@fastify/rate-limit'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../contract/shared/route.ts'
import { strangersNetworkOf } from '../../calls/networks.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Env } from '../../env.ts'

/** Calls a second, on average; five times as many may come at once. */
const perSecond = {
  /** An address may be a whole food hall. */
  address: 200,
  /** Files that anybody may read; a menu may show hundreds of pictures beside the panel's calls. */
  door: 200,
  user: 20,
  /** A board asks for the orders that each live event names, and Cardápio for the menu of each of a hundred stores. */
  live: 60,
  store: 100,
} as const
const windowMs = 5_000
/** Whether others have something is nobody's to list. */
const lookupsPerMinute = 60
/** At a time, of one user. */
const atOnce = { report: 4, export: 2 } as const

type Rate = keyof typeof perSecond | 'lookup'
type HeavyKind = keyof typeof atOnce

const refusals: Record<Rate | HeavyKind, string> = {
  address: 'Chegaram chamadas demais desta rede em poucos segundos. Aguarde alguns segundos e tente de novo.',
  door: 'Chegaram pedidos demais desta rede em poucos segundos. Aguarde alguns segundos e tente de novo.',
  user: 'Chegaram chamadas demais desta conta em poucos segundos. Aguarde alguns segundos e tente de novo.',
  live: 'Chegaram chamadas demais desta conta em poucos segundos. Aguarde alguns segundos e tente de novo.',
  lookup: 'Foram consultas demais em um minuto. Aguarde um pouco e tente de novo.',
  store: 'Chegaram chamadas demais desta loja em poucos segundos. Aguarde alguns segundos e tente de novo.',
  report: 'Já há quatro relatórios seus em andamento. Espere um terminar e tente de novo.',
  export: 'Já há dois arquivos seus em preparo. Espere um terminar e tente de novo.',
}

/** How much of the server one address, one user and one store may take (docs/product/api.md). */
export interface CallLimits {
  /** Before anything is known of the caller. */
  address(request: FastifyRequest): Promise<void>
  /** Outside the panel's calls: photos, menus and feeds. */
  door(request: FastifyRequest): Promise<void>
  user(request: FastifyRequest, route: Route, uid: string): Promise<void>
  /** A look-up by somebody who is not signed in. */
  stranger(request: FastifyRequest, route: Route): Promise<void>
  /** After authorisation, which notes the store. */
  store(request: FastifyRequest): Promise<void>
  /** Takes one of the user's places until both the work and the reply have ended. */
  heavy<T>(reply: FastifyReply, kind: HeavyKind, uid: string, work: () => Promise<T>): Promise<T>
}

export async function callLimits(
  app: FastifyInstance,
  { CALL_LIMIT_FACTOR: factor, NODE_ENV: kind, TRUST_PROXY: hops }: Env,
): Promise<CallLimits> {
  // TLS is a front server's, so in production there always is one.
  if (kind === 'production' && hops === 0)
    app.log.warn(
      'TRUST_PROXY is 0: visitors behind a front server look like one address, so they share the limits of tries and ' +
        'strangers’ calls have none; with one front server set TRUST_PROXY=1',
    )
  await app.register(rateLimit, { global: false, cache: 20_000 })
  const keys = new WeakMap<FastifyRequest, string>()
  const limiter = (rate: Rate) => {
    const isLookup = rate === 'lookup'
    const count = app.createRateLimit({
      max: (isLookup ? lookupsPerMinute : perSecond[rate] * (windowMs / 1_000)) * factor,
      timeWindow: isLookup ? 60_000 : windowMs,
      keyGenerator: (request) => keys.get(request as FastifyRequest) ?? '',
    })
    return async (request: FastifyRequest, key: string): Promise<void> => {
      keys.set(request, key)
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) throw refusal(rate, counted.ttlInSeconds)
    }
  }
  const [address, door, user, live, store, lookup] = [
    limiter('address'),
    limiter('door'),
    limiter('user'),
    limiter('live'),
    limiter('store'),
    limiter('lookup'),
  ]
  return {
    address: async (request) => {
      const network = strangersNetworkOf(request.ip)
      if (network !== null) await address(request, network)
    },
    door: async (request) => {
      const network = strangersNetworkOf(request.ip)
      if (network !== null) await door(request, network)
    },
    user: async (request, route, uid) => {
      if (route.load === 'placing') return
      if (route.load === 'lookup') await lookup(request, uid)
      await (route.load === 'live' ? live : user)(request, uid)
    },
    stranger: async (request, route) => {
      const network = route.load === 'lookup' ? strangersNetworkOf(request.ip) : null
      if (network !== null) await lookup(request, network)
    },
    store: async (request) => {
      if (request.noted.storeId !== undefined) await store(request, request.noted.storeId)
    },
    heavy: placesOf(factor),
  }
}

function placesOf(factor: number): CallLimits['heavy'] {
  const taken = new Map<string, number>()
  return async (reply, kind, uid, work) => {
    const key = `${kind} ${uid}`
    const now = taken.get(key) ?? 0
    if (now >= atOnce[kind] * factor) throw refusal(kind, 1)
    taken.set(key, now + 1)
    // A client that goes away frees no place while its question is still being answered.
    let parts = 2
    const endPart = () => {
      parts -= 1
      if (parts > 0) return
      const left = (taken.get(key) ?? 1) - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    }
    finished(reply.raw, endPart)
    try {
      return await work()
    } finally {
      endPart()
    }
  }
}

const refusal = (what: Rate | HeavyKind, seconds: number): AppError =>
  new AppError('rate-limit/exceeded', {
    retryAfterSeconds: Math.max(1, seconds),
    message: refusals[what],
  })
