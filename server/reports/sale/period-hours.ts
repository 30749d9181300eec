import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/tables.generated.ts'
import type { PeriodPlan } from '../plan-period.rules.ts'
import { keyOf, lineAt, type Line, type LineSplit } from './period-lines.ts'
import type { PeriodPieces } from './period-pieces.rules.ts'
import { chosenMerchant, openRows, rowsOfPieces, unionAll } from './pieces-sql.ts'
import { hoursOfDay, lineMeasures, lineSums, wideSums, type LineMeasure } from './wide-columns.ts'

export interface HourLine extends Line {
  readonly shift: number
  /** ISO, of the business day. */
  readonly weekday: number
  readonly hour: number
  readonly key: string
}

type Wide = [shift: number, weekday: number, key: string, sums: number[][]]
type Narrow = [shift: number, weekday: number, hour: number, key: string, ...line: number[]]

/**
 * Orders and money by weekday and hour. The pieces are those of all hours: hours and weekdays that do
 * not count are left out here. Types are not kept by the hour of a closed day. Measures that are not
 * asked for are 0.
 */
export async function readHourLines(
  tx: Transaction<DB>,
  plan: PeriodPlan,
  pieces: PeriodPieces,
  split: Exclude<LineSplit, { by: 'type' }>,
  measures: readonly LineMeasure[] = lineMeasures,
): Promise<readonly HourLine[]> {
  const { rows } = await sql<{ wide: Wide[]; narrow: Narrow[] }>`/* kept */
    select (
      select coalesce(json_agg(json_build_array(shift, weekday, key, sums)), '[]') from (
        ${unionAll([
          pieces.months.length > 0 &&
            sql`
              select p.shift, t.weekday, ${keyOf(split, 't')} as key, ${wideSums(hoursOfDay, measures)} as sums
              from ${rowsOfPieces(pieces.months, 'sales_month_hours')}
              where ${chosenMerchant('t')}
              group by 1, 2, 3`,
          (pieces.days.length > 0 || pieces.months.length === 0) &&
            sql`
              select p.shift, extract(isodow from t.business_day) as weekday, ${keyOf(split, 't')} as key,
                ${wideSums(hoursOfDay, measures)} as sums
              from ${rowsOfPieces(pieces.days, 'sales_day_hours')}
              where ${chosenMerchant('t')}
              group by 1, 2, 3`,
        ])}) w) as wide, (
      select coalesce(json_agg(json_build_array(shift, weekday, hour, key, orders, net, received, gross, sold)), '[]') from (
        select shift, extract(isodow from business_day) as weekday, hour, ${keyOf(split, 'open')} as key, ${lineSums}
        from (${openRows({ ...plan, weekdays: null }, pieces)}) open
        group by 1, 2, 3, 4) n) as narrow`.execute(tx)
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
