import type { StoreOfGroupDay } from '../../../contract/groups/group-day.ts'
import type { HourLine } from '../figures/figure-rows.ts'
import {
  elapsedOf,
  firstHourOf,
  hoursAfter,
  runningDay,
  type StoreClock,
} from '../figures/store-clock.rules.ts'

type Hour = StoreOfGroupDay['hours'][number]

/**
 * The day's valid orders by store and hour beside the mean of the store's usual days. The same hours for every store:
 * from the first to the last in which any of them sold or usually sells. Lines of shift 0 are the day itself.
 */
export function hoursOfStores(
  stores: readonly StoreClock[],
  day: string,
  lines: readonly Pick<HourLine, 'shift' | 'hour' | 'key' | 'orders'>[],
  now: Date,
): ReadonlyMap<string, Hour[]> {
  const first = firstHourOf(stores[0], day)
  const inOrder = Array.from({ length: 24 }, (_, index) => (first + index) % 24)
  const byStore = Map.groupBy(lines, (line) => line.key)
  const all = stores.map((store) =>
    hoursOfStore(store, day, { lines: byStore.get(store.storeId) ?? [], inOrder, now }),
  )
  const matters = inOrder.map((_, at) =>
    all.some((hours) => (hours[at]?.orders ?? 0) > 0 || (hours[at]?.usualOrders ?? 0) >= worthAColumn),
  )
  const [from, to] = [matters.indexOf(true), matters.lastIndexOf(true) + 1]
  return new Map(stores.map(({ storeId }, at) => [storeId, all[at]?.slice(Math.max(0, from), to) ?? []]))
}

/** An hour that usually sells less than this in every store is left out at both ends. */
const worthAColumn = 0.5

interface Shown {
  readonly lines: readonly Pick<HourLine, 'shift' | 'hour' | 'orders'>[]
  readonly inOrder: readonly number[]
  readonly now: Date
}

function hoursOfStore(store: StoreClock, day: string, { lines, inOrder, now }: Shown): Hour[] {
  const days = new Set(lines.filter((line) => line.shift > 0 && line.orders > 0).map((line) => line.shift))
    .size
  const ahead = hoursAhead(store, day, now)
  const of = (hour: number, isDay: boolean) =>
    lines
      .filter((line) => line.hour === hour && (line.shift === 0) === isDay)
      .reduce((sum, line) => sum + line.orders, 0)
  return inOrder.map((hour) => {
    const usualOrders = days === 0 ? 0 : of(hour, false) / days
    if ((ahead.notBegun >> hour) & 1) return { hour, orders: null, usualOrders, farBelow: false }
    const orders = of(hour, true)
    const over = ((ahead.notOver >> hour) & 1) === 0
    return { hour, orders, usualOrders, farBelow: over && isFarBelow(orders, usualOrders) }
  })
}

/** Bits of the local hours that have not begun, and of those that are not over. */
function hoursAhead(store: StoreClock, day: string, now: Date): { notBegun: number; notOver: number } {
  const today = runningDay(store, now)
  const whole = 2 ** 24 - 1
  if (day < today) return { notBegun: 0, notOver: 0 }
  if (day > today) return { notBegun: whole, notOver: whole }
  const elapsed = elapsedOf(store, day, now)
  return {
    notBegun: hoursAfter(store, day, elapsed),
    // An hour that begins in less than sixty minutes from now is over only after them.
    notOver: hoursAfter(store, day, elapsed - 60),
  }
}

/**
 * At most half of the usual, and two standard deviations below it: orders of an hour vary like a Poisson count, so
 * without the second an hour of three orders would be marked every other day.
 */
export const isFarBelow = (orders: number, usual: number): boolean =>
  usual > 0 && orders <= usual / 2 && usual - orders >= 2 * Math.sqrt(usual)
