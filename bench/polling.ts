import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { dayMs } from '../contract/shared/durations.ts'
import { withStoreScope } from '../server/db/scope.ts'
import type { Deps } from '../server/deps.ts'
import { keepGrant } from '../server/integrations/credentials.ts'
import { readChannelHealth } from '../server/marketplaces/channel-health.ts'
import { pollMarketplace } from '../server/marketplaces/poll.ts'
import { everyKind } from '../server/marketplaces/registry.ts'
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
 * Gaps between polls per merchant, a quarter of them at each channel: 5 % return 500 for every call that names them,
 * one never responds, and every other call takes 150 ms. Channel health runs at the same time. Goal: 30 s ± 2 s for
 * every responding merchant.
 */
export async function measurePolling(
  ownerUrl: string,
  merchants: number,
  minutes: number,
): Promise<Readonly<Record<string, PollingLoad>>> {
  const ids = Array.from({ length: merchants }, (_, index) => `merchant-${String(index).padStart(5, '0')}`)
  const failing = new Set(ids.filter((_, index) => index % 20 === 7))
  const hanging = ids[Math.floor(merchants / 2)] ?? ''
  const partner = await startPartner(failing, hanging)
  const platforms = everyKind.map(({ platform }) => platform)
  const platformOf = new Map(
    ids.map((id, index) => [id, platforms[Math.floor((index * platforms.length) / merchants)] ?? '']),
  )
  await addStores(ownerUrl, platformOf)
  const { deps, close } = await benchApp(ownerUrl, environmentAt(partner.url))
  await authoriseOwners(deps, partner.url)
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
  const load = (chosen: (id: string) => boolean) => loadOf(ids.filter(chosen), partner.polls)
  return {
    ...Object.fromEntries(
      platforms.map((platform) => [platform, load((id) => isHealthy(id) && platformOf.get(id) === platform)]),
    ),
    failing: load((id) => !isHealthy(id)),
  }
}

const application = (name: string, url: string) => ({
  [`${name}_BASE_URL`]: url,
  [`${name}_CLIENT_ID`]: 'bench',
  [`${name}_CLIENT_SECRET`]: 'bench',
})

const environmentAt = (url: string): Readonly<Record<string, string>> => ({
  ...application('IFOOD', url),
  ...application('KEETA', url),
  ...application('AIQFOME', url),
  AIQFOME_LOGIN_URL: url,
  AIQFOME_STORES_URL: url,
  AIQFOME_REDIRECT_URL: 'https://painel.example/voltei',
  MENU_IMPORT_ORIGINS: url,
  ENCRYPTION_KEY: 'ab'.repeat(32),
})

/** Where each store has a token of its own, one that outlasts the run. */
async function authoriseOwners(deps: Deps, baseUrl: string): Promise<void> {
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['store_id', 'platform', 'credential_id'])
    .where('credential_id', 'is not', null)
    .execute()
  const grant = {
    access: JSON.stringify({ baseUrl, token: 'bench' }),
    accessUntil: new Date(deps.now().getTime() + dayMs),
    renewal: JSON.stringify({ baseUrl, clientId: 'bench', clientSecret: 'bench', appId: null }),
    renewUntil: null,
  }
  for (const { store_id: storeId, platform, credential_id: id } of routes)
    await withStoreScope(deps.cells, [storeId], (tx) =>
      keepGrant(tx, { storeId, platform }, { id: id ?? '', grant }, deps),
    )
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

/** In the words of each of them. */
const token = { accessToken: 'bench', expiresIn: 10_800, access_token: 'bench', expires_in: 10_800 }
/** Without the zeros that some want before it. */
const bareId = (sent: string): string => sent.replace(/^0+/, '')

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
    if (path.includes('/oauth/token')) return send(200, JSON.stringify(token))
    const named = request.headers['x-polling-merchants']
    const ids = typeof named === 'string' ? named.split(',').map(bareId) : [path.split('/').at(-2) ?? '']
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

async function addStores(ownerUrl: string, platformOf: ReadonlyMap<string, string>): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const platforms = [...platformOf.values()]
  await owner.query(
    `with given as (
       select m, p, case p when 'open-delivery' then 'credentials' when 'aiqfome' then 'code' else 'app' end as way
       from unnest($1::text[], $2::text[]) g (m, p)),
     made as (
       insert into stores (id, name, brand_name, menu_slug, timezone, address, opening_hours)
         select gen_random_uuid(), m, m, m, 'America/Sao_Paulo', '{}', '[]' from given
       returning id, menu_slug),
     routed as (
       insert into merchant_routes (platform, merchant_id, store_id, credential_id)
         select p, m, id, case when way <> 'app' then gen_random_uuid() end from made join given on m = menu_slug)
     insert into integrations (store_id, type, merchant_id, way)
       select id, p, m, way from made join given on m = menu_slug`,
    [[...platformOf.keys()], platforms],
  )
  await owner.end()
}
