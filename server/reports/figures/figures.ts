import type { Transaction } from 'kysely'
import type { Snapshot } from '../../db/snapshot.ts'
import type { Cell } from '../../db/tables.ts'
import type { Closing } from './closings.rules.ts'
import { usualWeights } from './day-pieces.rules.ts'
import { readItemsOfDays, type ItemsOfDays } from './items-of-days.ts'
import { readDayMeasures } from './period-days.ts'
import { readHourLines } from './period-hours.ts'
import { readParts } from './period-parts.ts'
import { readRatings } from './period-ratings.ts'
import { readStoreHours } from './period-store-hours.ts'
import { readTotals } from './period-totals.ts'
import type { DayPlan } from './plan-day.rules.ts'
import { readSalesBefore, type SalesBefore } from './sales-before.ts'
import { readDistrictsOfDay, readSalesOfDay, type DistrictOfDay, type SalesOfDay } from './sales-of-days.ts'
import { allHours } from './store-clock.rules.ts'
import type {
  StoreTotals,
  TotalsRow,
  DayMeasures,
  CancelledHour,
  CancelledLimits,
  DayLine,
  LineSplit,
  HourLine,
  HourSplit,
  PartKind,
  PartRow,
  RatingRow,
} from './figure-rows.ts'
import { lineMeasures, type LineMeasure } from '../../db/schema/line-measures.ts'
import type { FigureDays } from './selection-sql.ts'
import { piecesOf } from './pieces.rules.ts'
import { readDayLines } from './period-lines.ts'

/** Which days of which stores to read, and which of them are closed. A PeriodSource is one. */
export interface FigureSource {
  readonly plan: FigureDays
  /** By store (closingsOf in selected-stores.ts). */
  readonly closings: ReadonlyMap<string, Closing>
}

export interface PartQuestion {
  readonly part: PartKind
  /** Whole months may be read as one row. */
  readonly byMonth: boolean
  /** One row per day and value, and one for all other values; absent: one row per value. */
  readonly only?: readonly string[]
}

/**
 * The figures of the source's days: the one way by which reports read what was sold.
 *
 * Figures are kept in several tables, each fast for something. To answer, every range of days is cut
 * into pieces, each of which is read from the table that fits:
 *
 * - A **closed** day is over and has been summed by the closing job (server/reports/closing). It is read
 *   from running sums, months or rows with a column for each hour, so a year costs as much as a week.
 *   A closed day that changed afterwards is stale and counts as live until it is closed again.
 * - A **live** day is not closed: today, yesterday until the job gets to it, stale days. It is read from
 *   the hourly and daily sums that each order updates when it is written. With a filter of hours every
 *   day is read like this, except for the sums of whole stores.
 * - A **cut** hour counts only up to a minute: while today runs, the days it is compared with stop at the
 *   same local minute. The orders of that one hour are read one by one; the hours before it are whole.
 * - **Up to an hour**: a closed day also keeps what it had sold by the end of each hour, so the part of a
 *   compared day before the cut is one row (the daily report uses these, and whole stores with chosen hours).
 *
 * The pieces add up: a figure is the same whichever tables it came from (the property tests compare it
 * with the orders themselves). `measures` is what to sum, `by` what gets a row of its own (with all
 * measures, `store` means each store's channel and type). A row's `shift` tells whether it belongs to the
 * period or to a compared one.
 */
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'all',
  by: 'store',
): Promise<readonly TotalsRow[]>
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'all',
  by: 'whole store',
): Promise<readonly StoreTotals[]>
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'all',
  by: 'day',
): Promise<readonly DayMeasures[]>
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'ratings',
  by: 'store' | 'store and day',
): Promise<readonly RatingRow[]>
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'lines',
  by: { readonly day: LineSplit },
): Promise<readonly DayLine[]>
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'lines' | readonly LineMeasure[],
  by: { readonly hour: HourSplit },
): Promise<readonly HourLine[]>
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'orders and money',
  by: PartQuestion,
): Promise<readonly PartRow[]>
export function readFigures(
  tx: Transaction<Cell>,
  source: FigureSource,
  measures: 'all' | 'ratings' | 'lines' | 'orders and money' | readonly LineMeasure[],
  by: string | { readonly day: LineSplit } | { readonly hour: HourSplit } | PartQuestion,
): Promise<readonly unknown[]> {
  const { plan, closings } = source
  if (by === 'whole store' && plan.hourBits !== allHours) return readStoreHours(tx, plan, closings)
  const pieces = piecesOf(plan.ranges, closings, plan.hourBits)
  if (typeof by === 'string') {
    if (measures === 'ratings') return readRatings(tx, plan, by === 'store and day')
    return by === 'day' ? readDayMeasures(tx, plan, pieces) : readTotals(tx, plan, pieces)
  }
  if ('part' in by) return readParts(tx, plan, pieces, by)
  if ('day' in by) return readDayLines(tx, plan, pieces, by.day)
  // Closed days also have sums by hour, so a filter of hours still applies.
  const wholeDays = piecesOf(plan.ranges, closings, allHours)
  return readHourLines(tx, plan, wholeDays, {
    split: by.hour,
    measures: Array.isArray(measures) ? measures : lineMeasures,
  })
}

export interface DayFigures<T> {
  readonly sales: SalesOfDay
  readonly before: SalesBefore
  readonly items: ItemsOfDays
  readonly districts: readonly DistrictOfDay[]
  readonly beside: T
}

export interface DaySource {
  readonly plan: DayPlan
  readonly closings: ReadonlyMap<string, Closing>
  readonly limits: CancelledLimits
}

/**
 * Everything the daily report sums: the day, the days it is compared with, its items and districts. Each
 * store's day is cut at its own local minute. `beside` runs on the connection that has read the day's
 * sales and gets the hours with the most cancellations.
 */
export async function readDayFigures<T>(
  { runBoth }: Snapshot,
  { plan, closings, limits }: DaySource,
  beside: (tx: Transaction<Cell>, cancelledHours: readonly CancelledHour[]) => Promise<T>,
): Promise<DayFigures<T>> {
  const districtsOnce = memoize((tx) => readDistrictsOfDay(tx, plan))
  const [theDay, itsPast] = await runBoth(
    async (tx) => {
      const sales = await readSalesOfDay(tx, plan, closings, limits)
      return { sales, beside: await beside(tx, sales.cancelledHours), districts: await districtsOnce(tx) }
    },
    async (tx) => {
      const before = await readSalesBefore(tx, plan, closings)
      const items = await readItemsOfDays(
        tx,
        plan.storeDays,
        closings,
        usualWeights(plan.storeDays, before.usual),
      )
      await districtsOnce(tx)
      return { before, items }
    },
  )
  return { ...theDay, ...itsPast }
}

/** Only the sums of the day and of the days it is compared with, on one connection. */
export async function readDaySums(
  tx: Transaction<Cell>,
  { plan, closings, limits }: DaySource,
): Promise<Pick<DayFigures<unknown>, 'sales' | 'before'>> {
  return {
    sales: await readSalesOfDay(tx, plan, closings, limits),
    before: await readSalesBefore(tx, plan, closings),
  }
}

/** Whichever connection gets here first runs the query; the other one reuses the result. */
function memoize<T>(read: (tx: Transaction<Cell>) => Promise<T>): (tx: Transaction<Cell>) => Promise<T> {
  let begun: Promise<T> | null = null
  return async (tx) => (begun ??= read(tx))
}
