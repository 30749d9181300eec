import { sql, type RawBuilder, type Transaction } from 'kysely'
import { executePrepared } from '../../db/pool.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { Measures } from '../../../contract/reports/measures.ts'
import type { Cell } from '../../db/tables.ts'
import { isClosed, keepsUsual, type Closing } from './closings.rules.ts'
import type { DayPlan, StoreDay } from './plan-day.rules.ts'
import { dayPiece, dayPieces, soFarOf, type SoFar } from './day-pieces.rules.ts'
import { uncut } from './plan-period.rules.ts'
import { allHours } from './store-clock.rules.ts'
import { measuresOf } from './period-totals.ts'
import { joinWhole } from './selected-stores.ts'
import {
  hoursOfDay,
  lineSums,
  measureColumns,
  measureList,
  measureSums,
  signedMeasures,
} from './measure-columns.ts'
import { chosenMerchant, everyWeekday, unionAll } from './selection-sql.ts'
import {
  rowsOfPieces,
  lastHour,
  rowsUpToHour,
  ordersOfCut,
  openRows,
  openDays,
  isOpen,
  measuresOfOrder,
} from './pieces-sql.ts'
import { type PeriodPieces, piecesOf } from './pieces.rules.ts'

/** Of the days before: what the day is held against. */
export interface SalesBefore {
  /** The six days before. */
  readonly week: readonly { back: number; orders: number; netCents: number }[]
  /** Of the compared days together, up to the cut. */
  readonly compared: readonly { storeId: string; measures: Measures }[]
  /** By store: how many of its usual days had orders, and these by hour. A store can have several rows, of different days. */
  readonly usual: readonly { storeId: string; days: number; orders: readonly number[] }[]
}

interface AnswerBefore {
  readonly week: [back: number, orders: number, net: number][]
  readonly compared: [storeId: string, sums: number[]][]
  readonly usual: [storeId: string, days: number, orders: number[]][]
}

/** What the day is held against, in one round trip. What follows in the transaction is planned `joinWhole`. */
export async function readSalesBefore(
  tx: Transaction<Cell>,
  plan: DayPlan,
  closings: ReadonlyMap<string, Closing>,
): Promise<SalesBefore> {
  const compared = plan.storeDays.filter((day) => day.compared)
  const isSoFar = (day: StoreDay) => day.merchants === null && isClosed(closings.get(day.storeId), day.day)
  const soFar = compared.filter(isSoFar).map(soFarOf)
  const cut = dayPieces(
    compared.filter((day) => !isSoFar(day)),
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
      (${comparedSql(soFar, cut)}) as compared,
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
  return piecesOf(ranges, closings, allHours)
}

function weekSql(pieces: PeriodPieces, reportDay: string): RawBuilder<unknown> {
  const ofChannels = pieces.days.filter((piece) => piece.merchants !== null)
  const whole = pieces.days.filter((piece) => piece.merchants === null)
  return sql`
  select coalesce(json_agg(json_build_array(back, orders, net)), '[]') from (
    select back, sum(orders) as orders, sum(net) as net from (${unionAll([
      (whole.length > 0 || (ofChannels.length === 0 && !isOpen(pieces))) &&
        sql`
          select ${reportDay}::date - t.business_day - p.shift as back, ${lineSums}
          from ${rowsUpToHour(whole.map((piece) => ({ ...piece, hour: lastHour, sign: 1 })))} group by 1`,
      ofChannels.length > 0 &&
        sql`
          select ${reportDay}::date - t.business_day - p.shift as back, ${lineSums}
          from ${rowsOfPieces(ofChannels, 'sales_days')}
          where ${chosenMerchant('t')} group by 1`,
      isOpen(pieces) &&
        sql`
          select ${reportDay}::date - business_day - shift as back, ${lineSums}
          from (${openDays(everyWeekday, pieces)}) o group by 1`,
    ])}) w group by 1) x`
}

/** Of the compared days together, only what each store had. */
function comparedSql(soFar: readonly SoFar[], pieces: PeriodPieces): RawBuilder<unknown> {
  const hours = soFar.flatMap((each) => each.hours)
  const orders = soFar.flatMap((each) => each.orders)
  return sql`
  select coalesce(json_agg(json_build_array(store_id, ${measureList})), '[]') from (
    select store_id, ${measureSums} from (${unionAll([
      hours.length > 0 && sql`select t.store_id, ${signedMeasures} from ${rowsUpToHour(hours)}`,
      orders.length > 0 &&
        sql`select t.store_id, ${signedMeasures} from ${ordersOfCut(orders, measuresOfOrder)}`,
      (pieces.days.length > 0 || (hours.length + orders.length === 0 && !isOpen(pieces))) &&
        sql`
          select t.store_id, ${measureColumns} from ${rowsOfPieces(pieces.days, 'sales_days')}
          where ${chosenMerchant('t')}`,
      isOpen(pieces) && sql`select store_id, ${measureColumns} from (${openDays(everyWeekday, pieces)}) o`,
    ])}) c group by 1) x`
}

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
