import { sql, type RawBuilder, type Transaction } from 'kysely'
import { productHoursDaysLimit } from '../../../contract/reports/product.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Reading } from '../frame/reading.ts'
import type { Closing } from '../figures/closings.rules.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'
import { sourcesOf, type LiveDay, type RunEnd } from './closed-runs.rules.ts'
import { productFacts, productMeasures } from './product-facts.ts'
import { groupStores, unionAll } from '../figures/selection-sql.ts'

/** The selected channels of the store; null: all. */
interface Chosen {
  readonly merchants: readonly string[] | null
}

/** The tables and days from which the products of a plan are read. */
export interface ProductSources {
  readonly stores: readonly (Chosen & { readonly storeId: string })[]
  readonly ends: readonly (Chosen & RunEnd)[]
  /** Days whose quantity and revenue come from product_days. */
  readonly days: readonly (Chosen & LiveDay)[]
  /** Days whose orders are read one by one, for all measures. */
  readonly raw: readonly (Chosen & LiveDay)[]
  /** Parts of compared days: quantity and revenue of their orders. */
  readonly compared: readonly (Chosen & ComparedPart)[]
  /** Null: nothing is left out. */
  readonly detailsThrough: string | null
}

/** Adds orders before the cut, or subtracts orders after the cut from the whole day. */
interface ComparedPart extends LiveDay {
  readonly after: boolean
}

/** With more orders than this on live days, reading them one by one is too slow. */
const maxLiveOrders = 4_000

/** Whether the live days of all cells together can be read order by order. */
export async function haveFewOrders(
  { each }: Pick<Reading, 'each'>,
  plan: PeriodPlan,
  closings: ReadonlyMap<string, Closing>,
): Promise<boolean> {
  rejectLongHours(plan)
  const orders = await each((tx, { part }) => ordersOf(tx, wholeDays(sourcesOf(part(plan), closings).live)))
  return orders.reduce((sum, count) => sum + count, 0) <= maxLiveOrders
}

const wholeDays = (live: readonly LiveDay[]): readonly LiveDay[] =>
  live.filter((day) => day.shift === 0 && !day.part)

export function productSources(
  plan: PeriodPlan,
  closings: ReadonlyMap<string, Closing>,
  few: boolean,
): ProductSources {
  const { ends, live } = sourcesOf(plan, closings)
  const current = wholeDays(live)
  const isRaw = (day: LiveDay) => day.shift === 0 && (day.part || few)
  const parts = live.filter((day) => day.shift > 0 && day.part).map((day) => comparedPart(day, plan))
  const left = few ? [] : current.map((day) => day.day).toSorted()
  const stores = plan.ranges
    .filter((range) => range.shift === 0)
    .map(({ storeId, merchants }) => ({ storeId, merchants }))
  const merchantsOf = new Map(stores.map((store) => [store.storeId, store.merchants]))
  const withMerchants = <T extends { readonly storeId: string }>(row: T): T & Chosen => ({
    ...row,
    merchants: merchantsOf.get(row.storeId) ?? null,
  })
  return {
    stores,
    ends: ends.map(withMerchants),
    days: [...live.filter((day) => !day.part && !isRaw(day)), ...parts.filter((part) => part.after)].map(
      withMerchants,
    ),
    raw: live.filter(isRaw).map(withMerchants),
    compared: parts.map(withMerchants),
    detailsThrough: left[0] ?? null,
  }
}

/** Late in the day fewer orders come after the cut than before it, so these are read and subtracted. */
function comparedPart(day: LiveDay, plan: PeriodPlan): ComparedPart {
  const passed = bitsOf(day.wholeHours)
  return { ...day, after: plan.hours === null && day.cut !== null && passed >= lateHours }
}

/** Hours of 24: from six in the evening on, if the day begins at four. */
const lateHours = 14

const bitsOf = (bits: number): number => bits.toString(2).replaceAll('0', '').length

export function rejectLongHours(plan: PeriodPlan): void {
  if (plan.hours === null || daysFrom(plan.from, plan.to) < productHoursDaysLimit) return
  throw new AppError('report/hours-over-many-days')
}

async function ordersOf(tx: Transaction<Cell>, days: readonly LiveDay[]): Promise<number> {
  if (days.length === 0) return 0
  const { rows } = await sql<{ orders: number }>`
    select coalesce(sum(h.received), 0) as orders
    from jsonb_to_recordset(${JSON.stringify(groupStores(days))}::jsonb) as d (stores uuid[], day date)
      join sales_hours h on h.store_id = any (d.stores) and h.business_day = d.day`.execute(tx)
  return rows[0]?.orders ?? 0
}

const chosen = (table: string): RawBuilder<unknown> =>
  sql`(c.merchants is null or c.merchants ? ${sql.ref(`${table}.merchant_id`)})`
const signed = sql.join(productMeasures.map((name) => sql`c.sign * p.${sql.ref(name)} as ${sql.ref(name)}`))
const columns = sql.join(productMeasures.map((name) => sql.ref(name)))
const liveColumns = `stores uuid[], merchants jsonb, timezone text, day date, shift integer, "wholeHours" integer,
  "cutHours" integer, "bookedHours" integer, cut timestamp`
/** The sign of an order `o` on the day `c`. */
const counted = sql`((c."wholeHours" >> o.hour) & 1 = 1
  or (((c."cutHours" >> o.hour) & 1 = 1 or ((c."bookedHours" >> o.hour) & 1 = 1 and o.timing = 'SCHEDULED'))
    and (o.created_at at time zone c.timezone) < c.cut))`

/**
 * CTEs that end with `parts (shift, store_id, product_key, measures)`, which sum to the products of the
 * plan, and `chosen_stores (stores, merchants)`. Stores with identical ranges share one scan
 * (figures/pieces-sql.ts). `offset 0` makes the planner use each table's index on store and day.
 */
export function productParts(sources: ProductSources): RawBuilder<unknown> {
  const recordset = (rows: readonly { readonly storeId: string }[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(groupStores(rows))}::jsonb)`
  const orders = sql`(
    select o.*, c.shift
    from raw c
      cross join lateral (
        select * from orders where store_id = any (c.stores) and business_day = c.day offset 0) o
    where ${chosen('o')} and ${counted}) o`
  const anyChosen = sources.stores.some((store) => store.merchants !== null)
  const allChosen = anyChosen && sources.stores.every((store) => store.merchants !== null)
  return sql`
    chosen_stores as materialized (
      select * from ${recordset(sources.stores)} as c (stores uuid[], merchants jsonb)),
    ends as materialized (
      select * from ${recordset(sources.ends)}
        as c (stores uuid[], merchants jsonb, month date, day integer, sign integer, shift integer)),
    month_ends as materialized (
      select stores, merchants, month, shift, array_agg(day) as days, array_agg(sign) as signs
      from ends where day is not null group by 1, 2, 3, 4),
    days as materialized (select * from ${recordset(sources.days)} as c (${sql.raw(liveColumns)})),
    raw as materialized (select * from ${recordset(sources.raw)} as c (${sql.raw(liveColumns)})),
    compared as materialized (
      select * from ${recordset(sources.compared)} as c (${sql.raw(liveColumns)}, after boolean)),
    ${productFacts(orders, sql`o.shift`)},
    parts as (
      ${unionAll([!allChosen && closedParts(everyChannel), anyChosen && closedParts(chosenChannels)])}
      union all
      select c.shift, p.store_id, p.product_key, p.quantity_milli, p.cents, 0, 0, 0, 0, 0, 0
      from days c
        cross join lateral (
          select * from product_days where store_id = any (c.stores) and business_day = c.day offset 0) p
      where ${chosen('p')}
      union all
      select c.shift, o.store_id, i.product_key, sum(case when c.after then -i.quantity_milli else i.quantity_milli end),
        sum(case when c.after then -i.total_cents else i.total_cents end), 0, 0, 0, 0, 0, 0
      from compared c
        cross join lateral (
          select store_id, id, merchant_id, hour, timing, created_at from orders
          where store_id = any (c.stores) and business_day = c.day and status <> 'cancelled' and not is_test offset 0) o
        join order_items i on i.store_id = o.store_id and i.order_id = o.id
      where ${chosen('o')} and ${counted} <> c.after
      group by 1, 2, 3
      union all
      select label, store_id, product_key, ${columns} from facts
    )`
}

interface Channels {
  readonly ends: RawBuilder<unknown>
  readonly rows: RawBuilder<unknown>
  readonly chosen: RawBuilder<unknown>
}

/** All channels together have their own row in the closed tables: a half or a third of the rows. */
const everyChannel: Channels = {
  ends: sql`c.merchants is null`,
  rows: sql`platform = ''`,
  chosen: sql`true`,
}
const chosenChannels: Channels = {
  ends: sql`c.merchants is not null`,
  rows: sql`platform <> ''`,
  chosen: sql`c.merchants ? p.merchant_id`,
}

const closedParts = ({ ends, rows, chosen }: Channels): RawBuilder<unknown> => sql`
  select c.shift, p.store_id, p.product_key, ${signed}
  from ends c
    cross join lateral (
      select * from product_months where store_id = any (c.stores) and month = c.month and ${rows} offset 0) p
  where c.day is null and ${ends} and ${chosen}
  union all
  select c.shift, p.store_id, p.product_key, ${sql.join(productMeasures.map((name) => sql`s.${sql.ref(name)}`))}
  from month_ends c
    cross join lateral (
      select * from product_month_days where store_id = any (c.stores) and month = c.month and ${rows} offset 0) p
    cross join lateral (select ${sumsOf(productMeasures)} from unnest(c.days, c.signs) e (day, sign)) s
  where c.shift = 0 and ${ends} and ${chosen}
  union all
  select c.shift, p.store_id, p.product_key, s.quantity_milli, s.cents, 0, 0, 0, 0, 0, 0
  from month_ends c
    cross join lateral (
      select store_id, product_key, merchant_id, quantity_milli, cents
      from product_month_days where store_id = any (c.stores) and month = c.month and ${rows} offset 0) p
    cross join lateral (select ${sumsOf(['quantity_milli', 'cents'])} from unnest(c.days, c.signs) e (day, sign)) s
  where c.shift > 0 and ${ends} and ${chosen}`

/** The sums that a month had reached by the ends of its chosen runs, less those before them. */
const sumsOf = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    names.map(
      (name) => sql`sum(e.sign * p.${sql.ref(name)}[least(e.day, cardinality(p.cents))]) as ${sql.ref(name)}`,
    ),
  )
