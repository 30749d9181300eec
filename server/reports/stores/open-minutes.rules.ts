import { addDays } from '../../../contract/shared/day.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import { weekdays, type OpeningInterval } from '../../../contract/stores/stores.ts'
import { elapsedOf, runningDay, type StoreClock } from '../figures/store-clock.rules.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'

export interface OpenStore extends StoreClock {
  readonly openingHours: readonly OpeningInterval[]
}

/**
 * Minutes within the store's opening hours on the days of the plan, by weekday and hour filter; on the
 * running day up to now. Null: the store has no hours. An interval belongs to the day it starts on.
 */
export function openMinutes(store: OpenStore, plan: PeriodPlan, now: Date): number | null {
  const byDay = openMinutesByDay(store, plan, now)
  if (byDay === null) return null
  let minutes = 0
  for (let day = plan.from; day <= plan.to; day = addDays(day, 1)) minutes += byDay(day)
  return minutes
}

/** The same for one day. */
export function openMinutesByDay(
  store: OpenStore,
  plan: PeriodPlan,
  now: Date,
): ((day: string) => number) | null {
  if (store.openingHours.length === 0) return null
  const today = runningDay(store, now)
  const elapsed = elapsedOf(store, today, now)
  const whole = [1, 2, 3, 4, 5, 6, 7].map((weekday) => minutesOn(store, weekday, plan.hourBits, Infinity))
  return (day) => {
    const weekday = isoWeekday(day)
    if (day > today || ((plan.weekdayBits >> weekday) & 1) === 0) return 0
    if (day === today) return minutesOn(store, weekday, plan.hourBits, elapsed)
    return whole[weekday - 1] ?? 0
  }
}

/** Minutes before `until`, in minutes since the day's midnight. */
function minutesOn(store: OpenStore, weekday: number, hourBits: number, until: number): number {
  let minutes = 0
  let from = 0
  for (const span of spansOf(store.openingHours, weekday)) {
    // Overlapping intervals count once.
    let at = Math.max(span.start, from)
    from = Math.max(from, span.end)
    const end = Math.min(span.end, until)
    while (at < end) {
      const hourEnd = Math.min(end, (Math.floor(at / 60) + 1) * 60)
      if ((hourBits >> (Math.floor(at / 60) % 24)) & 1) minutes += hourEnd - at
      at = hourEnd
    }
  }
  return minutes
}

function spansOf(
  hours: readonly OpeningInterval[],
  weekday: number,
): readonly { start: number; end: number }[] {
  return hours
    .filter((interval) => interval.weekday === weekdays[weekday % 7])
    .map((interval) => {
      const start = minuteOf(interval.start)
      const end = minuteOf(interval.end)
      return { start, end: end > start ? end : end + 1_440 }
    })
    .toSorted((a, b) => a.start - b.start)
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
