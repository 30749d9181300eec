import { addDays, localParts } from '../../contract/shared/day.ts'
import { dayMs, hourMs, minuteMs } from '../../contract/shared/durations.ts'
import type { OrderStatus } from '../../contract/orders/kinds.ts'
import { applicationOf, throughApplication } from '../channels/demo-channels.ts'
import { dishesOnSale } from '../demo-menus.ts'
import { demoOrder, type DemoOrder } from './demo-orders.ts'
import type { DemoStore } from '../demo-stores.ts'
import { seededRandom, type Random } from '../random.ts'

export const historyDays = 120

/** Factor per weekday, Sunday to Saturday. */
const weekShape = [1.15, 0.72, 0.78, 0.86, 0.98, 1.28, 1.32] as const
const lunchHours = [
  [11, 18],
  [12, 40],
  [13, 30],
  [14, 12],
] as const
const dinnerHours = [
  [18, 12],
  [19, 22],
  [20, 27],
  [21, 22],
  [22, 11],
  [23, 6],
] as const
const nightHours = [
  [23, 4],
  [24, 5],
  [25, 3],
] as const

interface Time {
  /** Earlier orders were taken already; null: none was. */
  readonly from: Date | null
  readonly now: Date
}

/** A store's orders of the days before, at most `historyDays`, each run to its end. */
export function* historyOf(store: DemoStore, { from, now }: Time, random: Random): Generator<DemoOrder> {
  const today = localParts(new Date(now.getTime() - 4 * hourMs), store.timezone).day
  // A sequence of its own, so that no other figure of the demo depends on the applications.
  const applications = seededRandom(store.ordersPerDay + (from?.getTime() ?? 0))
  const days = from ? Math.ceil((now.getTime() - from.getTime()) / dayMs) + 1 : historyDays
  for (let back = Math.min(days, historyDays); back >= 0; back -= 1) {
    const day = addDays(today, -back)
    for (const minutes of timesOfDay(store, day, back, random)) {
      const at = instantOf(day, minutes, store.timezone)
      if (from && at.getTime() <= from.getTime()) continue
      // Recent orders come from openNow.
      if (at.getTime() > now.getTime() - 75 * minuteMs) continue
      const platform = random.chance(store.ifoodShare) ? 'ifood' : 'balcao'
      const menu = dishesOnSale(store, platform, at, now)
      const made = demoOrder({ store: { ...store, menu }, at, random, stopsAt: null, platform })
      const application = platform === 'ifood' ? applicationOf(store, back, applications) : null
      yield application ? throughApplication(made, application) : made
    }
  }
}

/** When a day's orders come, in minutes from its midnight; `back`: how many days ago it is. */
export function timesOfDay(
  store: Pick<DemoStore, 'ordersPerDay' | 'lunch' | 'late'>,
  day: string,
  back: number,
  random: Random,
): readonly number[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const growth = 1 + 0.12 * (1 - back / historyDays)
  const wanted = Math.round(
    store.ordersPerDay * (weekShape[weekday] ?? 1) * growth * random.between(0.86, 1.14),
  )
  return Array.from({ length: wanted }, () => timeOfDay(store, random)).toSorted((a, b) => a - b)
}

/** Share of the orders outside the busy hours, so that a day compares with the last ones at any hour. */
const quietShare = 0.12
const businessDayStart = 4

/** Minutes from the midnight that the business day began after. */
function timeOfDay(store: Pick<DemoStore, 'lunch' | 'late'>, random: Random): number {
  if (random.chance(quietShare)) return businessDayStart * 60 + random.int(24 * 60)
  const hours = random.chance(store.lunch)
    ? lunchHours
    : store.late && random.chance(0.14)
      ? nightHours
      : dinnerHours
  return random.weighted<number>(hours, 20) * 60 + random.int(60)
}

/** Converts local time in a zone to an instant: one guess and one correction. */
function instantOf(day: string, minutes: number, timezone: string): Date {
  const target = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs
  const local = localParts(new Date(target), timezone)
  const shown = Date.parse(`${local.day}T00:00:00Z`) + (local.hour * 60 + local.minute) * minuteMs
  return new Date(target + (target - shown) + Math.floor(Math.random() * minuteMs))
}

/** Open own-channel orders at this moment. */
export function* openNow(store: DemoStore, now: Date, random: Random): Generator<DemoOrder> {
  const states: readonly (readonly [OrderStatus, number])[] = [
    ['placed', 1.5],
    ['preparing', 14],
    ['preparing', 24],
    ['ready', 33],
    ['dispatched', 44],
  ]
  for (const [stopsAt, minutesAgo] of states) {
    if (stopsAt !== 'preparing' && random.chance(0.4)) continue
    const at = new Date(now.getTime() - (minutesAgo + random.between(-1, 4)) * minuteMs)
    const menu = dishesOnSale(store, 'balcao', at, now)
    yield demoOrder({ store: { ...store, menu }, at, random, stopsAt, platform: 'balcao' })
  }
}
