import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { OrderType } from '../../contract/order-states.ts'
import type { DailyReport, MeasureName, Measures } from '../../contract/reports.ts'
import { noMeasures } from '../../contract/metrics.ts'
import type { Platform } from '../../contract/stores.ts'
import type { DB } from '../db/tables.generated.ts'
import type { StoreDay } from './compared-days.rules.ts'

interface MeasuresRow extends Measures {
  readonly compared: boolean
  readonly storeId: string | null
  readonly platform: Platform | null
  readonly type: OrderType | null
}

export interface HourRow {
  readonly compared: boolean
  readonly hour: number
  /** What lies before the cut. */
  readonly orders: number
  readonly netCents: number
  /** The hour as a whole. */
  readonly wholeOrders: number
  readonly wholeNetCents: number
}

export interface DayRow {
  readonly storeId: string
  readonly back: number
  readonly received: number
  readonly orders: number
  readonly netCents: number
  /** Of `orders`, the ones before the cut. */
  readonly ordersBeforeCut: number
}

export interface SalesOfDays {
  readonly measures: readonly MeasuresRow[]
  readonly hours: readonly HourRow[]
  /** One row per store and day that was read. */
  readonly days: readonly DayRow[]
  readonly payments: DailyReport['payments']
  readonly ratings: readonly { compared: boolean; storeId: string; count: number; sum: number }[]
}

/**
 * Everything that adds up from sales_hours, payment_days and reviews, in one round trip. Roll-ups
 * answer whole hours; the orders themselves answer the hour that the cut goes through.
 */
export async function readSalesOfDays(
  tx: Transaction<DB>,
  storeDays: readonly StoreDay[],
): Promise<SalesOfDays> {
  const result = await sql<{ answer: SalesOfDays }>`
    with days as materialized (${daysTable(storeDays)}),
    whole as materialized (
      select d.back, d.compared, h.*, (d."wholeHours" >> h.hour) & 1 = 1 as counted
      from days d
        join sales_hours h on h.store_id = d."storeId" and h.business_day = d.day
      where (d.compared or d.back = 0) and ${chosenChannel('h')}
    ),
    part as materialized (
      select d.back, d.compared, o.store_id, o.hour, o.platform, o.type, m.*
      from days d
        join orders o on o.store_id = d."storeId" and o.business_day = d.day
          and o.created_at >= d."fromAt" and o.created_at < d."untilAt",
        lateral order_measures(o) m
      where d."cutHours" <> 0 and (d."cutHours" >> o.hour) & 1 = 1
        and (o.created_at at time zone d.timezone) < d.cut and ${chosenChannel('o')}
    ),
    counted as materialized (
      select compared, store_id, hour, platform, type, ${columns} from whole
        where counted
      union all
      select compared, store_id, hour, platform, type, ${columns} from part where compared
    )
    select jsonb_build_object(
      'measures', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select compared, store_id as "storeId", platform, type, ${sums}
          from counted
          group by grouping sets ((compared, store_id), (compared, platform), (compared, type))) x),
      'hours', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select compared, hour, sum(orders) as orders, sum(net) as "netCents",
            sum("wholeOrders") as "wholeOrders", sum("wholeNet") as "wholeNetCents"
          from (
            select compared, hour, received - cancelled as orders, ${net} as net, 0 as "wholeOrders", 0 as "wholeNet"
              from counted
            union all
            select compared, hour, 0, 0, received - cancelled, ${net} from whole) h
          group by compared, hour) x),
      'days', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select "storeId", back, sum(received) as received, sum(orders) as orders, sum(net) as "netCents",
            sum("ordersBeforeCut") as "ordersBeforeCut"
          from (
            select d."storeId", d.back, sum(h.received) as received, sum(h.received - h.cancelled) as orders,
              sum(${net}) as net,
              sum(case when (d."wholeHours" >> h.hour) & 1 = 1 then h.received - h.cancelled else 0 end) as "ordersBeforeCut"
            from days d
              join sales_hours h on h.store_id = d."storeId" and h.business_day = d.day
            where ${chosenChannel('h')}
            group by d."storeId", d.back
            union all
            select store_id, back, 0, 0, 0, received - cancelled from part) d
          group by "storeId", back) x),
      'payments', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.cents desc, x.method, x.prepaid), '[]') from (
          select p.method, p.prepaid, sum(p.orders) as orders, sum(p.cents) as cents
          from days d
            join payment_days p on p.store_id = d."storeId" and p.business_day = d.day
          where d.back = 0 and ${chosenChannel('p')}
          group by p.method, p.prepaid having sum(p.orders) > 0) x),
      'ratings', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select d.compared, d."storeId", count(*) as count, sum(r.score) as sum
          from days d
            join reviews r on r.store_id = d."storeId" and r.business_day = d.day
          where (d.back = 0 or d.compared)
            -- A review names its order, the order its channel.
            and (d.merchants is null or exists (
              select from orders o
              where o.store_id = r.store_id and o.platform = r.source and o.external_id = r.order_external_id
                and ${chosenChannel('o')}))
          group by d.compared, d."storeId") x)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

/**
 * The plan as a table; its columns are the fields of StoreDay, and the instants between which the
 * orders of the cut hours lie. Those have an hour of slack, since where clocks go back a wall-clock
 * minute comes twice, and are computed here because row-level security lets only plain comparisons
 * reach an index.
 */
export function daysTable(storeDays: readonly StoreDay[]): RawBuilder<unknown> {
  return sql`
    select d.*, (d."cutFrom" at time zone d.timezone) - interval '1 hour' as "fromAt",
      (d.cut at time zone d.timezone) + interval '1 hour' as "untilAt"
    from jsonb_to_recordset(${JSON.stringify(storeDays)}::jsonb) as d ("storeId" uuid, timezone text,
      merchants jsonb, day date, back integer, compared boolean, usual boolean, "wholeHours" integer,
      "cutHours" integer, "cutFrom" timestamp, cut timestamp)`
}

/** The channel filter of the selection, of `days d`, on a table with `merchant_id`. */
export function chosenChannel(table: 'h' | 'o' | 'p'): RawBuilder<unknown> {
  return sql`(d.merchants is null or d.merchants ? ${sql.ref(`${table}.merchant_id`)})`
}

const columnOf = (name: MeasureName) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const names = Object.keys(noMeasures) as MeasureName[]
const columns = sql.join(names.map((name) => sql.ref(columnOf(name))))
const sums = sql.join(names.map((name) => sql`sum(${sql.ref(columnOf(name))}) as ${sql.ref(name)}`))
const net = sql`gross_cents - store_discount_cents - refund_cents`
