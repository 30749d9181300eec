import { addDays } from '../../../contract/shared/day.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import type { SaleAmount, SalePoint, SaleStep } from '../../../contract/reports/sale.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'
import type { Line, DayLine, HourLine } from '../figures/figure-rows.ts'
import { monthOf } from '../../../contract/reports/period.ts'

/** The day, week or month of the series that contains the day, by its first day. */
export function bucketOf(step: Exclude<SaleStep, 'hour'>, day: string): string {
  if (step === 'day') return day
  return step === 'week' ? addDays(day, 1 - isoWeekday(day)) : monthOf(day)
}

function lastDayOf(step: Exclude<SaleStep, 'hour'>, bucket: string): string {
  if (step === 'day') return bucket
  return step === 'week' ? addDays(bucket, 6) : addDays(monthOf(addDays(bucket, 31)), -1)
}

/** The days of the period that count. */
export function countedDays(plan: PeriodPlan): readonly string[] {
  const days: string[] = []
  for (let day = plan.from; day <= plan.to; day = addDays(day, 1)) {
    if ((plan.weekdayBits >> isoWeekday(day)) & 1) days.push(day)
  }
  return days
}

/** Means per compared period, in whole units. */
export const meanOver =
  (divisor: number) =>
  (sum: number): number =>
    divisor <= 1 ? sum : Math.round(sum / divisor)

interface Sums {
  received: number
  gross: number
  sold: number
  orders: number
  net: number
  comparedOrders: number
  comparedNet: number
}

/** A compared day is placed at the period's day that is `shift` days later. */
export function daySeries(
  plan: PeriodPlan,
  step: Exclude<SaleStep, 'hour'>,
  lines: readonly DayLine[],
  divisor: number,
): SalePoint[] {
  const points = new Map<string, Sums>()
  for (const day of countedDays(plan)) points.set(bucketOf(step, day), noSums())
  for (const line of lines) addLine(points, bucketOf(step, addDays(line.day, line.shift)), line)
  return pointsOf(
    points,
    (at) =>
      at < plan.from || lastDayOf(step, at) > plan.to || (plan.running && lastDayOf(step, at) >= plan.to),
    divisor,
  ).toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

/** From the first hour with orders to the last, in the order of the business day. */
export function hourSeries(lines: readonly HourLine[], firstHour: number, divisor: number): SalePoint[] {
  const points = new Map<string, Sums>()
  for (const hour of hoursFrom(firstHour)) points.set(String(hour), noSums())
  for (const line of lines) addLine(points, String(line.hour), line)
  const all = pointsOf(points, () => false, divisor)
  const matters = all.map(
    ({ received, current, compared }) =>
      received > 0 || current.cents !== 0 || compared.orders !== 0 || compared.cents !== 0,
  )
  const first = matters.indexOf(true)
  return first === -1 ? [] : all.slice(first, matters.lastIndexOf(true) + 1)
}

const hoursFrom = (firstHour: number): readonly number[] =>
  Array.from({ length: 24 }, (_, index) => (firstHour + index) % 24)

function addLine(points: Map<string, Sums>, at: string, line: Line & { readonly shift: number }): void {
  const sums = points.get(at) ?? noSums()
  points.set(at, sums)
  if (line.shift > 0) {
    sums.comparedOrders += line.orders
    sums.comparedNet += line.net
    return
  }
  sums.received += line.received
  sums.gross += line.gross
  sums.sold += line.sold
  sums.orders += line.orders
  sums.net += line.net
}

const noSums = (): Sums => ({
  received: 0,
  gross: 0,
  sold: 0,
  orders: 0,
  net: 0,
  comparedOrders: 0,
  comparedNet: 0,
})

function pointsOf(
  points: ReadonlyMap<string, Sums>,
  partial: (at: string) => boolean,
  divisor: number,
): SalePoint[] {
  const mean = meanOver(divisor)
  return [...points].map(([at, sums]) => ({
    at,
    received: sums.received,
    cancelled: sums.received - sums.orders,
    grossCents: sums.gross,
    storeDiscountCents: sums.gross - sums.sold,
    current: { orders: sums.orders, cents: sums.net },
    compared: { orders: mean(sums.comparedOrders), cents: mean(sums.comparedNet) },
    partial: partial(at),
  }))
}

export interface KeyedAmount extends SaleAmount {
  /** Of the series. */
  readonly at: string
  readonly key: string
}

/** Amounts of the period by key, one for each point of the series. */
export function keyedSeries(
  series: readonly SalePoint[],
  keys: readonly { key: string; name: string }[],
  amounts: readonly KeyedAmount[],
): { key: string; name: string; points: SaleAmount[] }[] {
  const found = new Map<string, SaleAmount>()
  for (const { at, key, orders, cents } of amounts) {
    const place = `${key} ${at}`
    const before = found.get(place)
    found.set(place, { orders: (before?.orders ?? 0) + orders, cents: (before?.cents ?? 0) + cents })
  }
  return keys.map(({ key, name }) => ({
    key,
    name,
    points: series.map((point) => found.get(`${key} ${point.at}`) ?? { orders: 0, cents: 0 }),
  }))
}

/** The rest of the total, point by point. */
export function restOf(
  series: readonly SalePoint[],
  keyed: readonly { points: readonly SaleAmount[] }[],
): SaleAmount[] {
  return series.map((point, index) => ({
    orders: keyed.reduce((left, row) => left - (row.points[index]?.orders ?? 0), point.current.orders),
    cents: keyed.reduce((left, row) => left - (row.points[index]?.cents ?? 0), point.current.cents),
  }))
}
