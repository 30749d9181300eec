import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { DailyReport } from '../../contract/reports.ts'
import type { DB } from '../db/tables.generated.ts'
import type { Closing } from './closing/read-closings.ts'
import type { DayPlan, StoreDay } from './compared-days.rules.ts'
import { dayPieces, usualDays, type UsualDay } from './day-pieces.rules.ts'
import type { PeriodPieces } from './sale/period-pieces.rules.ts'
import { chosenMerchant, openRows, piecesTable, type Weekdays } from './sale/pieces-sql.ts'
import { totalsOf, totalsSql, type PackedTotals, type TotalsRow } from './sale/period-totals.ts'
import { hoursOfDay, lineSums, measureColumns, wideSums } from './sale/wide-columns.ts'

export interface HourRow {
  readonly back: number
  readonly hour: number
  readonly orders: number
  readonly netCents: number
  readonly received: number
}

export interface SalesOfDays {
  /** `shift` is the days back: the day itself, and the compared ones up to the cut. */
  readonly totals: readonly TotalsRow[]
  /** Whole hours of the day and of the compared ones. */
  readonly hours: readonly HourRow[]
  /** The six days before. */
  readonly week: readonly { back: number; orders: number; netCents: number }[]
  /** By store and usual day with orders: all of them, and the ones before the cut. */
  readonly usual: readonly { storeId: string; back: number; orders: number; before: number }[]
  readonly payments: DailyReport['payments']
  readonly districts: readonly { key: string; name: string; orders: number; netCents: number }[]
  readonly ratings: readonly { compared: boolean; storeId: string; count: number; sum: number }[]
}

interface Answer extends Omit<SalesOfDays, 'totals' | 'hours'> {
  readonly totals: PackedTotals
  /** Of closed days: orders and net by hour. */
  readonly wide: [back: number, sums: number[][]][]
  readonly narrow: [back: number, hour: number, orders: number, net: number, received: number][]
}

const everyWeekday: Weekdays = { weekdays: null, weekdayBits: 0 }

/**
 * Everything that adds up, in one round trip. The day itself comes from the figures that its orders
 * keep; days that are over from the closed tables; of the hour that the cut goes through, the
 * compared orders themselves.
 */
export async function readSalesOfDays(
  tx: Transaction<DB>,
  plan: DayPlan,
  closings: ReadonlyMap<string, Closing>,
): Promise<SalesOfDays> {
  const today = plan.storeDays.filter((day) => day.back === 0)
  const compared = plan.storeDays.filter((day) => day.compared)
  const now = dayPieces(today, closings, 'whole')
  const cut = dayPieces(compared, closings, 'cut')
  const whole = dayPieces(compared, closings, 'whole')
  const week = dayPieces(
    plan.storeDays.filter((day) => day.back > 0 && day.back < 7),
    closings,
    'whole',
  )
  const result = await sql<Answer>`
    with running as materialized (${openRows(everyWeekday, now)})
    select
      (${totalsSql(
        everyWeekday,
        { ...now, live: [], days: [...now.days, ...cut.days] },
        sql`
        select shift, store_id, platform, type, ${measureColumns} from running
        union all
        select shift, store_id, platform, type, ${measureColumns} from (${openRows(everyWeekday, cut)}) c`,
      )}) as totals,
      (select coalesce(json_agg(json_build_array(shift, sums)), '[]') from (
        select p.shift, ${wideSums(hoursOfDay, ['orders', 'net', 'received'])} as sums
        from (${piecesTable([...now.days, ...whole.days])}) p
          join sales_day_hours t on t.store_id = p.store_id and t.business_day = p."from"
        where ${chosenMerchant('t')} group by 1) w) as wide,
      (select coalesce(json_agg(json_build_array(shift, hour, orders, net, received)), '[]') from (
        select shift, hour, ${lineSums} from (
          select * from running union all select * from (${openRows(everyWeekday, whole)}) l) r
        group by 1, 2) n) as narrow,
      (${weekSql(week)}) as week,
      (${usualSql(usualDays(plan.storeDays, closings))}) as usual,
      (${paymentsSql(today)}) as payments,
      (${districtsSql(today)}) as districts,
      (${ratingsSql([...today, ...compared])}) as ratings`.execute(tx)
  const answer = result.rows[0]
  if (!answer) throw new Error('one row expected')
  const { totals, wide, narrow, ...rest } = answer
  return { ...rest, totals: totalsOf(totals), hours: [...hoursOf(wide, narrow)] }
}

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

const weekSql = (pieces: PeriodPieces): RawBuilder<unknown> =>
  rowsOf(sql`
    select shift as back, sum(orders)::integer as orders, sum(net)::bigint as "netCents" from (
      select p.shift, ${lineSums}
      from (${piecesTable(pieces.days)}) p
        join sales_days t on t.store_id = p.store_id and t.business_day = p."from"
      where ${chosenMerchant('t')} group by 1
      union all
      select shift, ${lineSums} from (${openRows(everyWeekday, pieces)}) l group by 1) w
    group by 1`)

/** The hour that is cut counts by its minutes: whole orders of the usual days are not worth the reading. */
const usualSql = (days: readonly UsualDay[]): RawBuilder<unknown> =>
  rowsOf(sql`
    select u."storeId", u.back, sum(t.orders) as orders, sum(t.before) as before
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as u ("storeId" uuid, merchants jsonb, back integer,
        day date, closed boolean, whole integer, cut integer, part float8),
      lateral (
        select ${sql.raw(hoursOfDay.map((hour) => `h.orders_${hour}`).join(' + '))} as orders,
          ${sql.raw(hoursOfDay.map((hour) => `h.orders_${hour} * (((u.whole >> ${hour}) & 1) + ((u.cut >> ${hour}) & 1) * u.part)`).join(' + '))} as before
        from sales_day_hours h
        where u.closed and h.store_id = u."storeId" and h.business_day = u.day
          and (u.merchants is null or u.merchants ? h.merchant_id)
        union all
        select h.received - h.cancelled,
          (h.received - h.cancelled) * (((u.whole >> h.hour) & 1) + ((u.cut >> h.hour) & 1) * u.part)
        from sales_hours h
        where not u.closed and h.store_id = u."storeId" and h.business_day = u.day
          and (u.merchants is null or u.merchants ? h.merchant_id)) t
    group by 1, 2 having sum(t.orders) > 0`)

const paymentsSql = (today: readonly StoreDay[]): RawBuilder<unknown> =>
  rowsOf(sql`
    select p.method, p.prepaid, sum(p.orders) as orders, sum(p.cents) as cents
    from (${daysTable(today)}) d
      join payment_days p on p.store_id = d."storeId" and p.business_day = d.day
    where ${chosenChannel('p')}
    group by p.method, p.prepaid having sum(p.orders) > 0
    order by cents desc, p.method, p.prepaid`)

const districtsSql = (today: readonly StoreDay[]): RawBuilder<unknown> =>
  rowsOf(sql`
    select p.district_key as key, max(p.name) as name, sum(p.orders) as orders, sum(p.net_cents) as "netCents"
    from (${daysTable(today)}) d
      join district_days p on p.store_id = d."storeId" and p.business_day = d.day
    where ${chosenChannel('p')}
    group by 1 having sum(p.orders) > 0
    order by "netCents" desc, 1`)

const ratingsSql = (days: readonly StoreDay[]): RawBuilder<unknown> =>
  rowsOf(sql`
    select d.back > 0 as compared, d."storeId", count(*) as count, sum(r.score) as sum
    from (${daysTable(days)}) d
      join reviews r on r.store_id = d."storeId" and r.business_day = d.day
    -- A review names its order, the order its channel.
    where d.merchants is null or exists (
      select from orders o
      where o.store_id = r.store_id and o.platform = r.source and o.external_id = r.order_external_id
        and ${chosenChannel('o')})
    group by 1, 2`)

/** The plan's days as a table `d`; its columns are the fields of StoreDay. */
export function daysTable(storeDays: readonly StoreDay[]): RawBuilder<unknown> {
  const days = storeDays.map(({ storeId, merchants, day, back, usual }) => ({
    storeId,
    merchants,
    day,
    back,
    usual,
  }))
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("storeId" uuid, merchants jsonb,
      day date, back integer, usual boolean)`
}

/** The channel filter of the selection, of `days d`, on a table with `merchant_id`. */
export function chosenChannel(table: 'h' | 'o' | 'p'): RawBuilder<unknown> {
  return sql`(d.merchants is null or d.merchants ? ${sql.ref(`${table}.merchant_id`)})`
}
