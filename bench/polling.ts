import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { readChannelHealth } from '../server/marketplaces/channel-health.ts'
import { pollMarketplace } from '../server/marketplaces/poll.ts'
import { benchApp } from './bench-app.ts'

const everyMs = 30_000
const healthEveryMs = 60_000
const answerMs = 150

export interface PollingLoad {
  readonly merchants: number
  readonly gaps: number
  readonly p99Seconds: number
  readonly maxSeconds: number
  /** Merchants polled less often than once per interval. */
  readonly late: number
}

/**
 * Gaps between polls per merchant: 5 % return 500 for every call that names them, one never responds, and
 * every other call takes 150 ms. Channel health runs at the same time. Goal: 30 s ± 2 s for every responding
 * merchant.
 */
export async function measurePolling(
  ownerUrl: string,
  merchants: number,
  minutes: number,
): Promise<Readonly<Record<'healthy' | 'failing', PollingLoad>>> {
  const ids = Array.from({ length: merchants }, (_, index) => `merchant-${String(index).padStart(5, '0')}`)
  const failing = new Set(ids.filter((_, index) => index % 20 === 7))
  const hanging = ids[Math.floor(merchants / 2)] ?? ''
  const partner = await startPartner(failing, hanging)
  await addStores(ownerUrl, ids)
  const { deps, close } = await benchApp(ownerUrl, {
    IFOOD_BASE_URL: partner.url,
    IFOOD_CLIENT_ID: 'bench',
    IFOOD_CLIENT_SECRET: 'bench',
  })
  const stop = new AbortController()
  const until = performance.now() + minutes * 60_000
  const repeat = async (every: number, run: () => Promise<unknown>) => {
    while (performance.now() < until) {
      const started = performance.now()
      await run()
      await wait(Math.max(0, Math.min(every - (performance.now() - started), until - performance.now())))
    }
  }
  const polled = deps.marketplaces.configured.map(({ platform }) =>
    repeat(everyMs, () => pollMarketplace(deps, platform, stop.signal)),
  )
  await Promise.all([...polled, repeat(healthEveryMs, () => readChannelHealth(deps, stop.signal))])
  stop.abort()
  await close()
  await partner.stop()
  const isHealthy = (id: string) => !failing.has(id) && id !== hanging
  return {
    healthy: loadOf(ids.filter(isHealthy), partner.polls),
    failing: loadOf(
      ids.filter((id) => !isHealthy(id)),
      partner.polls,
    ),
  }
}

function loadOf(ids: readonly string[], polls: ReadonlyMap<string, readonly number[]>): PollingLoad {
  const ofEach = ids.map((id) => {
    const times = polls.get(id) ?? []
    return times.slice(1).map((at, index) => at - (times[index] ?? at))
  })
  const gaps = ofEach.flat().toSorted((a, b) => a - b)
  const seconds = (ms: number | undefined) => Math.round((ms ?? Number.NaN) / 10) / 100
  return {
    merchants: ids.length,
    gaps: gaps.length,
    p99Seconds: seconds(gaps[Math.floor(gaps.length * 0.99)]),
    maxSeconds: seconds(gaps.at(-1)),
    late: ofEach.filter((own) => own.length === 0 || own.some((gap) => gap > everyMs + 2_000)).length,
  }
}

/** Records a poll when it is answered, or when it names a single failing merchant. */
async function startPartner(failing: ReadonlySet<string>, hanging: string) {
  const polls = new Map<string, number[]>()
  const note = (ids: readonly string[], at: number) => {
    for (const id of ids) {
      const times = polls.get(id) ?? []
      polls.set(id, times)
      // A merchant polled again in a smaller group counts as one poll.
      if (at - (times.at(-1) ?? -everyMs) > everyMs / 3) times.push(at)
    }
  }
  const server = createServer((request, response) => {
    const at = performance.now()
    const send = (status: number, body = '') =>
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(body)
      }, answerMs)
    const path = request.url ?? ''
    if (path.includes('/oauth/token')) return send(200, '{"accessToken":"bench","expiresIn":10800}')
    const named = request.headers['x-polling-merchants']
    const ids = typeof named === 'string' ? named.split(',') : [path.split('/').at(-2) ?? '']
    const bad = ids.some((id) => failing.has(id))
    const hangs = ids.includes(hanging)
    if (named !== undefined && (ids.length === 1 || (!bad && !hangs))) note(ids, at)
    if (hangs) return undefined
    if (bad) return send(500)
    return named === undefined ? send(200, '[{"available":true,"state":"OK"}]') : send(204)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    polls,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

async function addStores(ownerUrl: string, ids: readonly string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `with made as (
       insert into stores (id, name, brand_name, menu_slug, timezone, address, opening_hours)
         select gen_random_uuid(), m, m, m, 'America/Sao_Paulo', '{}', '[]' from unnest($1::text[]) m
       returning id, menu_slug),
     routed as (
       insert into merchant_routes (platform, merchant_id, store_id) select 'ifood', menu_slug, id from made)
     insert into integrations (store_id, type, merchant_id) select id, 'ifood', menu_slug from made`,
    [ids],
  )
  await owner.end()
}
