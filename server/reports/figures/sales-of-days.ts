import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Platform } from '../../../contract/shared/channels.ts'
import { executePrepared } from '../../db/connections/pool.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import type { Measures } from '../../../contract/reports/metrics/measures.ts'
import type { Cell } from '../../db/tables.ts'
import type { Closing } from './closings.rules.ts'
import type { DayPlan } from './plan-day.rules.ts'
import { dayPiece, dayPieces } from './day-pieces.rules.ts'
import { measuresOf } from './period/period-totals.ts'
import { lineSumsOf, measureList, measureSums, wideSums } from './measure-columns.ts'
import { hoursOfDay, type LineMeasure } from '../../db/schema/line-measures.ts'
import type { CancelledHour, CancelledLimits } from './figure-rows.ts'
import { chosenMerchant, unionAll } from './selection-sql.ts'
import { rowsOfPieces, sumsOfPieces } from './pieces-sql.ts'
import type { Piece, LivePiece } from './pieces.rules.ts'

interface HourRow {
  readonly back: number
  readonly hour: number
  readonly orders: number
  readonly netCents: number
  readonly received: number
}

export interface SalesOfDay {
  /** The day by store, and by channel and type. */
  readonly stores: readonly { storeId: string; measures: Measures }[]
  readonly kinds: readonly { platform: Platform; type: OrderType; measures: Measures }[]
  /** Whole hours of the day and of the compared ones. */
  readonly hours: readonly HourRow[]
  readonly payments: DailyReport['payments']
  readonly ratings: readonly { compared: boolean; storeId: string; count: number; sum: number }[]
  /** Hours of the day with many cancellations, worst first. */
  readonly cancelledHours: readonly CancelledHour[]
}

interface Answer extends Omit<SalesOfDay, 'stores' | 'kinds' | 'hours' | 'cancelledHours'> {
  readonly stores: [storeId: string, sums: number[]][]
  readonly kinds: [platform: Platform, type: OrderType, sums: number[]][]
  /** Closed days: orders and net by hour. */
  readonly wide: [back: number, sums: number[][]][]
  readonly narrow: [back: number, hour: number, orders: number, net: number, received: number][]
  readonly cancelledHours: [storeId: string, hour: number, cancelled: number, received: number][]
}

/**
 * Reads all sums of the day in one round trip: the day itself from the sums updated with each order, past
 * days from the closed tables, and the compared orders of the hour of the cut one by one.
 */
export async function readSalesOfDay(
  tx: Transaction<Cell>,
  plan: DayPlan,
  closings: ReadonlyMap<string, Closing>,
  limits: CancelledLimits,
): Promise<SalesOfDay> {
  const today = plan.storeDays.filter((day) => day.back === 0).map(dayPiece)
  const whole = dayPieces(
    plan.storeDays.filter((day) => day.back === 0 || day.compared),
    closings,
    'whole',
  )
  const rows = await executePrepared(
    tx,
    sql<Answer>`
    with sums as materialized (
        select t.store_id, t.platform, t.type, ${measureSums}
        from ${rowsOfPieces(today, 'sales_days')}
        where ${chosenMerchant('t')}
        group by grouping sets ((t.store_id), (t.platform, t.type))),
      by_hour as materialized (${liveHoursSql(whole.live)})
    select
      (${totalsSql('stores')}) as stores,
      (${totalsSql('kinds')}) as kinds,
      (select coalesce(json_agg(json_build_array(p.shift, t.sums)), '[]')
        from ${sumsOfPieces(whole.days, 'sales_day_hours', dayHours)}) as wide,
      (select coalesce(json_agg(json_build_array(shift, hour, orders, net, received)), '[]') from (
        select shift, hour, sum(orders) as orders, sum(net) as net, sum(received) as received
        from by_hour group by 1, 2) n) as narrow,
      (${paymentsSql(today)}) as payments,
      (${ratingsSql([...whole.days, ...whole.live])}) as ratings,
      (${cancelledHoursSql(whole.days, limits)}) as "cancelledHours"`,
  )
  const answer = rows[0]
  if (!answer) throw new Error('one row expected')
  const { stores, kinds, wide, narrow, cancelledHours, ...rest } = answer
  return {
    ...rest,
    stores: stores.map(([storeId, sums]) => ({ storeId, measures: measuresOf(sums) })),
    kinds: kinds.map(([platform, type, sums]) => ({ platform, type, measures: measuresOf(sums) })),
    hours: [...hoursOf(wide, narrow)],
    cancelledHours: cancelledHours.map(([storeId, hour, cancelled, received]) => ({
      storeId,
      hour,
      cancelled,
      received,
    })),
  }
}

const dayHours = sql`t.business_day, '' as key, ${wideSums(hoursOfDay, ['orders', 'net', 'received'])} as sums`

/** Live days by store and hour; these sums exist only for all channels together. */
const liveHoursSql = (live: readonly LivePiece[]): RawBuilder<unknown> => {
  const ofChannels = live.filter((piece) => piece.merchants !== null)
  return unionAll([
    (ofChannels.length < live.length || live.length === 0) &&
      sql`
        select p.shift, t.store_id, t.hour, t.orders, t.net_cents as net, t.received
        from ${rowsOfPieces(
          live.filter((piece) => piece.merchants === null),
          'sales_store_hours',
        )}`,
    ofChannels.length > 0 &&
      sql`
        select p.shift, t.store_id, t.hour, ${lineSumsOf(['orders', 'net', 'received'])}
        from ${rowsOfPieces(ofChannels, 'sales_hours')}
        where ${chosenMerchant('t')} group by 1, 2, 3`,
  ])
}

export interface DistrictOfDay {
  readonly key: string
  readonly name: string
  readonly orders: number
  readonly netCents: number
}

/** Read separately: it has as many rows as all the rest, and the other connection is free. */
export async function readDistrictsOfDay(
  tx: Transaction<Cell>,
  { storeDays }: DayPlan,
): Promise<readonly DistrictOfDay[]> {
  const today = storeDays.filter((day) => day.back === 0).map(dayPiece)
  const rows = await executePrepared(
    tx,
    sql<{ answer: DistrictOfDay[] }>`
    select (${rowsOf(sql`
      select t.district_key as key, max(t.name) as name, sum(t.orders) as orders, sum(t.net_cents) as "netCents"
      from ${rowsOfPieces(today, 'district_days')}
      where ${chosenMerchant('t')}
      group by 1 having sum(t.orders) <> 0 or sum(t.net_cents) <> 0
      order by "netCents" desc, 1`)}) as answer`,
  )
  return rows[0]?.answer ?? []
}

const totalsSql = (by: 'stores' | 'kinds'): RawBuilder<unknown> =>
  by === 'stores'
    ? sql`
        select coalesce(json_agg(json_build_array(store_id, ${measureList})), '[]')
        from sums where store_id is not null`
    : sql`
        select coalesce(json_agg(json_build_array(platform, type, ${measureList})), '[]')
        from sums where store_id is null`

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

const paymentsSql = (today: readonly Piece[]): RawBuilder<unknown> =>
  rowsOf(sql`
    select t.method, t.prepaid, sum(t.orders) as orders, sum(t.cents) as cents
    from ${rowsOfPieces(today, 'payment_days')}
    where ${chosenMerchant('t')}
    group by 1, 2 having sum(t.orders) > 0
    order by cents desc, 1, 2`)

const ratingsSql = (pieces: readonly Piece[]): RawBuilder<unknown> =>
  rowsOf(sql`
    select p.shift > 0 as compared, t.store_id as "storeId", count(*) as count, sum(t.score) as sum
    from ${rowsOfPieces(pieces, 'reviews')}
    -- A review names its order; the channel comes from the order.
    where p.merchants is null or exists (
      select from orders o
      where o.store_id = t.store_id and o.platform = t.source and o.external_id = t.order_external_id
        and ${chosenMerchant('o')})
    group by 1, 2`)

/** Received but not sold: closed days from the wide rows, other days from rows that are read anyway. */
const cancelledHoursSql = (closed: readonly Piece[], limits: CancelledLimits): RawBuilder<unknown> => {
  const today = closed.filter((piece) => piece.shift === 0)
  return sql`
  select coalesce(json_agg(json_build_array(store_id, hour, cancelled, received)), '[]') from (
    select * from (${unionAll([
      sql`select store_id, hour, received - orders as cancelled, received from by_hour where shift = 0`,
      today.length > 0 &&
        sql`
          select w.store_id, h.hour - 1 as hour, h.received - h.orders as cancelled, h.received
          from (
            select t.store_id, ${hourArray('received')} as received, ${hourArray('orders')} as orders
            from ${rowsOfPieces(today, 'sales_day_hours')}
            where ${chosenMerchant('t')} group by 1) w
          cross join lateral unnest(w.received, w.orders) with ordinality as h (received, orders, hour)`,
    ])}) every
    where cancelled >= greatest(${limits.minCancellations}::integer, received * ${limits.cancelledShare}::float8)
    order by cancelled desc, store_id, hour limit ${limits.maxHours}) x`
}

const hourArray = (measure: LineMeasure): RawBuilder<unknown> =>
  sql.raw(`array[${hoursOfDay.map((hour) => `sum(${measure}_${hour})`).join(', ')}]`)
