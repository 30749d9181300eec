import { sql, type RawBuilder } from 'kysely'
import { countedMeasures } from '../../../contract/reports/metrics/measures.ts'
import { lineMeasures, type LineMeasure } from '../../db/schema/line-measures.ts'

const columns = countedMeasures.map(({ column }) => column)
/** The measures as columns of sales_hours, sales_days and sales_through. */
export const measureColumns = sql.raw(columns.join(', '))
/** Under the names of their columns. */
export const measureSums = sql.raw(columns.map((name) => `sum(${name}) as ${name}`).join(', '))
/** As one list, which becomes JSON in half the time that separate values take. */
export const measureList = sql.raw(`array[${columns.join(', ')}]`)
/** Their sums as one list. float8 adds integers below 2^53 exactly, and faster than numeric. */
export const measureSumList = sql.raw(`array[${columns.map((name) => `sum(${name}::float8)`).join(', ')}]`)
/** The measures of rows `t`, multiplied by the sign of pieces `p`. */
export const signedMeasures = sql.raw(columns.map((name) => `p.sign * t.${name} as ${name}`).join(', '))

/** Orders arrived, or money went back: a condition over the sums of a group. */
export const anyFigure = sql.raw(
  '(sum(received) <> 0 or sum(refund_cents) <> 0 or sum(refunded_fees_cents) <> 0)',
)

/** The measures stored per hour of a day or day of a month, as expressions. */

const expressions: Record<LineMeasure, string> = {
  orders: 'received - cancelled',
  net: 'net_cents(gross_cents, store_discount_cents, refund_cents)',
  received: 'received',
  gross: 'gross_cents',
  sold: 'gross_cents - store_discount_cents',
}

/** `sum(received - cancelled) as orders, …`, of a table with measures. */
export const lineSumsOf = (measures: readonly LineMeasure[]): RawBuilder<unknown> =>
  sql.raw(measures.map((measure) => `sum(${expressions[measure]}) as ${measure}`).join(', '))
export const lineSums: RawBuilder<unknown> = lineSumsOf(lineMeasures)

export const daysOfMonth: readonly number[] = Array.from({ length: 31 }, (_, index) => index + 1)

const cells = (places: readonly number[], measures: readonly LineMeasure[]) =>
  measures.flatMap((measure) => places.map((place) => ({ measure, place, column: `${measure}_${place}` })))

/** The columns of a wide table, in its order. */
export const wideColumns = (places: readonly number[]): RawBuilder<unknown> =>
  sql.raw(
    cells(places, lineMeasures)
      .map((cell) => cell.column)
      .join(', '),
  )

/** Their sums as one array, measure by measure; `sign` goes before each column. */
export const wideSums = (
  places: readonly number[],
  measures: readonly LineMeasure[] = lineMeasures,
  sign: '' | 'p.sign * ' = '',
): RawBuilder<unknown> =>
  sql.raw(
    `array[${measures
      .map((measure) => `array[${places.map((place) => `sum(${sign}${measure}_${place})`).join(', ')}]`)
      .join(', ')}]`,
  )

/** Pivots narrow rows: one sum per value of the expression `by`; missing values are 0. */
export const turned = (places: readonly number[], by: string): RawBuilder<unknown> =>
  sql.raw(
    cells(places, lineMeasures)
      .map(
        ({ measure, place }) => `coalesce(sum(${expressions[measure]}) filter (where ${by} = ${place}), 0)`,
      )
      .join(', '),
  )
