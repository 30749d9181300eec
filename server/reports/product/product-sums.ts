import { sql, type RawBuilder, type Transaction } from 'kysely'
import { executePrepared } from '../../db/connections/pool.ts'
import { addDays } from '../../../contract/shared/day.ts'
import type { Cell } from '../../db/tables.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'
import type { StoreDetails } from '../figures/selected-stores.ts'
import { productMeasures } from './product-facts.ts'
import { productParts, type ProductSources } from './product-sources.ts'
import { startOfDay } from './store-moments.rules.ts'
import { groupStores } from '../figures/selection-sql.ts'

export interface ProductsAsked {
  readonly sources: ProductSources
  readonly plan: PeriodPlan
  readonly pauses: readonly PauseWindow[]
}

/** Sums of some stores as JSON that only the database reads: rows of `sumColumns`. */
export interface ProductSums {
  readonly named: string
  /** Compared periods with sales. */
  readonly periods: readonly number[]
}

/** Sums by name over some stores; sums of disjoint stores can be added. */
export const sumColumns = sql.raw(
  `key text, name text, category text, ${productMeasures.map((name) => `${name} bigint`).join(', ')},
  compared_quantity numeric, compared_cents numeric, stores integer, paused_hours numeric, lost numeric, price_changes bigint`,
)

export async function readProductSums(tx: Transaction<Cell>, asked: ProductsAsked): Promise<ProductSums> {
  const { sources, plan, pauses } = asked
  // Tables are read through their indexes (product-sources.ts); names are joined to the sums by hash.
  await sql`select set_config('enable_hashjoin', 'on', true), set_config('enable_sort', 'off', true)`.execute(
    tx,
  )
  const rows = await executePrepared(
    tx,
    sql<ProductSums>`
    with ${productParts(sources)},
    by_product as materialized (
      select store_id, product_key, ${sums},
        coalesce(sum(quantity_milli::float8) filter (where shift > 0), 0) as compared_quantity,
        coalesce(sum(cents::float8) filter (where shift > 0), 0) as compared_cents
      from parts group by 1, 2
    ),
    ${pausesOf(pauses)},
    ${pricesOf(plan)},
    ${names}
    select
      (select coalesce(jsonb_agg(to_jsonb(x)), '[]')::text from (${named}) x) as named,
      (${periodsOf(plan)}) as periods`,
  )
  const answer = rows[0]
  if (!answer) throw new Error('one row expected')
  return answer
}

/** float8 adds integers below 2^53 exactly, and faster than numeric. */
const sums = sql.join(
  productMeasures.map(
    (name) => sql`coalesce(sum(${sql.ref(name)}::float8) filter (where shift = 0), 0) as ${sql.ref(name)}`,
  ),
)

/** With a single period no count is needed: it is its own mean. */
function periodsOf(plan: PeriodPlan): RawBuilder<unknown> {
  if (plan.shifts.length < 2) return sql`'[]'::jsonb`
  return sql`
    select coalesce(jsonb_agg(shift), '[]') from (
      select shift from parts where shift > 0 group by shift having sum(quantity_milli) > 0) s`
}

export interface PauseWindow {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly timezone: string
  /** Local wall clock. */
  readonly from: string
  readonly to: string
  readonly now: string
}

/** The period of each store as instants, because pauses are counted in hours. */
export function pauseWindows(
  stores: readonly (StoreDetails & Pick<PauseWindow, 'merchants'>)[],
  plan: PeriodPlan,
  now: Date,
): readonly PauseWindow[] {
  return stores.map((store) => ({
    storeId: store.storeId,
    merchants: store.merchants,
    timezone: store.timezone,
    from: startOfDay(store, plan.from),
    to: startOfDay(store, addDays(plan.to, 1)),
    now: now.toISOString(),
  }))
}

/**
 * Hours of the period in which a product was off sale, and its usual sales in such hours (mean of the 28
 * days before the pause).
 */
function pausesOf(windows: readonly PauseWindow[]): RawBuilder<unknown> {
  return sql`
    paused as materialized (
      select p.store_id, i.product_key, sum(h.hours) as hours, sum(h.hours / 24 * usual.cents / 28) as lost
      from jsonb_to_recordset(${JSON.stringify(groupStores(windows))}::jsonb) as w (
          stores uuid[], merchants jsonb, timezone text, "from" timestamp, "to" timestamp, now timestamptz)
        cross join lateral (
          select * from menu_item_pauses where store_id = any (w.stores) and since < w."to" at time zone w.timezone offset 0) p
        join menu_items i on i.store_id = p.store_id and i.id = p.item_id
        cross join lateral (
          select extract(epoch from
            least(coalesce(p.ended_at, p.until, w.now), w.now, w."to" at time zone w.timezone)
            - greatest(p.since, w."from" at time zone w.timezone)) / 3600 as hours) h
        cross join lateral (
          select coalesce(sum(d.cents), 0) as cents
          from generate_series(1, 28) back
            cross join lateral (
              select * from product_days
              where store_id = p.store_id and product_key = i.product_key
                and business_day = (p.since at time zone w.timezone)::date - back offset 0) d
          where w.merchants is null or w.merchants ? d.merchant_id) usual
      where h.hours > 0
      group by 1, 2
    )`
}

const pricesOf = (plan: PeriodPlan): RawBuilder<unknown> => sql`
    prices as materialized (
      select p.store_id, p.product_key, count(*) as changes
      from chosen_stores s
        cross join lateral (select * from product_prices where store_id = any (s.stores) offset 0) p
      where p.before_cents is not null and p.since >= ${plan.from} and p.since <= ${plan.to}
        and (s.merchants is null or s.merchants ? p.merchant_id)
      group by 1, 2
    )`

const names = sql`
    names as materialized (
      select n.store_id, n.product_key, n.name_key, nullif(n.name, '') as name, c.name as category
      from chosen_stores s
        cross join lateral (select * from sold_products where store_id = any (s.stores) offset 0) n
        left join (
          select i.store_id, i.product_key, c.name
          from chosen_stores s
            cross join lateral (select * from menu_items where store_id = any (s.stores) offset 0) i
            join menu_categories c on c.store_id = i.store_id and c.id = i.category_id) c
          on c.store_id = n.store_id and c.product_key = n.product_key
    )`

const named = sql`
  select coalesce(n.name_key, search_key(b.product_key)) as key, max(coalesce(n.name, b.product_key)) as name,
    min(n.category) as category, ${sql.join(productMeasures.map((name) => sql`sum(b.${sql.ref(name)}) as ${sql.ref(name)}`))},
    sum(b.compared_quantity) as compared_quantity, sum(b.compared_cents) as compared_cents,
    count(distinct b.store_id) filter (where b.quantity_milli > 0) as stores,
    sum(p.hours) as paused_hours, sum(p.lost) as lost, coalesce(sum(c.changes), 0) as price_changes
  from by_product b
    left join names n on n.store_id = b.store_id and n.product_key = b.product_key
    left join paused p on p.store_id = b.store_id and p.product_key = b.product_key
    left join prices c on c.store_id = b.store_id and c.product_key = b.product_key
  group by 1`
