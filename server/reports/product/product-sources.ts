import { sql, type RawBuilder, type Transaction } from 'kysely'
import { productHoursDaysLimit } from '../../../contract/report-product.ts'
import { daysFrom } from '../../../contract/report-period.ts'
import type { DB } from '../../db/tables.generated.ts'
import { AppError } from '../../http/app-error.ts'
import { readClosings } from '../closing/read-closings.ts'
import type { PeriodPlan } from '../plan-period.rules.ts'
import { sourcesOf, type LiveDay, type RunEnd } from './closed-runs.rules.ts'
import { productFacts, productMeasures } from './product-facts.ts'

/** Where the products of a plan are read from. */
export interface ProductSources {
  readonly stores: readonly { readonly storeId: string; readonly merchants: readonly string[] | null }[]
  readonly ends: readonly RunEnd[]
  /** Days whose quantity and revenue are read from product_days. */
  readonly days: readonly LiveDay[]
  /** Days whose orders are read one by one: all measures. */
  readonly raw: readonly LiveDay[]
  /** Null: nothing is left out. */
  readonly detailsThrough: string | null
}

/** More orders than these in days that are not closed are too slow to read one by one. */
const ordersAtHand = 4_000

export async function readProductSources(
  tx: Transaction<DB>,
  plan: PeriodPlan,
  storeIds: readonly string[],
): Promise<ProductSources> {
  refuseLongHours(plan)
  const { ends, live } = sourcesOf(plan, await readClosings(tx, storeIds))
  const current = live.filter((day) => day.shift === 0 && !day.part)
  const few = (await ordersOf(tx, current)) <= ordersAtHand
  const isRaw = (day: LiveDay) => day.part || (day.shift === 0 && few)
  const left = few ? [] : current.map((day) => day.day).toSorted()
  return {
    stores: plan.ranges
      .filter((range) => range.shift === 0)
      .map(({ storeId, merchants }) => ({ storeId, merchants })),
    ends,
    days: live.filter((day) => !isRaw(day)),
    raw: live.filter(isRaw),
    detailsThrough: left[0] ?? null,
  }
}

export function refuseLongHours(plan: PeriodPlan): void {
  if (plan.hours === null || daysFrom(plan.from, plan.to) < productHoursDaysLimit) return
  throw new AppError('report/hours-over-many-days')
}

async function ordersOf(tx: Transaction<DB>, days: readonly LiveDay[]): Promise<number> {
  if (days.length === 0) return 0
  const { rows } = await sql<{ orders: number }>`
    select coalesce(sum(h.received), 0) as orders
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("storeId" uuid, day date)
      join sales_hours h on h.store_id = d."storeId" and h.business_day = d.day`.execute(tx)
  return rows[0]?.orders ?? 0
}

const chosen = (table: string): RawBuilder<unknown> =>
  sql`(s.merchants is null or s.merchants ? ${sql.ref(`${table}.merchant_id`)})`
const signed = sql.join(productMeasures.map((name) => sql`e.sign * p.${sql.ref(name)} as ${sql.ref(name)}`))
const elements = sql.join(
  productMeasures.map((name) => sql`e.sign * p.${sql.ref(name)}[p.at] as ${sql.ref(name)}`),
)
const columns = sql.join(productMeasures.map((name) => sql.ref(name)))
const liveColumns = `("storeId" uuid, timezone text, day date, shift integer, "wholeHours" integer, "cutHours" integer, cut timestamp)`

/**
 * CTEs that end with `parts (shift, day, store_id, product_key, platform, measures)`: whatever adds up
 * to the products of the plan. `product`: only these keys, as SQL over `p.store_id` and `p.product_key`.
 * The fences (`offset 0`) keep every table behind its index on store and day.
 */
export function productParts(sources: ProductSources): RawBuilder<unknown> {
  const recordset = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`
  const orders = sql`(
    select o.*, d.shift
    from raw d
      join chosen_stores s on s."storeId" = d."storeId"
      cross join lateral (
        select * from orders where store_id = d."storeId" and business_day = d.day offset 0) o
    where ${chosen('o')} and ((d."wholeHours" >> o.hour) & 1 = 1
      or ((d."cutHours" >> o.hour) & 1 = 1 and (o.created_at at time zone d.timezone) < d.cut))) o`
  return sql`
    chosen_stores as materialized (
      select * from ${recordset(sources.stores)} as s ("storeId" uuid, merchants jsonb)),
    ends as materialized (
      select * from ${recordset(sources.ends)} as e ("storeId" uuid, month date, day integer, sign integer, shift integer)),
    days as materialized (select * from ${recordset(sources.days)} as d ${sql.raw(liveColumns)}),
    raw as materialized (select * from ${recordset(sources.raw)} as d ${sql.raw(liveColumns)}),
    ${productFacts(orders, sql`o.shift`)},
    parts as (
      select e.shift, p.store_id, p.product_key, p.platform, ${signed}
      from ends e
        join chosen_stores s on s."storeId" = e."storeId"
        cross join lateral (
          select max(month) as month from product_months where store_id = e."storeId" and month <= e.month) last
        cross join lateral (
          select * from product_months where store_id = e."storeId" and month = last.month offset 0) p
      where e.day is null and ${chosen('p')}
      union all
      select e.shift, p.store_id, p.product_key, p.platform, ${elements}
      from ends e
        join chosen_stores s on s."storeId" = e."storeId"
        cross join lateral (
          select *, least(e.day, cardinality(cents)) as at
          from product_month_days where store_id = e."storeId" and month = e.month offset 0) p
      where e.day is not null and e.shift = 0 and ${chosen('p')}
      union all
      select e.shift, p.store_id, p.product_key, p.platform, e.sign * p.quantity_milli[p.at], e.sign * p.cents[p.at],
        0, 0, 0, 0, 0, 0
      from ends e
        join chosen_stores s on s."storeId" = e."storeId"
        cross join lateral (
          select store_id, product_key, platform, merchant_id, quantity_milli, cents, least(e.day, cardinality(cents)) as at
          from product_month_days where store_id = e."storeId" and month = e.month offset 0) p
      where e.day is not null and e.shift > 0 and ${chosen('p')}
      union all
      select d.shift, p.store_id, p.product_key, p.platform, p.quantity_milli, p.cents, 0, 0, 0, 0, 0, 0
      from days d
        join chosen_stores s on s."storeId" = d."storeId"
        cross join lateral (
          select * from product_days where store_id = d."storeId" and business_day = d.day offset 0) p
      where ${chosen('p')}
      union all
      select label, store_id, product_key, platform, ${columns} from facts
    )`
}
