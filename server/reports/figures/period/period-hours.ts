import type { FigureDays } from '../selection-sql.ts'
import { piecesOfSource, type FigureSource } from '../figure-source.ts'
import { lineAt, keyOf } from './period-lines.ts'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { executePrepared } from '../../../db/connections/pool.ts'
import type { Cell } from '../../../db/tables.ts'
import { hoursOfDay, lineMeasures, type LineMeasure } from '../../../db/schema/line-measures.ts'
import { lineSums, wideSums } from '../measure-columns.ts'
import type { HourLine, HourSplit } from '../figure-rows.ts'
import { rowsOfPieces, sumsOfPieces, liveRows } from '../pieces-sql.ts'
import { type PeriodPieces, weekdayEndsOf } from '../pieces.rules.ts'
import { allHours } from '../store-clock.rules.ts'

type Wide = [shift: number, weekday: number, key: string, sums: number[][]]
type Narrow = [shift: number, weekday: number, hour: number, key: string, ...line: number[]]

/**
 * Orders and money by weekday and hour. The pieces cover all hours; hours and weekdays outside the filter
 * are dropped here. Closed days have no types by hour. Measures that were not requested are 0.
 */
export async function readHourLines(
  tx: Transaction<Cell>,
  source: FigureSource,
  split: HourSplit,
  measures: readonly LineMeasure[] = lineMeasures,
): Promise<readonly HourLine[]> {
  const { plan } = source
  // Closed days also have sums by hour, so a filter of hours still applies.
  const pieces = piecesOfSource(source, allHours)
  const columns = sql`extract(isodow from t.business_day) as weekday, ${keyOf(split, 't')} as key,
    ${wideSums(hoursOfDay, measures, 'p.sign * ')} as sums`
  const rows = await executePrepared(
    tx,
    sql<{ wide: Wide[]; narrow: Narrow[] }>`
    select (
      select coalesce(json_agg(json_build_array(shift, weekday, key, sums)), '[]') from (
        select p.shift, t.weekday, t.key, t.sums
        from ${sumsOfPieces(weekdayEndsOf(pieces.days), 'sales_weekday_hours', columns)}) w) as wide, (
      select coalesce(json_agg(json_build_array(shift, weekday, hour, key, orders, net, received, gross, sold)), '[]') from (
        ${liveHours(plan, pieces, split, measures)}) n) as narrow`,
  )
  const answer = rows[0]
  if (!answer) throw new Error('one row expected')
  const counts = (weekday: number, hour: number) =>
    ((plan.weekdayBits >> weekday) & 1) === 1 && ((plan.hourBits >> hour) & 1) === 1
  return [
    ...answer.wide.flatMap(([shift, weekday, key, sums]) =>
      hoursOfDay.map((hour) => ({ shift, weekday, hour, key, ...lineAt(sums, hour) })),
    ),
    ...answer.narrow.map(([shift, weekday, hour, key, ...line]) => ({
      shift,
      weekday,
      hour,
      key,
      ...lineAt(
        line.map((value) => [value]),
        0,
      ),
    })),
  ].filter(({ weekday, hour }) => counts(weekday, hour))
}

/** For days that are not closed. */
function liveHours(
  plan: FigureDays,
  pieces: PeriodPieces,
  split: HourSplit,
  measures: readonly LineMeasure[],
): RawBuilder<unknown> {
  const everyChannel = split.by === 'none' && pieces.live.every((piece) => piece.merchants === null)
  if (everyChannel && pieces.cut.length === 0 && measures.every((measure) => keptByStore.has(measure))) {
    return sql`
      select p.shift, extract(isodow from t.business_day) as weekday, t.hour, '' as key, sum(t.orders) as orders,
        sum(t.net_cents) as net, sum(t.received) as received, 0 as gross, 0 as sold
      from ${rowsOfPieces(pieces.live, 'sales_store_hours')}
      where (p.hours >> t.hour) & 1 = 1
      group by 1, 2, 3`
  }
  return sql`
    select shift, extract(isodow from business_day) as weekday, hour, ${keyOf(split, 'live')} as key, ${lineSums}
    from (${liveRows({ ...plan, weekdays: null }, pieces)}) live
    group by 1, 2, 3, 4`
}

/** sales_store_hours has one row per store and hour instead of one per channel and type. */
const keptByStore: ReadonlySet<LineMeasure> = new Set(['orders', 'net', 'received'])
