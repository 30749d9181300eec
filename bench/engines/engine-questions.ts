import type { HistoryOrder } from '../../contract/orders/history.ts'
import type { QualityReport } from '../../contract/reports/quality.ts'
import { daysFrom } from '../../contract/reports/period.ts'
import type { SaleReport } from '../../contract/reports/sale.ts'

export type Dialect = 'duckdb' | 'clickhouse'
export type Figures = Readonly<Record<string, number | string>>

export interface Span {
  /** `YYYY-MM-DD`, inclusive. */
  readonly from: string
  readonly to: string
}

export interface EngineQuestion {
  readonly name: string
  /** Of our call, below `/api/`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly days: number
  /** Days between the span's end and today. */
  readonly daysBack: number
  /** What an engine reads for the same screen. */
  readonly statements: (span: Span, dialect: Dialect) => readonly string[]
  /** Columns that must be equal. */
  readonly compared: readonly string[]
  readonly figuresOf: (reply: never) => Figures
}

const isSale = `status <> 'cancelled' and not is_test`
const net = 'o.gross_cents - o.store_discount_cents - o.refund_cents'
const within = ({ from, to }: Span, column = 'business_day') =>
  `${column} between date '${from}' and date '${to}'`

const saleStatements = (span: Span): readonly string[] => [
  `select store_id, business_day, platform, type, count(*) as received, sum(gross_cents) as gross, sum(store_discount_cents) as discounts,
     sum(marketplace_discount_cents) as subsidies, sum(delivery_fee_cents) as fees, sum(commission_cents) as commissions,
     sum(${net}) as net from orders o where ${within(span)} and ${isSale} group by 1, 2, 3, 4`,
  `select business_day, hour, count(*) as orders, sum(${net}) as net from orders o where ${within(span)} and ${isSale} group by 1, 2`,
  `select r.store_id, r.order_id, r.cents, o.business_day from refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id
   where ${within(span, 'r.refund_day')} order by r.refund_day desc limit 200`,
  `select count(*) as refunds, sum(cents) as refunded from refunds where ${within(span, 'refund_day')}`,
  `select count(*) filter (where not is_test) as received, count(*) filter (where not is_test and status = 'cancelled') as cancelled,
     sum(case when ${isSale} then gross_cents else 0 end) as gross from orders where ${within(span)}`,
]

const sale = (name: string, days: number): EngineQuestion => ({
  name,
  path: 'reports/sale',
  query: {},
  days,
  daysBack: 1,
  statements: saleStatements,
  compared: ['received', 'cancelled', 'gross', 'refunds', 'refunded'],
  figuresOf: ({ totals, refunds }: SaleReport) => ({
    received: totals.received,
    cancelled: totals.cancelled,
    gross: totals.grossCents,
    refunds: refunds.made.count,
    refunded: refunds.made.cents,
  }),
})

const minutes = (dialect: Dialect, since: string, until: string) =>
  dialect === 'duckdb'
    ? `floor(epoch(${until} - ${since}) / 60)`
    : `intDiv(dateDiff('second', ${since}, ${until}), 60)`
const share = (dialect: Dialect, value: string, of: number) =>
  dialect === 'duckdb' ? `quantile_disc(${value}, ${of})` : `quantileExactLow(${of})(${value})`

/** The reported days and as many before them, by store, as the screen compares them. */
function qualityStatements({ from, to }: Span, dialect: Dialect): readonly string[] {
  const times = `steps_of as (
    select store_id, order_id, min(entered_at) filter (where type = 'CONFIRMED') as confirmed, min(entered_at) filter (where type = 'READY') as ready,
      min(entered_at) filter (where type = 'DISPATCHED') as dispatched from steps group by 1, 2)`
  const stages = [
    ['accept', 'o.created_at', 's.confirmed'],
    ['prepare', 's.confirmed', 's.ready'],
    ['wait', 's.ready', 's.dispatched'],
    ['deliver', 's.dispatched', 'o.completed_at'],
    ['total', 'o.created_at', 'o.completed_at'],
  ] as const
  const figures = stages.flatMap(([name, since, until]) =>
    [0.5, 0.9].map((of) => `${share(dialect, minutes(dialect, since, until), of)} as ${name}${of * 100}`),
  )
  const days = `o.business_day between date '${from}' - interval 30 day and date '${to}'`
  const isNow = `o.business_day >= date '${from}'`
  return [
    `with ${times} select ${isNow} as is_now, o.store_id, count(*) as orders, ${figures.join(', ')}
     from orders o join steps_of s on s.store_id = o.store_id and s.order_id = o.id
     where ${days} and o.status <> 'cancelled' group by 1, 2`,
    `with ${times} select o.business_day, count(*) as orders, ${figures.join(', ')}
     from orders o join steps_of s on s.store_id = o.store_id and s.order_id = o.id
     where ${days} and o.status <> 'cancelled' group by 1`,
    `select count(*) filter (where not is_test) as received, count(*) filter (where not is_test and status = 'cancelled') as cancelled
     from orders where ${within({ from, to })}`,
  ]
}

const quality = (name: string, daysBack: number): EngineQuestion => ({
  name,
  path: 'reports/quality',
  query: {},
  days: 30,
  daysBack,
  statements: qualityStatements,
  compared: ['received', 'cancelled'],
  figuresOf: ({ totals }: QualityReport) => ({ received: totals.received, cancelled: totals.cancelled }),
})

const history = (name: string, condition: string, query: EngineQuestion['query']): EngineQuestion => ({
  name,
  path: 'orders/history',
  query,
  days: 365,
  daysBack: 0,
  statements: (span) => [
    `select count(*) as found, coalesce(sum(date_diff('day', date '2000-01-01', business_day)), 0) as days from (
       select * from orders where ${within(span)} and ${condition} order by business_day desc, created_at desc, id desc limit 50) page`,
  ],
  compared: ['found', 'days'],
  figuresOf: ({ orders }: { readonly orders: readonly HistoryOrder[] }) => ({
    found: orders.length,
    days: orders.reduce((sum, { businessDay }) => sum + daysFrom('2000-01-01', businessDay), 0),
  }),
})

const named = (words: string) => `(buyer like '${words}%' or customer like '${words}%')`

export const engineQuestions: readonly EngineQuestion[] = [
  sale('sale, 30 days', 30),
  sale('sale, 12 months', 364),
  quality('quality, 30 finished days', 1),
  quality('quality, 30 days with the running one', 0),
  history('search of orders, a page of a year', 'true', {}),
  history('search of orders, a whole name', named('ana silva'), { search: 'Ana Silva' }),
  history('search of orders, name of nobody', named('wanderleia'), { search: 'Wanderleia' }),
]
