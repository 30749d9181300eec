import { v7 as uuidv7 } from 'uuid'
import { headers } from '../contract/shared/headers.ts'
import { addDays, businessDayOf, defaultDayStart, defaultTimezone } from '../contract/shared/day.ts'
import { openDatabase } from '../server/db/connections/pool.ts'
import { loadKeyring } from '../server/identity/embedded/keyring.ts'
import { takeOrders } from '../server/orders/taking/order-intake.ts'
import { ownOrder } from '../server/testing/orders.ts'
import { benchOrder } from './intake-rate.ts'
import { loadLargeHistory } from './large-history.ts'
import { startServer } from './live-streams.ts'
import { startLoad } from './load.ts'
import type { LoadWish } from './load-client.ts'
import { addBenchPerson, benchStore, withDirectoryAndStores } from './bench-store.ts'

/** What one tenant notices of another. Every figure is a ratio or a count of one run on one server. */
export interface Neighbours {
  /** The daily page (report, then forecast) ÷ the report alone, medians. Goal: ≤ 2. */
  readonly dailyPageRatio: number
  readonly reportMs: number
  /** Board of another tenant while one asks for twenty exports at a time ÷ idle, p99. Goal: ≤ 1.5. */
  readonly boardBesideExportsRatio: number
  readonly boardIdleP99: number
  readonly exportsMade: number
  readonly exportsRefused: number
  /** Orders placed beside 256 readers of a report. Goal of the rejected ones: 0. */
  readonly ordersPlaced: number
  readonly ordersRejected: number
  readonly placeIdleP50: number
  readonly placeBesideReportsRatio: number
  readonly reportsAnswered: number
  readonly reportsRefused: number
  /** Replies that are neither an answer nor a refusal with Retry-After. Goal: 0. */
  readonly failures: number
}

const readers = 256

export async function measureNeighbours(
  ownerUrl: string,
  port: number,
  log: (line: string) => void,
): Promise<Neighbours> {
  const now = new Date()
  const chain = await loadLargeHistory({ ownerUrl, days: 150, ordersPerDay: 3, now, log })
  const people = await addPeople(ownerUrl, chain.storeIds)
  const server = await startServer(ownerUrl, port, { CALL_LIMIT_FACTOR: '1' })
  const url = `http://127.0.0.1:${port}/api`
  const selection = chain.storeIds.join(',')
  const read = (path: string, token: string): LoadWish => ({
    url: `${url}${path}`,
    headers: { [headers.userToken]: token },
  })
  const [first = ''] = people.readers
  const report = read(`/reports/daily?selection=${selection}`, first)
  const forecast = read(`/reports/forecast?selection=${selection}`, first)
  try {
    const alone: number[] = []
    const page: number[] = []
    for (let run = -10; run < 40; run += 1) {
      const [one, other] = [await timed([report]), await timed([report, forecast])]
      if (run < 0) continue
      alone.push(one.ms)
      page.push(other.ms)
    }
    log('Board of another tenant, idle and beside twenty exports')
    const board = read(`/orders/board?selection=${people.neighbour.storeId}`, people.neighbour.token)
    const idle = await repeated(() => timed([board]), 300)
    const today = businessDayOf(now, defaultTimezone, defaultDayStart)
    const span = `selection=${selection}&from=${addDays(today, -150)}&to=${today}`
    const exports = startLoad([read(`/orders/history/file?${span}&format=xlsx`, first)], 20)
    const beside = await repeated(() => timed([board]), 300)
    const exported = await exports.stop()
    log('Placing orders, idle and beside the readers of a report')
    const place = () => placed(url, people.neighbour)
    const placedIdle = await repeated(place, 100)
    const reading = startLoad(
      people.readers.map((token) => read(`/reports/daily?selection=${selection}`, token)),
      readers,
    )
    await pause(2_000)
    const placedBeside = await repeated(place, 100)
    const reports = await reading.stop()
    return {
      dailyPageRatio: ratio(at(page, 0.5), at(alone, 0.5)),
      reportMs: at(alone, 0.5),
      boardBesideExportsRatio: ratio(at(times(beside), 0.99), at(times(idle), 0.99)),
      boardIdleP99: at(times(idle), 0.99),
      exportsMade: exported.answered,
      exportsRefused: exported.refused,
      ordersPlaced: placedBeside.filter((one) => one.status === 200).length,
      ordersRejected: placedBeside.filter((one) => one.status !== 200).length,
      placeIdleP50: at(times(placedIdle), 0.5),
      placeBesideReportsRatio: ratio(at(times(placedBeside), 0.5), at(times(placedIdle), 0.5)),
      reportsAnswered: reports.answered,
      reportsRefused: reports.refused,
      failures:
        exported.failed + reports.failed + [...idle, ...beside].filter((one) => one.status !== 200).length,
    }
  } finally {
    server.kill()
  }
}

interface Timed {
  readonly ms: number
  readonly status: number
}

/** One after the other, as the page asks the forecast when the report is drawn. */
async function timed(wishes: readonly (LoadWish & { readonly body?: string })[]): Promise<Timed> {
  const begun = performance.now()
  let status = 200
  for (const { url, headers: sent, body } of wishes) {
    const reply = await fetch(url, { headers: sent, ...(body ? { method: 'POST', body } : {}) })
    await reply.arrayBuffer()
    if (reply.status !== 200) status = reply.status
  }
  return { ms: performance.now() - begun, status }
}

const placed = (url: string, { token, storeId }: People['neighbour']): Promise<Timed> =>
  timed([
    {
      url: `${url}/orders`,
      headers: {
        [headers.userToken]: token,
        [headers.storeId]: storeId,
        [headers.idempotencyKey]: uuidv7(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(ownOrder()),
    },
  ])

/** At the pace of a person who never rests: a pause of 50 ms after each. */
async function repeated(once: () => Promise<Timed>, times: number): Promise<readonly Timed[]> {
  const all: Timed[] = []
  for (let run = 0; run < times; run += 1) {
    all.push(await once())
    await pause(50)
  }
  return all
}

interface People {
  /** Id tokens of managers of the chain. */
  readonly readers: readonly string[]
  readonly neighbour: { readonly token: string; readonly storeId: string }
}

async function addPeople(ownerUrl: string, chain: readonly string[]): Promise<People> {
  const database = await openDatabase(ownerUrl, { statementTimeoutMs: 60_000 })
  const { db } = database
  const now = new Date()
  const keyring = await loadKeyring({ db, env: {}, now: () => now })
  const storeId = uuidv7()
  await withDirectoryAndStores({ directory: db }, [storeId], (tx) =>
    tx.insertInto('stores').values(benchStore(storeId)).execute(),
  )
  const addPerson = (storeIds: readonly string[]): Promise<string> =>
    withDirectoryAndStores({ directory: db }, storeIds, (tx) =>
      addBenchPerson(tx, keyring, { storeIds, role: 3 }),
    )
  const tokens: string[] = []
  for (let index = 0; index < readers; index += 1) tokens.push(await addPerson(chain))
  const token = await addPerson([storeId])
  await takeOrders(
    db,
    Array.from({ length: 30 }, () => benchOrder(storeId)),
  )
  await database.close()
  return { readers: tokens, neighbour: { token, storeId } }
}

const times = (all: readonly Timed[]): readonly number[] => all.map((one) => one.ms)

function at(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
}

const ratio = (one: number, other: number): number => Math.round((one / other) * 100) / 100

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
