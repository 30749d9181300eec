import { sql, type Transaction } from 'kysely'
import type {
  ProductDays,
  readProductDays as readProductDaysRoute,
} from '../../../contract/reports/product.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { byText } from '../../db/many-stores.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import type { Closing } from '../figures/closings.rules.ts'
import { factsOf, planPeriod, type PeriodPlan } from '../figures/plan-period.rules.ts'
import { withReading } from '../frame/reading.ts'
import { sourcesOf, type LiveDay } from './closed-runs.rules.ts'
import { rejectLongHours } from './product-sources.ts'

type ProductDaysCall = Pick<Call<typeof readProductDaysRoute>, 'deps' | 'stores' | 'query' | 'now'>

/** One product by day: the same figures that the table of products sums. */
export async function readProductDays(call: ProductDaysCall): Promise<Reply<typeof readProductDaysRoute>> {
  const { deps, stores, query, now } = call
  return withReading(deps.cells, stores, {}, async ({ stores: selected, closings, each }) => {
    const plan = planPeriod(selected, { ...query, comparison: 'none', comparedFrom: undefined }, now)
    rejectLongHours(plan)
    const answers = await each((tx, cell) => {
      const part = cell.part(plan)
      const { live } = sourcesOf(part, closings)
      return readDays(tx, { plan: part, live, closings, product: query.product, now })
    })
    return { ...addDays(answers, query.product), period: factsOf(plan, true, now) }
  })
}

/** Of one cell; null: it has no product of this name. */
type DaysOfCell = Omit<ProductDays, 'period' | 'name'> & { readonly name: string | null }

/** Of disjoint sets of stores, each list sorted as one cell sorts it. */
function addDays(
  cells: readonly [DaysOfCell, ...DaysOfCell[]],
  product: string,
): Omit<ProductDays, 'period'> {
  const names = cells.flatMap(({ name }) => name ?? []).toSorted(byText)
  return {
    name: names.at(-1) ?? product,
    days: summed(
      cells.flatMap(({ days }) => days),
      ({ day }) => day,
    ).toSorted((a, b) => byText(a.day, b.day)),
    channels: summed(
      cells.flatMap(({ channels }) => channels),
      ({ platform }) => platform,
    ).toSorted((a, b) => b.cents - a.cents || byText(a.platform, b.platform)),
    stores: cells
      .flatMap((cell) => cell.stores)
      .toSorted((a, b) => b.cents - a.cents || byText(a.name, b.name)),
    prices: cells
      .flatMap(({ prices }) => prices)
      .toSorted(
        (a, b) => byText(a.day, b.day) || byText(a.storeId, b.storeId) || byText(a.platform, b.platform),
      ),
    pausedDays: [...new Set(cells.flatMap(({ pausedDays }) => pausedDays))].toSorted(byText),
  }
}

interface Sold {
  readonly quantityMilli: number
  readonly cents: number
}

const summed = <R extends Sold>(rows: readonly R[], keyOf: (row: R) => string): R[] =>
  [...Map.groupBy(rows, keyOf).values()].map((same) =>
    same.reduce((sum, row) => ({
      ...sum,
      quantityMilli: sum.quantityMilli + row.quantityMilli,
      cents: sum.cents + row.cents,
    })),
  )

interface Question {
  readonly plan: PeriodPlan
  readonly live: readonly LiveDay[]
  readonly closings: ReadonlyMap<string, Closing>
  readonly product: string
  readonly now: Date
}

async function readDays(
  tx: Transaction<Cell>,
  { plan, live, closings, product, now }: Question,
): Promise<DaysOfCell> {
  const ranges = plan.ranges.map((range) => ({
    ...range,
    // With a filter of hours no day is read from the closed tables.
    through: plan.hours === null ? (closings.get(range.storeId)?.through ?? null) : null,
    stale: [...(closings.get(range.storeId)?.stale ?? [])],
  }))
  const result = await sql<{ answer: DaysOfCell }>`
    with chosen as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as s ("storeId" uuid, timezone text,
        merchants jsonb, "from" date, "to" date, through date, stale jsonb)
    ),
    live as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(live)}::jsonb) as l ("storeId" uuid, day date, part boolean,
        "wholeHours" integer)
    ),
    keys as materialized (
      select s."storeId" as store_id, n.product_key, n.name
      from chosen s
        cross join lateral (select * from sold_products where store_id = s."storeId" offset 0) n
      where n.name_key = ${product}
    ),
    sold as materialized (
      select k.store_id, p.platform, x.day, x.quantity_milli, x.cents
      from keys k
        join chosen s on s."storeId" = k.store_id
        cross join lateral (
          select generate_series(date_trunc('month', s."from"), s."to", interval '1 month')::date as month) m
        cross join lateral (
          select * from product_month_days
          where store_id = k.store_id and month = m.month and product_key = k.product_key and platform <> '' offset 0) p
        cross join lateral (
          select p.month + n - 1 as day, p.quantity_milli[n] - coalesce(p.quantity_milli[n - 1], 0) as quantity_milli,
            p.cents[n] - coalesce(p.cents[n - 1], 0) as cents
          from generate_subscripts(p.cents, 1) n) x
      where x.quantity_milli <> 0 and x.day >= s."from" and x.day <= s."to" and x.day <= s.through
        and (${plan.weekdayBits}::integer >> extract(isodow from x.day)::integer) & 1 = 1
        and not s.stale ? x.day::text
        and (s.merchants is null or s.merchants ? p.merchant_id)
      union all
      select k.store_id, p.platform, l.day, p.quantity_milli, p.cents
      from live l
        join keys k on k.store_id = l."storeId"
        join chosen s on s."storeId" = k.store_id
        cross join lateral (
          select * from product_days
          where store_id = k.store_id and business_day = l.day and product_key = k.product_key offset 0) p
      where not l.part and p.quantity_milli <> 0 and (s.merchants is null or s.merchants ? p.merchant_id)
      union all
      select k.store_id, o.platform, l.day, i.quantity_milli, i.total_cents
      from live l
        join keys k on k.store_id = l."storeId"
        join chosen s on s."storeId" = k.store_id
        cross join lateral (
          select * from orders where store_id = l."storeId" and business_day = l.day offset 0) o
        join order_items i on i.store_id = o.store_id and i.order_id = o.id and i.product_key = k.product_key
      where l.part and o.status <> 'cancelled' and not o.is_test and (l."wholeHours" >> o.hour) & 1 = 1
        and (s.merchants is null or s.merchants ? o.merchant_id)
    ),
    priced as (
      select p.since, p.store_id, p.platform, p.before_cents, p.unit_price_cents
      from keys k
        join chosen s on s."storeId" = k.store_id
        cross join lateral (
          select * from product_prices where store_id = k.store_id and product_key = k.product_key offset 0) p
      where p.before_cents is not null and p.since >= s."from" and p.since <= s."to"
        and (s.merchants is null or s.merchants ? p.merchant_id)
    ),
    paused as (
      select distinct x.day::date as day
      from keys k
        join chosen s on s."storeId" = k.store_id
        join menu_items i on i.store_id = k.store_id and i.product_key = k.product_key
        join menu_item_pauses p on p.store_id = i.store_id and p.item_id = i.id
        cross join lateral generate_series(
          greatest((p.since at time zone s.timezone)::date, s."from"),
          least((coalesce(p.ended_at, p.until, ${now}) at time zone s.timezone)::date, s."to"), interval '1 day') x (day)
    )
    select jsonb_build_object(
      'name', (select max(name) from keys),
      'days', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.day), '[]') from (
          select day, sum(quantity_milli) as "quantityMilli", sum(cents) as cents from sold group by 1) x),
      'channels', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.cents desc, x.platform), '[]') from (
          select platform, sum(quantity_milli) as "quantityMilli", sum(cents) as cents from sold group by 1) x),
      'stores', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.cents desc, x.name), '[]') from (
          select s.id as "storeId", s.name, sum(o.quantity_milli) as "quantityMilli", sum(o.cents) as cents
          from sold o join stores s on s.id = o.store_id group by 1, 2) x),
      'prices', (
        select coalesce(jsonb_agg(jsonb_build_object('day', since, 'storeId', store_id, 'platform', platform,
          'beforeCents', before_cents, 'afterCents', unit_price_cents) order by since, store_id, platform), '[]') from priced),
      'pausedDays', (select coalesce(jsonb_agg(day order by day), '[]') from paused)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}
