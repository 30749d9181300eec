import { sql, type RawBuilder, type Transaction } from 'kysely'
import { isoWeekday } from '../../../contract/report-period.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { PeriodPlan } from '../plan-period.rules.ts'
import type { PeriodPieces } from './period-pieces.rules.ts'
import { chosenMerchant, countedWeekday, isOpen, openRows, rowsOfPieces, unionAll } from './pieces-sql.ts'
import { daysOfMonth, lineSums, wideSums } from './wide-columns.ts'

/** What a curve is drawn of (wide-columns.ts). */
export interface Line {
  readonly orders: number
  readonly net: number
  readonly received: number
  readonly gross: number
  readonly sold: number
}

export interface DayLine extends Line {
  readonly shift: number
  readonly day: string
  readonly key: string
}

/** What splits a curve: the whole, or a channel, a type or one of these stores ('' for the other ones). */
export type LineSplit =
  | { readonly by: 'none' | 'channel' | 'type' }
  | { readonly by: 'store'; readonly storeIds: readonly string[] }

type Packed = [shift: number, first: string, key: string, sums: number[][]]

/** Orders and money day by day. Months are read whole; days that do not count are left out here. */
export async function readDayLines(
  tx: Transaction<DB>,
  plan: PeriodPlan,
  pieces: PeriodPieces,
  split: LineSplit,
): Promise<readonly DayLine[]> {
  const { rows } = await sql<{ months: Packed[]; days: Packed[] }>`
    select (${
      pieces.months.length === 0
        ? sql`'[]'::json`
        : sql`
          select coalesce(json_agg(json_build_array(shift, month, key, sums)), '[]') from (
            select p.shift, t.month, ${keyOf(split, 't')} as key, ${wideSums(daysOfMonth)} as sums
            from ${rowsOfPieces(pieces.months, 'sales_month_days')}
            where ${chosenMerchant('t')}
            group by 1, 2, 3) m`
    }) as months, (
      select coalesce(json_agg(json_build_array(shift, business_day, key,
          json_build_array(json_build_array(orders), json_build_array(net), json_build_array(received),
            json_build_array(gross), json_build_array(sold)))), '[]') from (
        ${unionAll([
          (pieces.days.length > 0 || !isOpen(pieces)) &&
            sql`
              select p.shift, t.business_day, ${keyOf(split, 't')} as key, ${lineSums}
              from ${rowsOfPieces(pieces.days, 'sales_days')}
              where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
              group by 1, 2, 3`,
          isOpen(pieces) &&
            sql`
              select shift, business_day, ${keyOf(split, 'open')} as key, ${lineSums}
              from (${openRows(plan, pieces)}) open
              group by 1, 2, 3`,
        ])}) d) as days`.execute(tx)
  const answer = rows[0]
  if (!answer) throw new Error('one row expected')
  return [
    ...answer.months.flatMap((row) => linesOfMonth(row, plan)),
    ...answer.days.map(([shift, day, key, sums]) => ({ shift, day, key, ...lineAt(sums, 0) })),
  ]
}

function linesOfMonth([shift, month, key, sums]: Packed, plan: PeriodPlan): readonly DayLine[] {
  const lines: DayLine[] = []
  const length = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
  for (let index = 0; index < length; index += 1) {
    const day = `${month.slice(0, 8)}${String(index + 1).padStart(2, '0')}`
    if (plan.weekdays !== null && ((plan.weekdayBits >> isoWeekday(day)) & 1) === 0) continue
    lines.push({ shift, day, key, ...lineAt(sums, index) })
  }
  return lines
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
