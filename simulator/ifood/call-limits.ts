import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

const windowMs = 60_000
/** As published: docs/marketplaces/ifood.md section 1. Reads and actions of orders are counted together, the strict way to read it. */
const limits = [
  { name: 'events', of: /^\/events\//, calls: 6_000 },
  { name: 'cancellations', of: /^\/order\/v1\.0\/orders\/[^/]+\/requestCancellation/, calls: 300 },
  { name: 'couriers', of: /^\/(order|shipping)\/v1\.0\/orders\/[^/]+\/requestDriver/, calls: 120 },
  { name: 'disputes', of: /^\/order\/v1\.0\/disputes\//, calls: 1_000 },
  { name: 'orders', of: /^\/order\/v1\.0\/orders\//, calls: 3_000 },
]

/** 429 with the seconds until the next call of its kind, for one that comes too soon; it counts for nothing else. */
export function callLimits(app: FastifyInstance, world: World): void {
  const answered = new Map<string, number[]>()
  const tokens = {
    name: 'tokens',
    of: /^\/authentication\/v1\.0\/oauth\/token/,
    calls: world.env.tokensPerMinute,
  }
  app.addHook('onRequest', async (request, reply) => {
    const limit = [tokens, ...limits].find(({ of }) => of.test(request.url))
    if (!limit) return
    const key = `${limit.name} ${request.headers.authorization ?? ''}`
    const at = world.now()
    const times = (answered.get(key) ?? []).filter((time) => time > at - windowMs && time <= at)
    answered.set(key, times)
    const [oldest] = times
    if (oldest === undefined || times.length < limit.calls) {
      times.push(at)
      return
    }
    world.limited.push({ limit: limit.name, path: request.url })
    await reply
      .header('x-ratelimit-reset', String(Math.ceil((oldest + windowMs - at) / 1_000)))
      .code(429)
      .send({ error: { code: 'TooManyRequests', message: `More than ${limit.calls} calls a minute` } })
  })
}
