import pg from 'pg'
import { headers } from '../contract/shared/headers.ts'
import { addDays, businessDayOf, defaultDayStart, defaultTimezone } from '../contract/shared/day.ts'
import { selectionText } from '../contract/shared/selection.ts'
import { openDatabase } from '../server/db/connections/pool.ts'
import { takeOrders } from '../server/orders/taking/order-intake.ts'
import { benchOrder } from './intake-rate.ts'
import { loadLargeHistory } from './large-history.ts'
import { startServer } from './live-streams.ts'
import { idTokenFor } from './report-latency.ts'

/** One question, in ms: the fastest of its rounds; the three chains are asked alternately. */
export interface Growth {
  readonly question: string
  readonly few: number
  readonly tenfold: number
  readonly many: number
  /** Ten times the orders ÷ few. Goal: ≤ 1.3. */
  readonly ordersRatio: number
  /** A hundred stores ÷ ten with as many orders each. Goal: ≤ 12. */
  readonly storesRatio: number
}

export const growthLimits = { ordersRatio: 1.3, storesRatio: 12 } as const

interface Chain {
  readonly token: string
  readonly selection: string
}

type Query = Readonly<Record<string, string>>

const rounds = 9
const openOrdersPerStore = 20

/**
 * Every report, the board and the search of orders over HTTP: ten stores, the same with ten times the orders, and a
 * hundred. One server and one database, asked alternately, so that a slow moment of the machine meets all three.
 */
export async function measureGrowth(
  ownerUrl: string,
  port: number,
  { ordersPerDay, log }: { readonly ordersPerDay: number; readonly log: (line: string) => void },
): Promise<readonly Growth[]> {
  const now = new Date()
  const sizes = [
    { chain: 'poucos', stores: 10, ordersPerDay },
    { chain: 'dez-vezes', stores: 10, ordersPerDay: ordersPerDay * 10 },
    { chain: 'cem-lojas', stores: 100, ordersPerDay },
  ]
  const loaded = []
  for (const size of sizes) loaded.push(await loadLargeHistory({ ...size, ownerUrl, now, log }))
  for (const { storeIds } of loaded) await openSomeOrders(ownerUrl, storeIds)
  const server = await startServer(ownerUrl, port)
  const url = `http://127.0.0.1:${port}/api`
  try {
    const chains: Chain[] = []
    for (const { email, password, storeIds } of loaded)
      chains.push({
        token: await idTokenFor(`http://127.0.0.1:${port}`, email, password),
        selection: selectionText(storeIds.map((storeId) => ({ storeId, merchants: null }))),
      })
    const growth: Growth[] = []
    for (const [question, path, query] of questions(businessDayOf(now, defaultTimezone, defaultDayStart))) {
      const [few = 0, tenfold = 0, many = 0] = await fastestInTurns(
        chains.map((chain) => () => ask(`${url}/${path}`, chain, query)),
      )
      const ratio = (ms: number) => Math.round((ms / few) * 100) / 100
      growth.push({ question, few, tenfold, many, ordersRatio: ratio(tenfold), storesRatio: ratio(many) })
      log(`${question}: ${few} ms, ${tenfold} ms, ${many} ms`)
    }
    return growth
  } finally {
    server.kill()
  }
}

export const growsTooMuch = ({ ordersRatio, storesRatio }: Growth): boolean =>
  ordersRatio > growthLimits.ordersRatio || storesRatio > growthLimits.storesRatio

function questions(today: string): readonly (readonly [string, string, Query])[] {
  const yesterday = addDays(today, -1)
  const days = (count: number, to = today): Query => ({ from: addDays(to, 1 - count), to })
  return [
    ['daily, finished day', 'reports/daily', { day: addDays(today, -3) }],
    ['daily, running day', 'reports/daily', {}],
    ['forecast', 'reports/forecast', {}],
    ['sale, 30 days', 'reports/sale', days(30)],
    ['sale, 12 months', 'reports/sale', days(365)],
    [
      'sale, 12 months by month and district',
      'reports/sale',
      { ...days(365), by: 'month', pivot: 'district' },
    ],
    ['sale, a finished month of a year ago', 'reports/sale', days(30, addDays(today, -330))],
    ['product, 30 days', 'reports/product', days(30)],
    ['product, 12 months', 'reports/product', days(365)],
    ['customer with cohorts, 12 months', 'reports/customer', days(365)],
    ['quality, 30 finished days', 'reports/quality', days(30, yesterday)],
    ['quality, 30 days', 'reports/quality', days(30)],
    ['stores, 12 months', 'reports/stores', days(365)],
    ['order billing, 7 days', 'reports/orderBilling', days(7)],
    ['order billing, 31 days', 'reports/orderBilling', days(31)],
    ['menu, 30 days', 'reports/menu', days(30)],
    ['ads, 30 days', 'reports/ads', days(30)],
    ['board', 'orders/board', {}],
    ['search of orders, a page of a year', 'orders/history', days(365)],
    ['search of orders, a whole name', 'orders/history', { ...days(365), search: 'Ana Silva' }],
  ]
}

/** The fastest of several rounds: a neighbour on the machine can only add to it. */
async function fastestInTurns(asks: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const best = asks.map(() => Infinity)
  for (let round = 0; round < rounds; round += 1)
    for (const [index, one] of asks.entries()) best[index] = Math.min(best[index] ?? Infinity, await one())
  return best.map((ms) => Math.round(ms * 10) / 10)
}

async function ask(address: string, { token, selection }: Chain, query: Query): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(`${address}?${new URLSearchParams({ selection, ...query }).toString()}`, {
    headers: { [headers.userToken]: token },
  })
  const body = await reply.text()
  // Longer than a statement may take.
  if (reply.status === 422 && body.includes('report/too-slow')) return Infinity
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${body}`)
  return performance.now() - begun
}

/** The board shows open orders; the history has none. */
async function openSomeOrders(ownerUrl: string, storeIds: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query('select from orders where store_id = any ($1) and open limit 1', [
    storeIds,
  ])
  await client.end()
  if (rows.length > 0) return
  const database = await openDatabase(ownerUrl, { statementTimeoutMs: 60_000 })
  try {
    for (const storeId of storeIds)
      await takeOrders(
        database.db,
        Array.from({ length: openOrdersPerStore }, () => benchOrder(storeId)),
      )
  } finally {
    await database.close()
  }
}
