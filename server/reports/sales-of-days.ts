import { sql, type RawBuilder, type Transaction } from 'kysely'
import { addDays } from '../../contract/day.ts'
import { daysFrom } from '../../contract/report-period.ts'
import type { OrderType } from '../../contract/order-kinds.ts'
import type { DailyReport, Measures } from '../../contract/reports.ts'
import type { Platform } from '../../contract/stores.ts'
import type { DB } from '../db/tables.generated.ts'
import { keepsUsual, type Closing } from './closing/read-closings.ts'
import type { DayPlan, StoreDay } from './compared-days.rules.ts'
import { dayPiece, dayPieces } from './day-pieces.rules.ts'
import { uncut } from './plan-period.rules.ts'
import { joinWhole } from './selected-stores.ts'
import { allHours, piecesOf, type PeriodPieces, type Piece } from './sale/period-pieces.rules.ts'
import { measuresOf } from './sale/period-totals.ts'
import { chosenMerchant, isOpen, openRows, rowsOfPieces, unionAll, type Weekdays } from './sale/pieces-sql.ts'
import { hoursOfDay, lineSums, measureColumns, measureSums, wideSums } from './sale/wide-columns.ts'

export interface HourRow {
  readonly back: number
  readonly hour: number
  readonly orders: number
  readonly netCents: number
  readonly received: number
}

export interface SalesOfDay {
  /** Of the day, by store, and by channel and type. */
  readonly stores: readonly { storeId: string; measures: Measures }[]
  readonly kinds: readonly { platform: Platform; type: OrderType; measures: Measures }[]
  /** Whole hours of the day and of the compared ones. */
  readonly hours: readonly HourRow[]
  /** The six days before. */
  readonly week: readonly { back: number; orders: number; netCents: number }[]
  readonly payments: DailyReport['payments']
  readonly districts: readonly { key: string; name: string; orders: number; netCents: number }[]
  readonly ratings: readonly { compared: boolean; storeId: string; count: number; sum: number }[]
}

/** Of the days before: what the day is held against. */
export interface SalesBefore {
  /** Of the compared days together, up to the cut. */
  readonly compared: readonly { storeId: string; measures: Measures }[]
  /** By store: how many of its usual days had orders, and these by hour. A store can have several rows, of different days. */
  readonly usual: readonly { storeId: string; days: number; orders: readonly number[] }[]
}

interface Answer extends Omit<SalesOfDay, 'stores' | 'kinds' | 'hours' | 'week'> {
  readonly week: [back: number, orders: number, net: number][]
  readonly stores: [storeId: string, ...sums: number[]][]
  readonly kinds: [platform: Platform, type: OrderType, ...sums: number[]][]
  /** Of closed days: orders and net by hour. */
  readonly wide: [back: number, sums: number[][]][]
  readonly narrow: [back: number, hour: number, orders: number, net: number, received: number][]
}

const everyWeekday: Weekdays = { weekdays: null, weekdayBits: 0 }

/**
 * Everything of the day that adds up, in one round trip. The day itself comes from the figures that its orders
 * keep; days that are over from the closed tables; of the hour that the cut goes through, the
 * compared orders themselves.
 */
export async function readSalesOfDay(
  tx: Transaction<DB>,
  plan: DayPlan,
  closings: ReadonlyMap<string, Closing>,
): Promise<SalesOfDay> {
  const today = plan.storeDays.filter((day) => day.back === 0)
  const compared = plan.storeDays.filter((day) => day.compared)
  const now = dayPieces(today, closings, 'whole')
  const whole = dayPieces(compared, closings, 'whole')
  const result = await sql<Answer>`/* kept */
    with running as materialized (${openRows(everyWeekday, now)}),
      sums as materialized (
        select store_id, platform, type, ${measureSums}
        from (${unionAll([
          sql`select store_id, platform, type, ${measureColumns} from running`,
          now.days.length > 0 &&
            sql`
              select t.store_id, t.platform, t.type, ${measureColumns} from ${rowsOfPieces(now.days, 'sales_days')}
              where ${chosenMerchant('t')}`,
        ])}) r
        group by grouping sets ((store_id), (platform, type)))
    select
      (${totalsSql('stores')}) as stores,
      (${totalsSql('kinds')}) as kinds,
      (select coalesce(json_agg(json_build_array(shift, sums)), '[]') from (
        select p.shift, ${wideSums(hoursOfDay, ['orders', 'net', 'received'])} as sums
        from ${rowsOfPieces([...now.days, ...whole.days], 'sales_day_hours')}
        where ${chosenMerchant('t')} group by 1) w) as wide,
      (select coalesce(json_agg(json_build_array(shift, hour, orders, net, received)), '[]') from (
        select shift, hour, ${lineSums}
        from (${unionAll([sql`select * from running`, isOpen(whole) && openRows(everyWeekday, whole)])}) r
        group by 1, 2) n) as narrow,
      (${weekSql(weekPieces(plan, closings), plan.day)}) as week,
      (${paymentsSql(now)}) as payments,
      (${districtsSql(now)}) as districts,
      (${ratingsSql([...now.days, ...now.live, ...whole.days, ...whole.live])}) as ratings`.execute(tx)
  const answer = result.rows[0]
  if (!answer) throw new Error('one row expected')
  const { stores, kinds, wide, narrow, week, ...rest } = answer
  return {
    ...rest,
    stores: stores.map(([storeId, ...sums]) => ({ storeId, measures: measuresOf(sums) })),
    kinds: kinds.map(([platform, type, ...sums]) => ({ platform, type, measures: measuresOf(sums) })),
    hours: [...hoursOf(wide, narrow)],
    week: week.map(([back, orders, cents]) => ({ back, orders, netCents: cents })),
  }
}

interface AnswerBefore {
  readonly compared: [storeId: string, ...sums: number[]][]
  readonly usual: [storeId: string, days: number, orders: number[]][]
}

/** What the day is held against, in one round trip. What follows in the transaction is planned `joinWhole`. */
export async function readSalesBefore(
  tx: Transaction<DB>,
  plan: DayPlan,
  closings: ReadonlyMap<string, Closing>,
): Promise<SalesBefore> {
  const cut = dayPieces(
    plan.storeDays.filter((day) => day.compared),
    closings,
    'cut',
  )
  const isKept = (day: StoreDay) => day.merchants === null && keepsUsual(closings.get(day.storeId), day.day)
  const kept = plan.storeDays.filter((day) => day.back === 0 && isKept(day))
  const keptStores = new Set(kept.map((day) => day.storeId))
  const others = dayPieces(
    plan.storeDays.filter((day) => day.usual && !keptStores.has(day.storeId)),
    closings,
    'whole',
  )
  const result = await sql<AnswerBefore>`/* kept */
    with planning as materialized (${joinWhole})
    select
      (${comparedSql(cut)}) as compared,
      (${usualSql(kept, others)}) as usual
    from planning`.execute(tx)
  const answer = result.rows[0]
  if (!answer) throw new Error('one row expected')
  const { compared, usual } = answer
  return {
    compared: compared.map(([storeId, ...sums]) => ({ storeId, measures: measuresOf(sums) })),
    usual: usual.map(([storeId, days, orders]) => ({ storeId, days, orders })),
  }
}

const totalsSql = (by: 'stores' | 'kinds'): RawBuilder<unknown> =>
  by === 'stores'
    ? sql`
        select coalesce(json_agg(json_build_array(store_id, ${measureColumns})), '[]')
        from sums where store_id is not null`
    : sql`
        select coalesce(json_agg(json_build_array(platform, type, ${measureColumns})), '[]')
        from sums where store_id is null`

/** Of the compared days together, only what each store had. */
const comparedSql = (pieces: PeriodPieces): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_array(store_id, ${measureColumns})), '[]') from (
    select store_id, ${measureSums} from (${unionAll([
      (pieces.days.length > 0 || !isOpen(pieces)) &&
        sql`
          select t.store_id, ${measureColumns} from ${rowsOfPieces(pieces.days, 'sales_days')}
          where ${chosenMerchant('t')}`,
      isOpen(pieces) && sql`select store_id, ${measureColumns} from (${openRows(everyWeekday, pieces)}) o`,
    ])}) c group by 1) x`

function* hoursOf(wide: Answer['wide'], narrow: Answer['narrow']): Generator<HourRow> {
  for (const [back, [orders = [], net = [], received = []]] of wide) {
    for (const hour of hoursOfDay) {
      yield {
        back,
        hour,
        orders: orders[hour] ?? 0,
        netCents: net[hour] ?? 0,
        received: received[hour] ?? 0,
      }
    }
  }
  for (const [back, hour, orders, netCents, received] of narrow)
    yield { back, hour, orders, netCents, received }
}

const rowsOf = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select coalesce(json_agg(to_json(x)), '[]') from (${query}) x`

/** The week before as one range of each store. Its shift is how far the store's day is from the report's. */
function weekPieces(plan: DayPlan, closings: ReadonlyMap<string, Closing>): PeriodPieces {
  const days = plan.storeDays.filter((day) => day.back === 0)
  const ranges = days.map(({ storeId, timezone, merchants, day }) => ({
    ...uncut,
    storeId,
    timezone,
    merchants,
    shift: daysFrom(day, plan.day),
    from: addDays(day, -6),
    to: addDays(day, -1),
  }))
  return piecesOf(ranges, closings, { byMonth: false, hourBits: allHours })
}

const weekSql = (pieces: PeriodPieces, reportDay: string): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_array(back, orders, net)), '[]') from (
    select back, sum(orders) as orders, sum(net) as net from (${unionAll([
      (pieces.days.length > 0 || !isOpen(pieces)) &&
        sql`
          select ${reportDay}::date - t.business_day - p.shift as back, ${lineSums}
          from ${rowsOfPieces(pieces.days, 'sales_days')}
          where ${chosenMerchant('t')} group by 1`,
      isOpen(pieces) &&
        sql`
          select ${reportDay}::date - business_day - shift as back, ${lineSums}
          from (${openRows(everyWeekday, pieces)}) o group by 1`,
    ])}) w group by 1) x`

/** Orders by hour of the usual days of a store together, and how many of these days had any. */
const usualSql = (kept: readonly StoreDay[], others: PeriodPieces): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_array(store_id, days, orders)), '[]') from (${unionAll([
    (kept.length > 0 || (others.days.length === 0 && !isOpen(others))) &&
      sql`select t.store_id, t.days, array_to_json(t.orders) as orders from ${rowsOfPieces(kept.map(dayPiece), 'usual_days')}`,
    others.days.length > 0 &&
      sql`
        select t.store_id, count(distinct p.shift)::integer as days,
          json_build_array(${sql.raw(hoursOfDay.map((hour) => `sum(orders_${hour})`).join(', '))}) as orders
        from ${rowsOfPieces(others.days, 'sales_day_hours')}
        where ${chosenMerchant('t')} and greatest(${sql.raw(hoursOfDay.map((hour) => `orders_${hour}`).join(', '))}) > 0
        group by 1`,
    isOpen(others) &&
      sql`
        select store_id, count(distinct shift)::integer as days, json_build_array(${sql.raw(
          hoursOfDay
            .map((hour) => `coalesce(sum(received - cancelled) filter (where hour = ${hour}), 0)`)
            .join(', '),
        )}) as orders
        from (${openRows(everyWeekday, others)}) o where received > cancelled group by 1`,
  ])}) x`

const paymentsSql = (today: PeriodPieces): RawBuilder<unknown> =>
  rowsOf(sql`
    select t.method, t.prepaid, sum(t.orders) as orders, sum(t.cents) as cents
    from ${rowsOfPieces([...today.days, ...today.live], 'payment_days')}
    where ${chosenMerchant('t')}
    group by 1, 2 having sum(t.orders) > 0
    order by cents desc, 1, 2`)

const districtsSql = (today: PeriodPieces): RawBuilder<unknown> =>
  rowsOf(sql`
    select t.district_key as key, max(t.name) as name, sum(t.orders) as orders, sum(t.net_cents) as "netCents"
    from ${rowsOfPieces([...today.days, ...today.live], 'district_days')}
    where ${chosenMerchant('t')}
    group by 1 having sum(t.orders) > 0
    order by "netCents" desc, 1`)

const ratingsSql = (pieces: readonly Piece[]): RawBuilder<unknown> =>
  rowsOf(sql`
    select p.shift > 0 as compared, t.store_id as "storeId", count(*) as count, sum(t.score) as sum
    from ${rowsOfPieces(pieces, 'reviews')}
    -- A review names its order, the order its channel.
    where p.merchants is null or exists (
      select from orders o
      where o.store_id = t.store_id and o.platform = t.source and o.external_id = t.order_external_id
        and ${chosenMerchant('o')})
    group by 1, 2`)
