import { piecesOfSource, type FigureSource } from '../figure-source.ts'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { executePrepared } from '../../../db/connections/pool.ts'
import { addDays } from '../../../../contract/shared/day.ts'
import { isoWeekday } from '../../../../contract/reports/period.ts'
import type { Cell } from '../../../db/tables.ts'
import { daysOfMonth, lineSums, wideSums } from '../measure-columns.ts'
import { lineMeasures, type LineMeasure } from '../../../db/schema/line-measures.ts'
import type { Line, DayLine, LineSplit } from '../figure-rows.ts'
import { unionAll, type FigureDays } from '../selection-sql.ts'
import { sumsOfPieces, liveDays, hasLiveDays } from '../pieces-sql.ts'
import { type LivePiece, type PeriodPieces, inMonths } from '../pieces.rules.ts'
import { monthOf, nextMonth } from '../../../../contract/reports/period.ts'

type Month = [shift: number, month: string, days: number, key: string, sums: number[][]]
type Day = [shift: number, day: string, key: string, ...line: number[]]

/** Orders and money by day. Closed days come from the wide monthly rows, reduced to the days that count. */
export async function readDayLines(
  tx: Transaction<Cell>,
  source: FigureSource,
  split: LineSplit,
): Promise<readonly DayLine[]> {
  const { plan } = source
  const pieces = piecesOfSource(source)
  const months = monthPieces(pieces)
  const period = months.filter((piece) => piece.shift === 0)
  const compared = months.filter((piece) => piece.shift > 0)
  const rows = await executePrepared(
    tx,
    sql<{ months: Month[]; days: Day[] }>`
    select (
      select coalesce(json_agg(json_build_array(shift, month, days, key, sums)), '[]') from (
        ${unionAll([
          monthSums(period, split, lineMeasures),
          compared.length > 0 && monthSums(compared, split, comparedMeasures),
        ])}) m) as months, (${
          hasLiveDays(pieces)
            ? sql`
              select coalesce(json_agg(json_build_array(shift, business_day, key, orders, net, received, gross, sold)), '[]')
              from (
                select shift, business_day, ${keyOf(split, 'live')} as key, ${lineSums}
                from (${liveDays(plan, pieces)}) live
                group by 1, 2, 3) d`
            : sql`select '[]'::json`
        }) as days`,
  )
  const answer = rows[0]
  if (!answer) throw new Error('one row expected')
  return [
    ...answer.months.flatMap((row) => linesOfMonth(row, plan)),
    ...answer.days.map(([shift, day, key, ...line]) => ({
      shift,
      day,
      key,
      ...lineAt(
        line.map((value) => [value]),
        0,
      ),
    })),
  ]
}

const monthSums = (
  pieces: readonly LivePiece[],
  split: LineSplit,
  measures: readonly LineMeasure[],
): RawBuilder<unknown> => sql`
  select p.shift, t.month, p.hours as days, t.key, t.sums
  from ${sumsOfPieces(
    pieces,
    'sales_month_days',
    sql`t.month, ${keyOf(split, 't')} as key, ${wideSums(daysOfMonth, measures)} as sums`,
    typesOf(split),
  )}`

/** All types together have a row of their own. */
const typesOf = (split: LineSplit): RawBuilder<unknown> =>
  split.by === 'type' ? sql`t.type <> ''` : sql`t.type = ''`

/** The measures of a compared day's curve: the first ones of lineMeasures. */
const comparedMeasures: readonly LineMeasure[] = ['orders', 'net']

const wholeMonth = 2 ** 31 - 1

/** Closed days by month; bit n − 1 of `hours`: day n counts. */
function monthPieces(pieces: PeriodPieces): readonly LivePiece[] {
  const closed = inMonths(pieces.days)
  const ofDays = closed.days.flatMap((piece) => {
    const months: LivePiece[] = []
    for (let from = piece.from; from <= piece.to; from = nextMonth(from)) {
      const month = monthOf(from)
      const end = addDays(nextMonth(from), -1)
      const to = end < piece.to ? end : piece.to
      // Bits of the days from the first to the last, inclusive.
      const days = (2 ** Number(to.slice(8)) - 1) & ~(2 ** (Number(from.slice(8)) - 1) - 1)
      months.push({ ...piece, from: month, to: month, hours: days })
    }
    return months
  })
  return [...closed.months.map((piece) => ({ ...piece, hours: wholeMonth })), ...ofDays]
}

function linesOfMonth([shift, month, days, key, sums]: Month, plan: FigureDays): readonly DayLine[] {
  const end = nextMonth(month)
  return daysOfMonth.flatMap((place, index): readonly DayLine[] => {
    const day = `${month.slice(0, 8)}${String(place).padStart(2, '0')}`
    if (((days >> index) & 1) === 0 || day >= end) return []
    if (plan.weekdays !== null && ((plan.weekdayBits >> isoWeekday(day)) & 1) === 0) return []
    return [{ shift, day, key, ...lineAt(sums, index) }]
  })
}

export function lineAt(sums: readonly (readonly number[])[], index: number): Line {
  const [orders, net, received, gross, sold] = sums
  return {
    orders: orders?.[index] ?? 0,
    net: net?.[index] ?? 0,
    received: received?.[index] ?? 0,
    gross: gross?.[index] ?? 0,
    sold: sold?.[index] ?? 0,
  }
}

export function keyOf(split: LineSplit, table: string): RawBuilder<string> {
  switch (split.by) {
    case 'none':
      return sql`''`
    case 'channel':
      return sql.raw(`${table}.platform`)
    case 'type':
      return sql.raw(`${table}.type`)
    case 'store':
      return sql`case when ${sql.raw(table)}.store_id = any (${split.storeIds}::uuid[]) then ${sql.raw(table)}.store_id::text else '' end`
  }
}
