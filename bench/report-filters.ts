import { headers } from '../contract/shared/headers.ts'
import { addDays, businessDayOf, defaultDayStart, defaultTimezone } from '../contract/shared/day.ts'
import {
  billingBases,
  billingStatuses,
  differenceKinds,
  menuProblems,
  periodComparisons,
  productSorts,
  salePivots,
  saleSteps,
} from '../contract/reports/choices.ts'
import { selectionText } from '../contract/shared/selection.ts'
import { loadLargeHistory } from './large-history.ts'
import { startServer } from './live-streams.ts'
import { idTokenFor } from './report-latency.ts'

/** Every report with each of its filters, beside the same report without it. One run on one server. */
export interface ReportFilters {
  readonly questions: number
  /** A product's hours, for instance, are read for at most 31 days. */
  readonly refusedByLimit: number
  readonly failed: number
  /** The filtered report ÷ the unfiltered, the largest of all. Goal: ≤ 10. */
  readonly worstRatio: number
  readonly aboveTen: number
  readonly slowestMs: number
  readonly slowest: string
}

interface Slow {
  readonly question: string
  readonly stores: number
  readonly days: number
  readonly ms: number
  readonly ratio: number
  readonly status: number
}

type Query = Readonly<Record<string, string>>

const oneOf = (name: string, values: readonly string[]): readonly Query[] =>
  values.map((value) => ({ [name]: value }))

const ofDays: readonly Query[] = [
  { weekdays: '6,7' },
  ...oneOf(
    'comparison',
    periodComparisons.filter((kind) => kind !== 'custom'),
  ),
  { channel: 'balcao' },
  { channel: 'bench-merchant' },
]
const ofPeriod: readonly Query[] = [
  ...ofDays,
  { hours: '18-23' },
  { hours: '12-12' },
  { hours: '18-23', weekdays: '6,7' },
  { hours: '18-23', comparison: 'mean-of-four' },
  { hours: '18-23', channel: 'bench-merchant' },
]

/** `every` belongs to the question itself, with and without a filter. */
const reports: readonly { path: string; filters: readonly Query[]; every?: Query }[] = [
  {
    path: 'sale',
    filters: [
      ...ofPeriod,
      ...oneOf('by', saleSteps),
      ...salePivots.flatMap((pivot): Query[] => [
        { pivot },
        { pivot, hours: '18-23' },
        { pivot, weekdays: '6,7' },
      ]),
    ],
  },
  { path: 'stores', filters: ofPeriod },
  { path: 'stores/days', filters: ofPeriod },
  { path: 'quality', filters: ofDays },
  {
    path: 'orderBilling',
    filters: [
      ...ofDays,
      ...oneOf('basis', billingBases),
      ...oneOf('status', billingStatuses),
      ...oneOf('difference', differenceKinds),
    ],
  },
  {
    path: 'product',
    filters: [
      ...ofPeriod,
      ...oneOf('sort', productSorts),
      { search: 'produto 3' },
      { category: '-' },
      { skip: '20' },
    ],
  },
  { path: 'product/days', filters: ofPeriod, every: { product: 'produto 1' } },
  { path: 'customer', filters: ofPeriod },
  { path: 'ads', filters: ofPeriod },
  { path: 'menu', filters: [...ofPeriod, ...oneOf('problem', menuProblems)] },
]
const numbersOfStores = [1, 6, 100] as const
const numbersOfDays = [1, 7, 30, 365] as const

/** Every question four times, of which the fastest counts; a slow one once. */
export async function measureReportFilters(
  ownerUrl: string,
  port: number,
  { ordersPerDay, log }: { readonly ordersPerDay: number; readonly log: (line: string) => void },
): Promise<{ readonly filters: ReportFilters; readonly slow: readonly Slow[] }> {
  const now = new Date()
  const chain = await loadLargeHistory({ ownerUrl, ordersPerDay, now, log })
  const server = await startServer(ownerUrl, port)
  const url = `http://127.0.0.1:${port}`
  const today = businessDayOf(now, defaultTimezone, defaultDayStart)
  const all: Slow[] = []
  try {
    let token = await idTokenFor(url, chain.email, chain.password)
    for (const stores of numbersOfStores) {
      for (const days of numbersOfDays) {
        const ask = (path: string, { channel, ...query }: Query) => {
          const merchants = channel === undefined ? null : [channel === 'balcao' ? '' : channel]
          const selection = selectionText(
            chain.storeIds.slice(0, stores).map((storeId) => ({ storeId, merchants })),
          )
          const asked = { selection, from: addDays(today, 1 - days), to: today, ...query }
          return fastest(`${url}/api/reports/${path}?${new URLSearchParams(asked).toString()}`, token)
        }
        for (const { path, filters, every } of reports) {
          if (path === 'stores/days' && stores > 1) continue
          const plain = await ask(path, { ...every })
          for (const filter of filters) {
            const { ms, status } = await ask(path, { ...every, ...filter })
            const ratio = Math.round((ms / plain.ms) * 10) / 10
            all.push({ question: `${path} ${textOf(filter)}`, stores, days, ms, ratio, status })
          }
        }
        token = await idTokenFor(url, chain.email, chain.password)
        log(`${stores} stores, ${days} days: ${all.length} questions so far`)
      }
    }
  } finally {
    server.kill()
  }
  const answered = all.filter(({ status }) => status === 200)
  const slow = all
    .filter(({ status, ratio }) => status >= 500 || (status === 200 && ratio > 10))
    .toSorted((a, b) => b.ratio - a.ratio)
  const [slowest] = answered.toSorted((a, b) => b.ms - a.ms)
  return {
    filters: {
      questions: all.length,
      refusedByLimit: all.filter(({ status }) => status === 422).length,
      failed: all.filter(({ status }) => status !== 200 && status !== 422).length,
      worstRatio: Math.max(...answered.map(({ ratio }) => ratio)),
      aboveTen: slow.length,
      slowestMs: slowest?.ms ?? 0,
      slowest: `${slowest?.question ?? ''}, ${slowest?.stores ?? 0} stores, ${slowest?.days ?? 0} days`,
    },
    slow,
  }
}

async function fastest(address: string, token: string): Promise<{ ms: number; status: number }> {
  let best = Infinity
  for (let run = 0; run < 4; run += 1) {
    const begun = performance.now()
    const reply = await fetch(address, { headers: { [headers.userToken]: token } })
    await reply.arrayBuffer()
    const ms = performance.now() - begun
    if (!reply.ok) return { ms: round(ms), status: reply.status }
    best = Math.min(best, ms)
    if (ms > 1_000) break
  }
  return { ms: round(best), status: 200 }
}

const textOf = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

const round = (ms: number): number => Math.round(ms * 10) / 10
