import type { OrderType } from '../../../contract/orders/kinds.ts'
import type { Measures } from '../../../contract/reports/metrics/measures.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import type { LineMeasure } from '../../db/schema/line-measures.ts'

/** The rows that the functions of figures.ts return. `shift`: days before the period; 0 is the period itself. */

/** Every measure of a store, channel and type, in the period or in a compared one. */
export interface TotalsRow {
  readonly shift: number
  readonly storeId: string
  readonly platform: Platform
  readonly type: OrderType
  readonly measures: Measures
}

/** Every measure of a store, all channels and types together. */
export type StoreTotals = Omit<TotalsRow, 'platform' | 'type'>

/** Every measure of a day, all selected stores together. */
export interface DayMeasures {
  readonly shift: number
  readonly day: string
  readonly measures: Measures
}

export type Line = Readonly<Record<LineMeasure, number>>

export interface DayLine extends Line {
  readonly shift: number
  readonly day: string
  readonly key: string
}

/** One curve, or one per channel, type or listed store; the key '' is all other stores. */
export type LineSplit =
  | { readonly by: 'none' | 'channel' | 'type' }
  | { readonly by: 'store'; readonly storeIds: readonly string[] }

export interface HourLine extends Line {
  readonly shift: number
  /** ISO weekday of the business day. */
  readonly weekday: number
  readonly hour: number
  readonly key: string
}

/** Sales by hour have no type. */
export type HourSplit = Exclude<LineSplit, { by: 'type' }>

export type PartKind = 'payment' | 'district' | 'driver' | 'coupon'

export interface PartRow {
  readonly shift: number
  /** The day or the month's first day; '' when the whole period is summed. */
  readonly at: string
  readonly value: string
  readonly name: string
  readonly orders: number
  readonly cents: number
}

/** The key of all values that were not requested. */
export const otherValues = '*'

export interface RatingRow {
  readonly shift: number
  readonly storeId: string
  /** '' when the period is summed. */
  readonly day: string
  readonly count: number
  readonly sum: number
}

export function addRatings(rows: readonly { count: number; sum: number }[]): { count: number; sum: number } {
  return rows.reduce<{ count: number; sum: number }>(
    (all, row) => ({ count: all.count + row.count, sum: all.sum + row.sum }),
    { count: 0, sum: 0 },
  )
}

export interface CancelledHour {
  readonly storeId: string
  readonly hour: number
  readonly cancelled: number
  readonly received: number
}

/** Which hours count as unusual. */
export interface CancelledLimits {
  /** At least this many cancellations, and this share of the hour's orders. */
  readonly minCancellations: number
  readonly cancelledShare: number
  readonly maxHours: number
}
