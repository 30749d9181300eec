import pg from 'pg'
import { netSql, countedMeasures } from '../contract/reports/metrics/measures.ts'
import { addDays } from '../contract/shared/day.ts'
import { headers } from '../contract/shared/headers.ts'
import { selectionText } from '../contract/shared/selection.ts'

interface Question {
  readonly name: string
  readonly path: string
  /** Start and end of the period, in days before today. */
  readonly from: number
  readonly to: number
  readonly goalMs: number | null
  readonly query?: Readonly<Record<string, string>>
  /** The same figures from the raw orders, one statement after another: $1 stores, $2 and $3 the days. */
  readonly raw: readonly string[]
}

const valid = `o.store_id = any ($1::uuid[]) and o.business_day between $2 and $3 and counts_as_sale(o)`
const net = `sum(${netSql('o')})`

const measures = (days: string) => `
  select o.store_id, o.business_day, o.platform, o.type,
    ${countedMeasures.map(({ column }) => `sum(m.${column})`).join(', ')}
  from orders o, lateral order_measures(o) m
  where o.store_id = any ($1::uuid[]) and ${days} group by 1, 2, 3, 4`

const dayAndUsual = 'o.business_day in ($2::date, $2::date - 7, $2::date - 14, $2::date - 21, $2::date - 28)'
const daily = [
  measures('o.business_day in ($2::date, $3::date - 7)'),
  `select o.business_day, o.hour, count(*), ${net} from orders o
   where o.store_id = any ($1::uuid[]) and o.business_day in ($2::date, $3::date - 7) and counts_as_sale(o) group by 1, 2`,
  `select o.business_day, count(*), ${net} from orders o
   where o.store_id = any ($1::uuid[]) and o.business_day between $2::date - 6 and $3::date and counts_as_sale(o) group by 1`,
  `select pay ->> 'method', pay ->> 'prepaid', count(*), sum((pay ->> 'cents')::integer)
   from orders o, jsonb_array_elements(o.detail -> 'payments') pay where ${valid} group by 1, 2`,
  `select part_key(o.detail #>> '{delivery,address,district}'), count(*), ${net} from orders o where ${valid} group by 1`,
  `select lower(i.name), o.business_day, sum(i.quantity_milli), sum(i.total_cents)
   from orders o join order_items i on i.store_id = o.store_id and i.order_id = o.id
   where o.store_id = any ($1::uuid[]) and ${dayAndUsual} and counts_as_sale(o) and $3::date is not null group by 1, 2`,
]

const period = 'o.business_day between $2 and $3'
const sale = [
  measures(period),
  `select extract(isodow from o.business_day), o.hour, count(*), ${net} from orders o where ${valid} group by 1, 2`,
]

const stages = `
  select o.store_id, sum(m.on_time), sum(m.promised), sum(m.cancelled),
    percentile_disc(array[0.5, 0.9]) within group (order by t.prepare),
    percentile_disc(array[0.5, 0.9]) within group (order by t.total)
  from orders o, lateral order_measures(o) m, lateral order_stages(o) t
  where o.store_id = any ($1::uuid[]) and ${period} group by 1`

const topProducts = `
  select i.name, sum(i.quantity_milli), sum(i.total_cents) as cents, count(distinct o.id)
  from orders o join order_items i on i.store_id = o.store_id and i.order_id = o.id
  where o.store_id = any ($1::uuid[]) and o.business_day between $2 and $3 and o.status <> 'cancelled'
  group by 1 order by 3 desc limit 50`

const cohorts = `
  with firsts as (
    select store_id, customer_id, date_trunc('month', min(business_day)) as month from orders
    where store_id = any ($1::uuid[]) and customer_id is not null and status <> 'cancelled' group by 1, 2)
  select f.month, date_trunc('month', o.business_day), count(distinct (o.store_id, o.customer_id)), count(*), sum(o.gross_cents)
  from orders o join firsts f on f.store_id = o.store_id and f.customer_id = o.customer_id
  where o.store_id = any ($1::uuid[]) and o.status <> 'cancelled' and o.business_day between $2 and $3
  group by 1, 2`

const year = { from: 364, to: 0 }
const month = { from: 29, to: 0 }
const questions: readonly Question[] = [
  { name: 'daily, this day', path: 'daily', from: 0, to: 0, query: { day: 'today' }, goalMs: 40, raw: daily },
  {
    name: 'daily, a finished day',
    path: 'daily',
    from: 3,
    to: 3,
    query: { day: 'from' },
    goalMs: 40,
    raw: daily,
  },
  { name: 'sale, 30 days by day', path: 'sale', ...month, goalMs: 100, raw: sale },
  { name: 'sale, 12 months by day', path: 'sale', ...year, goalMs: 100, raw: sale },
  {
    name: 'sale, 12 months by month and district',
    path: 'sale',
    ...year,
    query: { by: 'month', pivot: 'district' },
    goalMs: null,
    raw: sale,
  },
  { name: 'stores, 12 months', path: 'stores', ...year, goalMs: null, raw: [measures(period)] },
  {
    name: 'product, top 50 of 12 months',
    path: 'product',
    from: 364,
    to: 0,
    goalMs: 100,
    raw: [topProducts],
  },
  { name: 'product, top 50 of 30 days', path: 'product', from: 29, to: 0, goalMs: null, raw: [topProducts] },
  { name: 'quality, 30 days', path: 'quality', ...month, goalMs: null, raw: [stages] },
  {
    name: 'customer with cohorts, 12 months',
    path: 'customer',
    from: 364,
    to: 0,
    goalMs: 400,
    raw: [cohorts],
  },
]

export interface AnsweredQuestion {
  readonly question: string
  readonly p50: number
  readonly p95: number
  readonly goal: string
  /** The same question on raw orders, run once, and how many times longer it took. */
  readonly raw?: number
  readonly times?: number
}

/**
 * Over HTTP, one at a time, after five warm-up calls; compared with raw SQL on the same orders if requested.
 */
export async function measureReportQuestions(options: {
  readonly url: string
  readonly token: string
  readonly storeIds: readonly string[]
  /** URL of the database owner. */
  readonly ownerUrl: string
  readonly runs: number
  readonly besideRaw: boolean
}): Promise<readonly AnsweredQuestion[]> {
  const selection = selectionText(options.storeIds.map((storeId) => ({ storeId, merchants: null })))
  const client = new pg.Client({ connectionString: options.ownerUrl })
  await client.connect()
  try {
    const today = await runningDayOf(client, options.storeIds)
    const answers: AnsweredQuestion[] = []
    for (const { name, path, from, to, goalMs, raw, query } of questions) {
      const days = { from: addDays(today, -from), to: addDays(today, -to) }
      const asks: Record<string, string> =
        query?.day === undefined ? { ...days, ...query } : query.day === 'from' ? { day: days.from } : {}
      const address = `${options.url}/api/reports/${path}?${new URLSearchParams({ selection, ...asks }).toString()}`
      const took = await timesOf(address, options.token, options.runs)
      const p50 = took[Math.floor(took.length / 2)] ?? 0
      const rawMs = options.besideRaw
        ? await rawTime(client, raw, [options.storeIds, days.from, days.to])
        : null
      answers.push({
        question: name,
        p50: round(p50),
        p95: round(took[Math.min(took.length - 1, Math.floor(took.length * 0.95))] ?? 0),
        goal: goalMs === null ? '' : `<= ${goalMs}`,
        ...(rawMs === null ? {} : { raw: round(rawMs), times: round(rawMs / p50) }),
      })
    }
    return answers
  } finally {
    await client.end()
  }
}

/** The business day that has not ended for any of the stores. */
export async function runningDayOf(client: pg.Client, storeIds: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ today: string }>(
    'select min(running_day(id, now()))::text as today from unnest($1::uuid[]) as s (id)',
    [storeIds],
  )
  if (!rows[0]) throw new Error('one row expected')
  return rows[0].today
}

async function rawTime(client: pg.Client, raw: readonly string[], values: unknown[]): Promise<number> {
  const begun = performance.now()
  for (const statement of raw) await client.query(statement, values)
  return performance.now() - begun
}

async function timesOf(address: string, token: string, runs: number): Promise<readonly number[]> {
  const took: number[] = []
  for (let run = -5; run < runs; run += 1) {
    const begun = performance.now()
    const reply = await fetch(address, { headers: { [headers.userToken]: token } })
    const body = await reply.text()
    if (!reply.ok) throw new Error(`The report answered ${reply.status}: ${body}`)
    if (run >= 0) took.push(performance.now() - begun)
  }
  return took.toSorted((a, b) => a - b)
}

const round = (ms: number): number => Math.round(ms * 10) / 10

/** Size of the report tables relative to the orders they are derived from. */
export async function measureRollUpSize(ownerUrl: string): Promise<object> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ kept: string; orders: string }>(
      `select sum(pg_total_relation_size(c.oid)) filter (where c.relname = any ($1)) as kept,
        sum(pg_total_relation_size(c.oid)) filter (where c.relname in ('orders', 'order_items')) as orders
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
      [rollUps],
    )
    const { kept = '0', orders = '1' } = rows[0] ?? {}
    return {
      reportsMb: Math.round(Number(kept) / 1e6),
      ordersAndItemsMb: Math.round(Number(orders) / 1e6),
      share: Math.round((Number(kept) / Number(orders)) * 1_000) / 1_000,
    }
  } finally {
    await client.end()
  }
}

const rollUps = [
  ...['sales_hours', 'payment_days', 'product_days', 'district_days', 'sales_days', 'sales_store_hours'],
  ...[
    'sales_through',
    'sales_month_days',
    'sales_day_hours',
    'sales_weekday_hours',
    'sales_parts',
    'sales_part_months',
  ],
  ...[
    'day_products',
    'usual_days',
    'sales_so_far',
    'product_months',
    'product_month_days',
    'product_prices',
    'customer_figures',
  ],
  ...['customer_standings', 'customer_first_days', 'customer_cohorts', 'customer_districts', 'customer_tops'],
  ...['quality_days', 'cancellation_days'],
]
