import { addDays } from '../../../contract/shared/day.ts'
import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import { comparedShifts, isoWeekday, type PeriodComparison } from '../../../contract/reports/period.ts'
import type { SaleAmount, SalePivot, SaleStep } from '../../../contract/reports/sale.ts'
import { type Measures, type MeasureName } from '../../../contract/reports/metrics/measures.ts'
import { add, partKey, rating, type RawOrder } from './raw-report.ts'

/** The question of a period report in the tests. */
export interface AskedPeriod {
  readonly from: string
  readonly to: string
  readonly comparison: PeriodComparison
  readonly comparedFrom?: string
  readonly weekdays: readonly number[] | null
  readonly hours: { readonly from: number; readonly to: number } | null
}

interface Counted {
  readonly order: RawOrder
  readonly shift: number
}

/** The orders that count in the period (shift 0) and in the compared ones, one by one. */
function countedOrders(
  orders: readonly RawOrder[],
  asked: AskedPeriod,
  shifts: readonly number[],
): readonly Counted[] {
  return orders.flatMap((order) =>
    [...new Set([0, ...shifts])].flatMap((shift): Counted[] => {
      const at = addDays(order.day, shift)
      const last = asked.to < order.running ? asked.to : order.running
      if (at < asked.from || at > last) return []
      if (shift > 0 && last === order.running && at === last && !order.beforeCut) return []
      if (asked.weekdays && !asked.weekdays.includes(isoWeekday(order.day))) return []
      if (asked.hours && !hourIn(asked.hours, order.hour)) return []
      return [{ order, shift }]
    }),
  )
}

const hourIn = ({ from, to }: { from: number; to: number }, hour: number): boolean =>
  from <= to ? hour >= from && hour <= to : hour >= from || hour <= to

export interface RawPeriod {
  readonly totals: Measures
  readonly compared: Measures
  readonly series: Record<
    string,
    { current: SaleAmount; compared: SaleAmount; received: number; gross: number; discount: number }
  >
  readonly pivot: Record<string, { current: SaleAmount; compared: SaleAmount }>
  /** `key at` → amount of the period. */
  readonly pivotSeries: Record<string, SaleAmount>
  readonly heat: Record<string, SaleAmount>
}

export function rawPeriod(
  orders: readonly RawOrder[],
  asked: AskedPeriod,
  by: { step: SaleStep; pivot: SalePivot },
): RawPeriod {
  const shifts = comparedShifts(asked.comparison, asked.from, asked.to, asked.comparedFrom)
  const counted = countedOrders(orders, asked, shifts)
  const now = counted.filter((each) => each.shift === 0)
  const before = counted.filter((each) => each.shift > 0)
  const divisor = Math.max(1, periodsOf(before))
  const mean = (sum: number) => (divisor === 1 ? sum : Math.round(sum / divisor))
  const meanAmount = ({ orders: count, cents }: SaleAmount) => ({ orders: mean(count), cents: mean(cents) })
  const keysOf = pivotKeys(by.pivot)
  const place = ({ order, shift }: Counted) => placeOf(by.step, order, addDays(order.day, shift))
  const split = (of: readonly Counted[], groups: (each: Counted) => readonly Piece[]) => {
    const sums: Record<string, SaleAmount> = {}
    for (const each of of) {
      for (const { key, orders: count, cents } of groups(each)) {
        const so = sums[key] ?? { orders: 0, cents: 0 }
        sums[key] = { orders: so.orders + count, cents: so.cents + cents }
      }
    }
    return sums
  }
  const whole = (key: (each: Counted) => string) => (each: Counted) => [
    { key: key(each), ...amountOf(each.order) },
  ]
  const current = split(now, whole(place))
  const compared = split(before, whole(place))
  const pivotNow = split(now, (each) => keysOf(each.order))
  const pivotBefore = split(before, (each) => keysOf(each.order))
  return {
    totals: add(now.map((each) => each.order)),
    compared: Object.fromEntries(
      Object.entries(add(before.map((each) => each.order))).map(([name, sum]) => [name, mean(sum)]),
    ) as Record<MeasureName, number>,
    series: Object.fromEntries(
      [...new Set([...Object.keys(current), ...Object.keys(compared)])].map((at) => {
        const here = now.filter((each) => place(each) === at).map((each) => each.order)
        const m = add(here)
        return [
          at,
          {
            current: current[at] ?? nothing,
            compared: meanAmount(compared[at] ?? nothing),
            received: m.received,
            gross: m.grossCents,
            discount: m.storeDiscountCents,
          },
        ]
      }),
    ),
    pivot: Object.fromEntries(
      [...new Set([...Object.keys(pivotNow), ...Object.keys(pivotBefore)])].map((key) => [
        key,
        { current: pivotNow[key] ?? nothing, compared: meanAmount(pivotBefore[key] ?? nothing) },
      ]),
    ),
    pivotSeries: split(now, (each) =>
      keysOf(each.order).map((piece) => ({ ...piece, key: `${piece.key} ${place(each)}` })),
    ),
    heat: split(
      now,
      whole(({ order }) => `${isoWeekday(order.day)} ${order.hour}`),
    ),
  }
}

/** Those with an order. */
const periodsOf = (counted: readonly Counted[]): number =>
  new Set(counted.flatMap(({ order, shift }) => (order.received > 0 ? [shift] : []))).size

const nothing: SaleAmount = { orders: 0, cents: 0 }

function amountOf(order: RawOrder): SaleAmount {
  return { orders: validOrders(order), cents: netCents(order) }
}

function placeOf(step: SaleStep, order: RawOrder, day: string): string {
  if (step === 'hour') return String(order.hour)
  if (step === 'day') return day
  return step === 'week' ? addDays(day, 1 - isoWeekday(day)) : `${day.slice(0, 7)}-01`
}

interface Piece extends SaleAmount {
  readonly key: string
}

function pivotKeys(pivot: SalePivot): (order: RawOrder) => readonly Piece[] {
  if (pivot === 'payment') {
    return (order) =>
      order.payments.map(({ method, prepaid, cents }) => ({
        key: `${method}/${prepaid ? 'prepaid' : 'onsite'}`,
        orders: 1,
        cents,
      }))
  }
  return (order) => [{ key: keyOf(pivot, order), ...amountOf(order) }]
}

function keyOf(pivot: Exclude<SalePivot, 'payment'>, order: RawOrder): string {
  switch (pivot) {
    case 'channel':
      return order.platform
    case 'store':
      return order.storeId
    case 'type':
      return order.type
    case 'district':
      return partKey(order.district)
    case 'driver':
      return order.driver ?? ''
    case 'coupon':
      return (order.coupon ?? '').trim().toUpperCase()
  }
}

/** A store's measures, ratings and usual values, as in the stores report. */
export function rawStore(orders: readonly RawOrder[], storeId: string, asked: AskedPeriod) {
  const shifts = comparedShifts(asked.comparison, asked.from, asked.to, asked.comparedFrom)
  const counted = countedOrders(orders, asked, shifts)
  const divisor = Math.max(1, periodsOf(counted.filter((each) => each.shift > 0)))
  const own = counted.filter((each) => each.order.storeId === storeId)
  const now = own.filter((each) => each.shift === 0).map((each) => each.order)
  const before = own.filter((each) => each.shift > 0).map((each) => each.order)
  const usualShifts = comparedShifts('mean-of-four', asked.from, asked.to, undefined)
  const usual = countedOrders(
    orders.filter((order) => order.storeId === storeId),
    asked,
    usualShifts,
  ).filter((each) => each.shift > 0)
  const periods = periodsOf(usual)
  const sum = add(usual.map((each) => each.order))
  return {
    totals: add(now),
    compared: Object.fromEntries(
      Object.entries(add(before)).map(([name, value]) => [
        name,
        divisor === 1 ? value : Math.round(value / divisor),
      ]),
    ),
    ratings: rating(now),
    comparable: add(now).received > 0 && add(before).received > 0,
    usual:
      periods === 0
        ? null
        : {
            orders: Math.round(validOrders(sum) / periods),
            netCents: Math.round(netCents(sum) / periods),
            periods,
          },
  }
}
