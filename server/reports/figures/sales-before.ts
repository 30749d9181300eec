import { sql, type RawBuilder, type Transaction } from 'kysely'
import { executePrepared } from '../../db/connections/pool.ts'
import { hoursOfDay } from '../../db/schema/line-measures.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { Measures } from '../../../contract/reports/metrics/measures.ts'
import type { Cell } from '../../db/tables.ts'
import { isClosed, keepsUsual, type Closing } from './closings.rules.ts'
import type { DayPlan, StoreDay } from './plan-day.rules.ts'
import { dayPiece, dayPieces, beforeCutOf, type DayBeforeCut } from './day-pieces.rules.ts'
import { uncut } from './plan-period.rules.ts'
import { allHours } from './store-clock.rules.ts'
import { measuresOf } from './period/period-totals.ts'
import { joinWhole } from './selected-stores.ts'
import { lineSums, measureColumns, measureList, measureSums, signedMeasures } from './measure-columns.ts'
import { chosenMerchant, everyWeekday, unionAll } from './selection-sql.ts'
import {
  rowsOfPieces,
  lastHour,
  rowsUpToHour,
  ordersOfCut,
  liveRows,
  liveDays,
  hasLiveDays,
  measuresOfOrder,
} from './pieces-sql.ts'
import { type PeriodPieces, piecesOf } from './pieces.rules.ts'

/** Sales of the days that the day is compared with. */
export interface SalesBefore {
  /** The six days before. */
  readonly week: readonly { back: number; orders: number; netCents: number }[]
  /** The compared days together, up to the cut. */
  readonly compared: readonly { storeId: string; measures: Measures }[]
  /** By store: number of usual days with orders, and their orders by hour. A store may have several rows. */
  readonly usual: readonly { storeId: string; days: number; orders: readonly number[] }[]
}

interface AnswerBefore {
  readonly week: [back: number, orders: number, net: number][]
  readonly compared: [storeId: string, sums: number[]][]
  readonly usual: [storeId: string, days: number, orders: number[]][]
}

/** Reads them in one round trip. Later statements of the transaction are planned with `joinWhole`. */
export async function readSalesBefore(
  tx: Transaction<Cell>,
  plan: DayPlan,
  closings: ReadonlyMap<string, Closing>,
): Promise<SalesBefore> {
  const compared = plan.storeDays.filter((day) => day.compared)
  const hasHourSums = (day: StoreDay) =>
    day.merchants === null && isClosed(closings.get(day.storeId), day.day)
  const beforeCut = compared.filter(hasHourSums).map(beforeCutOf)
  const cut = dayPieces(
    compared.filter((day) => !hasHourSums(day)),
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
  const rows = await executePrepared(
    tx,
    sql<AnswerBefore>`
    with planning as materialized (${joinWhole})
    select
      (${weekSql(weekPieces(plan, closings), plan.day)}) as week,
      (${comparedSql(beforeCut, cut)}) as compared,
      (${usualSql(kept, others)}) as usual
    from planning`,
  )
  const answer = rows[0]
  if (!answer) throw new Error('one row expected')
  return {
    week: answer.week.map(([back, orders, cents]) => ({ back, orders, netCents: cents })),
    compared: answer.compared.map(([storeId, sums]) => ({ storeId, measures: measuresOf(sums) })),
    usual: answer.usual.map(([storeId, days, orders]) => ({ storeId, days, orders })),
  }
}

/** The week before, one range per store, shifted by the days between the store's day and the report's. */
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
  return piecesOf(ranges, closings, allHours)
}

function weekSql(pieces: PeriodPieces, reportDay: string): RawBuilder<unknown> {
  const ofChannels = pieces.days.filter((piece) => piece.merchants !== null)
  const whole = pieces.days.filter((piece) => piece.merchants === null)
  return sql`
  select coalesce(json_agg(json_build_array(back, orders, net)), '[]') from (
    select back, sum(orders) as orders, sum(net) as net from (${unionAll([
      (whole.length > 0 || (ofChannels.length === 0 && !hasLiveDays(pieces))) &&
        sql`
          select ${reportDay}::date - t.business_day - p.shift as back, ${lineSums}
          from ${rowsUpToHour(whole.map((piece) => ({ ...piece, hour: lastHour, sign: 1 })))} group by 1`,
      ofChannels.length > 0 &&
        sql`
          select ${reportDay}::date - t.business_day - p.shift as back, ${lineSums}
          from ${rowsOfPieces(ofChannels, 'sales_days')}
          where ${chosenMerchant('t')} group by 1`,
      hasLiveDays(pieces) &&
        sql`
          select ${reportDay}::date - business_day - shift as back, ${lineSums}
          from (${liveDays(everyWeekday, pieces)}) o group by 1`,
    ])}) w group by 1) x`
}

/** The compared days together, by store. */
function comparedSql(beforeCut: readonly DayBeforeCut[], pieces: PeriodPieces): RawBuilder<unknown> {
  const hours = beforeCut.flatMap((each) => each.hours)
  const orders = beforeCut.flatMap((each) => each.orders)
  return sql`
  select coalesce(json_agg(json_build_array(store_id, ${measureList})), '[]') from (
    select store_id, ${measureSums} from (${unionAll([
      hours.length > 0 && sql`select t.store_id, ${signedMeasures} from ${rowsUpToHour(hours)}`,
      orders.length > 0 &&
        sql`select t.store_id, ${signedMeasures} from ${ordersOfCut(orders, measuresOfOrder)}`,
      (pieces.days.length > 0 || (hours.length + orders.length === 0 && !hasLiveDays(pieces))) &&
        sql`
          select t.store_id, ${measureColumns} from ${rowsOfPieces(pieces.days, 'sales_days')}
          where ${chosenMerchant('t')}`,
      hasLiveDays(pieces) &&
        sql`select store_id, ${measureColumns} from (${liveDays(everyWeekday, pieces)}) o`,
    ])}) c group by 1) x`
}

/** By store: the orders of its usual days by hour, and how many of these days had any. */
const usualSql = (kept: readonly StoreDay[], others: PeriodPieces): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_array(store_id, days, orders)), '[]') from (${unionAll([
    (kept.length > 0 || (others.days.length === 0 && !hasLiveDays(others))) &&
      sql`select t.store_id, t.days, array_to_json(t.orders) as orders from ${rowsOfPieces(kept.map(dayPiece), 'usual_days')}`,
    others.days.length > 0 &&
      sql`
        select t.store_id, count(distinct p.shift)::integer as days,
          json_build_array(${sql.raw(hoursOfDay.map((hour) => `sum(orders_${hour})`).join(', '))}) as orders
        from ${rowsOfPieces(others.days, 'sales_day_hours')}
        where ${chosenMerchant('t')} and greatest(${sql.raw(hoursOfDay.map((hour) => `orders_${hour}`).join(', '))}) > 0
        group by 1`,
    hasLiveDays(others) &&
      sql`
        select store_id, count(distinct shift)::integer as days, json_build_array(${sql.raw(
          hoursOfDay
            .map((hour) => `coalesce(sum(received - cancelled) filter (where hour = ${hour}), 0)`)
            .join(', '),
        )}) as orders
        from (${liveRows(everyWeekday, others)}) o where received > cancelled group by 1`,
  ])}) x`
