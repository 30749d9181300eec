import { sql, type RawBuilder, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import {
  classLimits,
  productPageSize,
  type ProductReport,
  type ProductSort,
  type readProductReport as readProductReportRoute,
} from '../../../contract/reports/product.ts'
import type { Snapshot } from '../../db/snapshot.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import { factsOf, planPeriod } from '../figures/plan-period.rules.ts'
import { withReading } from '../frame/reading.ts'
import { haveFewOrders, productSources } from './product-sources.ts'
import { productMeasures } from './product-facts.ts'
import {
  pauseWindows,
  readProductSums,
  sumColumns,
  type ProductsAsked,
  type ProductSums,
} from './product-sums.ts'

export type ProductCall = Pick<Call<typeof readProductReportRoute>, 'deps' | 'stores' | 'query' | 'now'>

/** The products of the selected stores in a period: one page, and the totals of all. */
export async function readProductReport(
  call: ProductCall,
  pageSize = productPageSize,
): Promise<ProductReport> {
  const { deps, stores, query, now } = call
  return withReading(deps.cells, stores, { halves: true }, async (reading) => {
    const { stores: selected, closings, cells, each } = reading
    const plan = planPeriod(selected, query, now)
    const few = await haveFewOrders(reading, plan, closings)
    const read = await each(async (_tx, cell) => {
      const sources = productSources(cell.part(plan), closings, few)
      const pauses = pauseWindows(cell.own(selected), plan, now)
      return { sources, sums: await readSumsOf(cell, { sources, plan: cell.part(plan), pauses }) }
    })
    // What is ranked are sums, which any of the cells can do.
    const { comparedEmpty, ...answer } = await rankProducts(
      cells[0].tx,
      read.flatMap(({ sums }) => sums),
      { ...query, skip: Number(query.skip), limit: pageSize },
    )
    const [left] = read.flatMap(({ sources }) => sources.detailsThrough ?? []).toSorted()
    return {
      ...answer,
      period: factsOf(plan, comparedEmpty, now),
      detailsThrough: left === undefined ? null : addDays(left, -1),
    }
  })
}

/** Sums many stores as two halves on two connections. */
async function readSumsOf(
  { tx, runBoth, parallel }: Snapshot,
  asked: ProductsAsked,
): Promise<readonly ProductSums[]> {
  if (!parallel) return [await readProductSums(tx, asked)]
  const ids = asked.sources.stores.map((store) => store.storeId)
  const first = new Set(ids.slice(0, Math.ceil(ids.length / 2)))
  return runBoth(
    (one) =>
      readProductSums(
        one,
        halfOf(asked, (storeId) => first.has(storeId)),
      ),
    (other) =>
      readProductSums(
        other,
        halfOf(asked, (storeId) => !first.has(storeId)),
      ),
  )
}

function halfOf({ sources, plan, pauses }: ProductsAsked, isIn: (storeId: string) => boolean): ProductsAsked {
  const only = <T extends { readonly storeId: string }>(rows: readonly T[]) =>
    rows.filter((row) => isIn(row.storeId))
  return {
    plan,
    pauses: only(pauses),
    sources: {
      ...sources,
      stores: only(sources.stores),
      ends: only(sources.ends),
      days: only(sources.days),
      raw: only(sources.raw),
      compared: only(sources.compared),
    },
  }
}

interface Page {
  readonly sort: ProductSort
  readonly search?: string | undefined
  readonly category?: string | undefined
  readonly skip: number
  readonly limit: number
}

type Answer = Omit<ProductReport, 'period' | 'detailsThrough'> & { comparedEmpty: boolean }

async function rankProducts(
  tx: Transaction<Cell>,
  sums: readonly ProductSums[],
  query: Page,
): Promise<Answer> {
  const periods = Math.max(1, new Set(sums.flatMap((half) => half.periods)).size)
  const result = await sql<{ answer: Answer }>`
    with ${namedOf(sums, periods)},
    ${ranked},
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

/** The fields of ProductFigures as SQL, each between `before` and `after`. */
function figures(before: RawBuilder<unknown>, after: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    productMeasures.map((name) => sql`${sql.lit(camel(name))}, ${before}${sql.ref(name)}${after}`),
  )
}
const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Mean of the compared periods with sales. */
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

/** By name over all stores. */
const namedOf = (halves: readonly ProductSums[], periods: number): RawBuilder<unknown> => sql`
    named as materialized (
      select key, max(name) as name, min(category) as category, ${sql.join(
        productMeasures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`),
      )},
        sum(compared_quantity) / ${periods}::integer as compared_quantity,
        sum(compared_cents) / ${periods}::integer as compared_cents,
        sum(stores) as stores, round(sum(paused_hours), 1) as paused_hours, round(sum(lost)) as lost_cents,
        sum(price_changes) as price_changes
      from (${sql.join(
        halves.map(
          (half) => sql`select * from jsonb_to_recordset(${half.named}::jsonb) as x (${sumColumns})`,
        ),
        sql` union all `,
      )}) x
      group by key
      having sum(orders + cancelled_orders) > 0 or sum(quantity_milli) > 0 or sum(compared_quantity) > 0
    )`

/** With rank and class. */
const ranked = sql`
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
