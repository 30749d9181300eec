import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { AdsReport, AdsReportLine, readAdsReport as readRoute } from '../../../contract/reports/ads.ts'
import type { SelectedStore } from '../../../contract/shared/selection.ts'
import type { Call } from '../../calls/call.ts'
import { byName, byText, mergeSorted } from '../../db/many-stores.ts'
import type { Cell } from '../../db/tables.ts'
import { factsOf, planPeriod, type PeriodPlan } from '../figures/plan-period.rules.ts'
import { withReading } from '../frame/reading.ts'
import { countedDays } from '../sale/sale-series.rules.ts'
import { countedWeekday } from '../figures/selection-sql.ts'

const maxRows = 500

/** Ad → orders → net, by store. Read from the orders that are linked to a click: they are few. */
export async function readAdsReport({
  deps,
  stores,
  query,
  now,
}: Call<typeof readRoute>): Promise<AdsReport> {
  return withReading(deps.cells, stores, {}, async ({ stores: selected, each }) => {
    const whole = selected.map((store) => ({ ...store, merchants: null }))
    const plan = planPeriod(whole, { ...query, comparison: 'none', comparedFrom: undefined }, now)
    const rows = mergeSorted(await each((tx, { own }) => readRows(tx, own(stores), plan)), byNetDescending)
    const days = await each((tx, { own }) => readDays(tx, own(stores), plan))
    const sum = (of: (row: AdsReportLine) => number) => rows.reduce((total, row) => total + of(row), 0)
    return {
      period: factsOf(plan, true, now),
      totals: {
        clicks: sum((row) => row.clicks),
        orders: sum((row) => row.orders),
        netCents: sum((row) => row.netCents),
      },
      rows: rows.slice(0, maxRows),
      days: days.reduce((one, other) => one.map((day, at) => addDay(day, other[at]))),
    }
  })
}

/** As readRows sorts those of one cell; clicks without an ad, which have no name of their own, are last. */
const byNetDescending = (a: AdsReportLine, b: AdsReportLine): number =>
  b.netCents - a.netCents ||
  b.clicks - a.clicks ||
  byText(a.store, b.store) ||
  Number(a.adId === null) - Number(b.adId === null) ||
  byName(a, b)

type Day = AdsReport['days'][number]

const addDay = (day: Day, other: Day | undefined): Day => ({
  day: day.day,
  clicks: day.clicks + (other?.clicks ?? 0),
  orders: day.orders + (other?.orders ?? 0),
  netCents: day.netCents + (other?.netCents ?? 0),
})

/** Of which ad, or of which day, the clicks and orders are counted. */
type Key = 'ad_id' | 'business_day'

/**
 * A click counts on the business day and hour of its moment, like an order. Sales and net as every report counts them; a chosen
 * channel narrows the orders, for a click has none yet.
 */
function clicksAndSales(stores: readonly SelectedStore[], plan: PeriodPlan, key: Key): RawBuilder<unknown> {
  const ids = stores.map(({ storeId }) => storeId)
  const { from, to, hourBits } = plan
  const of = (table: 'c' | 'b' | 'o') => sql.ref(`${table}.${key}`)
  return sql`
    chosen as (
      select r."storeId" as store_id, r.merchants
      from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as r ("storeId" uuid, merchants jsonb)
    ), clicks as (
      select c.store_id, ${of(key === 'ad_id' ? 'c' : 'b')} as key, count(*)::integer as clicks
      from ad_clicks c
        join stores s on s.id = c.store_id
        cross join lateral (
          select day as business_day, extract(hour from c.at at time zone s.timezone)::integer as hour
          from business_day(c.store_id, s.timezone, c.at)) b
      where c.store_id = any (${ids}::uuid[])
        and c.at >= ${from}::date - interval '1 day' and c.at < ${to}::date + interval '3 days'
        and b.business_day between ${from}::date and ${to}::date
        and ${countedWeekday(plan, 'b')} and (${hourBits}::integer >> b.hour) & 1 = 1
      group by 1, 2
    ), sales as (
      select l.store_id, ${of(key === 'ad_id' ? 'c' : 'o')} as key, count(*)::integer as orders,
        sum(net_cents(o.gross_cents, o.store_discount_cents, o.refund_cents))::integer as net
      from ad_orders l
        join ad_clicks c on c.store_id = l.store_id and c.id = l.click_id
        join orders o on o.store_id = l.store_id and o.id = l.order_id
        join chosen h on h.store_id = l.store_id
          and (jsonb_typeof(h.merchants) is distinct from 'array' or h.merchants ? o.merchant_id)
      where l.store_id = any (${ids}::uuid[]) and o.business_day between ${from}::date and ${to}::date
        and ${countedWeekday(plan, 'o')} and (${hourBits}::integer >> o.hour) & 1 = 1 and counts_as_sale(o)
      group by 1, 2
    )`
}

async function readRows(
  tx: Transaction<Cell>,
  stores: readonly SelectedStore[],
  plan: PeriodPlan,
): Promise<AdsReportLine[]> {
  const ids = stores.map(({ storeId }) => storeId)
  const { rows } = await sql<AdsReportLine>`
    with ${clicksAndSales(stores, plan, 'ad_id')}, sources as (
      select store_id, key as ad_id from clicks union select store_id, key from sales
      union select store_id, id from ads where store_id = any (${ids}::uuid[]) and ended_at is null
    )
    select s.store_id as "storeId", st.name as store, s.ad_id as "adId",
      coalesce(a.name, 'Cliques pelo WhatsApp') as name, a.ended_at is not null as ended,
      coalesce(k.clicks, 0) as clicks, coalesce(v.orders, 0) as orders, coalesce(v.net, 0) as "netCents"
    from sources s
      join stores st on st.id = s.store_id
      left join ads a on a.store_id = s.store_id and a.id = s.ad_id
      left join clicks k on k.store_id = s.store_id and k.key is not distinct from s.ad_id
      left join sales v on v.store_id = s.store_id and v.key is not distinct from s.ad_id
    order by coalesce(v.net, 0) desc, coalesce(k.clicks, 0) desc, st.name, a.name`.execute(tx)
  return rows
}

/** Every counted day of the period, those without a click too. */
async function readDays(
  tx: Transaction<Cell>,
  stores: readonly SelectedStore[],
  plan: PeriodPlan,
): Promise<AdsReport['days']> {
  const { rows } = await sql<AdsReport['days'][number]>`
    with ${clicksAndSales(stores, plan, 'business_day')}
    select d.day::date::text as day, coalesce(k.clicks, 0)::integer as clicks, coalesce(v.orders, 0)::integer as orders,
      coalesce(v.net, 0)::integer as "netCents"
    from unnest(${countedDays(plan)}::date[]) as d (day)
      left join (select key, sum(clicks) as clicks from clicks group by key) k on k.key = d.day
      left join (select key, sum(orders) as orders, sum(net) as net from sales group by key) v on v.key = d.day
    order by d.day`.execute(tx)
  return rows
}
