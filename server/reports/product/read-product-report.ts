import { sql, type RawBuilder, type Transaction } from 'kysely'
import { addDays } from '../../../contract/day.ts'
import {
  classLimits,
  productPageSize,
  type ProductReport,
  type ProductSort,
  type readProductReport as readProductReportRoute,
} from '../../../contract/report-product.ts'
import { inStores } from '../../db/scope.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Call } from '../../http/serve.ts'
import { factsOf, planPeriod, type PeriodPlan } from '../plan-period.rules.ts'
import { readSelectedStores, type SelectedStoreFacts } from '../selected-stores.ts'
import { together } from '../sale/pieces-sql.ts'
import { productParts, readProductSources, type ProductSources } from './product-sources.ts'
import { productMeasures } from './product-facts.ts'
import { startOfDay } from './store-moments.rules.ts'

export type ProductCall = Pick<Call<typeof readProductReportRoute>, 'deps' | 'stores' | 'query' | 'now'>

/** The products of the selected stores in a period: one page of them, and what they add up to. */
export async function readProductReport(
  call: ProductCall,
  pageSize = productPageSize,
): Promise<ProductReport> {
  const { deps, stores, query, now } = call
  const ids = stores.map((store) => store.storeId)
  const merchantsOf = new Map(stores.map((store) => [store.storeId, store.merchants]))
  return inStores(deps.db, ids, async (tx) => {
    const facts = (await readSelectedStores(tx, ids)).map((store) => ({
      ...store,
      merchants: merchantsOf.get(store.storeId) ?? null,
    }))
    const plan = planPeriod(facts, query, now)
    const sources = await readProductSources(tx, plan, ids)
    const answer = await readProducts(tx, {
      sources,
      plan,
      pauses: pauseWindows(facts, plan, now),
      query: { ...query, skip: Number(query.skip), limit: pageSize },
    })
    return {
      ...answer,
      period: factsOf(plan, answer.comparedEmpty, now),
      detailsThrough: sources.detailsThrough === null ? null : addDays(sources.detailsThrough, -1),
    } satisfies ProductReport & { comparedEmpty: boolean }
  }).then(({ comparedEmpty: _empty, ...report }) => report)
}

interface Question {
  readonly sources: ProductSources
  readonly plan: PeriodPlan
  readonly pauses: readonly PauseWindow[]
  readonly query: {
    readonly sort: ProductSort
    readonly search?: string | undefined
    readonly category?: string | undefined
    readonly skip: number
    readonly limit: number
  }
}

interface PauseWindow {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly timezone: string
  /** Local wall clock. */
  readonly from: string
  readonly to: string
  readonly now: string
}

/** The period of each store as instants: a pause counts by the hour. */
function pauseWindows(
  stores: readonly (SelectedStoreFacts & Pick<PauseWindow, 'merchants'>)[],
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

type Answer = Omit<ProductReport, 'period' | 'detailsThrough'> & { comparedEmpty: boolean }

async function readProducts(tx: Transaction<DB>, question: Question): Promise<Answer> {
  const { sources, plan, query } = question
  // Tables are fenced behind their indexes (product-sources.ts); names are joined to the sums as wholes.
  await sql`select set_config('enable_hashjoin', 'on', true), set_config('enable_sort', 'off', true)`.execute(
    tx,
  )
  const result = await sql<{ answer: Answer }>`
    with ${productParts(sources)},
    by_product as materialized (
      select store_id, product_key, ${sums},
        coalesce(sum(quantity_milli) filter (where shift > 0), 0) as compared_quantity,
        coalesce(sum(cents) filter (where shift > 0), 0) as compared_cents
      from parts group by 1, 2
    ),
    ${comparedPeriods(plan)},
    ${pausesOf(question.pauses)},
    ${pricesOf(plan)},
    ${named},
    found as materialized (
      select r.* from ranked r
      where ${query.search === undefined || query.search === '' ? sql`true` : sql`strpos(r.key, search_key(${query.search})) > 0`}
        and ${categoryIs(query.category)}
    )
    select jsonb_build_object(
      'totals', (select jsonb_build_object(${figures(sql`coalesce(sum(r.`, sql`), 0)`)}) from ranked r),
      'compared', (select ${comparedFigures} from ranked r),
      'comparedEmpty', (select coalesce(sum(r.compared_quantity), 0) = 0 from ranked r),
      'products', (select count(*) from ranked r where r.quantity_milli > 0),
      'classes', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.class), '[]') from (
          select class, count(*) as products, sum(cents) as cents from ranked where quantity_milli > 0 group by class) x),
      'categories', (
        select coalesce(jsonb_agg(x.line order by x.cents desc, x.name), '[]') from (
          select r.category as name, sum(r.cents) as cents, jsonb_build_object('name', r.category,
            'products', count(*) filter (where r.quantity_milli > 0), 'quantityMilli', sum(r.quantity_milli),
            'cents', sum(r.cents), 'compared', ${comparedFigures}) as line
          from ranked r group by r.category) x),
      'found', (select count(*) from found),
      'lostCents', (select coalesce(sum(r.lost_cents), 0) from ranked r),
      'next', (select case when count(*) > ${query.skip + query.limit}::integer then ${query.skip + query.limit}::integer end from found),
      'rows', (
        select coalesce(jsonb_agg(${rowOf} order by ${sorts[query.sort]}, r.key), '[]') from (
          select * from found r order by ${sorts[query.sort]}, r.key
          limit ${query.limit} offset ${query.skip}) r)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

const sums = sql.join(
  productMeasures.map(
    (name) => sql`coalesce(sum(${sql.ref(name)}) filter (where shift = 0), 0) as ${sql.ref(name)}`,
  ),
)

/** The fields of ProductFigures, each between `before` and `after`. */
function figures(before: RawBuilder<unknown>, after: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    productMeasures.map((name) => sql`${sql.lit(camel(name))}, ${before}${sql.ref(name)}${after}`),
  )
}
const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Mean of the compared periods that have any sale. */
const comparedFigures = sql`jsonb_build_object(
  'quantityMilli', round(coalesce(sum(r.compared_quantity), 0)),
  'cents', round(coalesce(sum(r.compared_cents), 0)))`

const rowOf = sql`jsonb_build_object('key', r.key, 'name', r.name, 'rank', r.rank, 'class', r.class,
  'category', r.category, 'figures', jsonb_build_object(${figures(sql`r.`, sql``)}),
  'compared', jsonb_build_object('quantityMilli', round(r.compared_quantity), 'cents', round(r.compared_cents)),
  'stores', r.stores, 'pausedHours', r.paused_hours, 'lostCents', r.lost_cents, 'priceChanges', r.price_changes)`

const sorts: Record<ProductSort, RawBuilder<unknown>> = {
  revenue: sql`r.cents desc`,
  quantity: sql`r.quantity_milli desc`,
  fall: sql`r.compared_cents - r.cents desc`,
  cancellation: sql`r.cancelled_cents desc`,
  lost: sql`r.lost_cents desc nulls last, r.cents desc`,
}

function categoryIs(category: string | undefined): RawBuilder<unknown> {
  if (category === undefined || category === '') return sql`true`
  return category === '-' ? sql`r.category is null` : sql`r.category = ${category}`
}

function comparedPeriods(plan: PeriodPlan): RawBuilder<unknown> {
  if (plan.shifts.length < 2) return sql`compared_periods as (select 1 as count)`
  return sql`compared_periods as (
    select greatest(1, count(*)) as count from (
      select shift from parts where shift > 0 group by shift having sum(quantity_milli) > 0) s)`
}

/**
 * Hours of the period in which a product was off sale, and what an usual day (of the 28 before the
 * pause) would have brought in them.
 */
function pausesOf(windows: readonly PauseWindow[]): RawBuilder<unknown> {
  return sql`
    paused as materialized (
      select p.store_id, i.product_key, sum(h.hours) as hours, sum(h.hours / 24 * usual.cents / 28) as lost
      from jsonb_to_recordset(${JSON.stringify(together(windows))}::jsonb) as w (
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

/** By name over the stores, with rank and class. */
const named = sql`
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
    ),
    named as materialized (
      select coalesce(n.name_key, search_key(b.product_key)) as key, max(coalesce(n.name, b.product_key)) as name,
        min(n.category) as category, ${sql.join(productMeasures.map((name) => sql`sum(b.${sql.ref(name)}) as ${sql.ref(name)}`))},
        sum(b.compared_quantity)::numeric / max(k.count) as compared_quantity,
        sum(b.compared_cents)::numeric / max(k.count) as compared_cents,
        count(distinct b.store_id) filter (where b.quantity_milli > 0) as stores,
        round(sum(p.hours), 1) as paused_hours, round(sum(p.lost)) as lost_cents,
        coalesce(sum(c.changes), 0) as price_changes
      from by_product b
        cross join compared_periods k
        left join names n on n.store_id = b.store_id and n.product_key = b.product_key
        left join paused p on p.store_id = b.store_id and p.product_key = b.product_key
        left join prices c on c.store_id = b.store_id and c.product_key = b.product_key
      group by 1
      having sum(b.orders + b.cancelled_orders) > 0 or sum(b.quantity_milli) > 0 or sum(b.compared_quantity) > 0
    ),
    ranked as materialized (
      select *, case
          when cents > 0 and before < ${sql.lit(classLimits.A)} * total then 'A'
          when cents > 0 and before < ${sql.lit(classLimits.B)} * total then 'B'
          else 'C' end as class
      from (
        select n.*, row_number() over by_revenue as rank, sum(cents) over () as total,
          sum(cents) over by_revenue - cents as before
        from named n window by_revenue as (order by cents desc, key)) n
    )`
