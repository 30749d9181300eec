import { addDays } from '../../../contract/shared/day.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import { hoursOn, type Schedule } from '../../stores/stores.ts'
import type { OpeningInterval, OpenHours } from '../../../contract/stores/stores.ts'
import { elapsedOf, runningDay, type StoreClock } from '../figures/store-clock.rules.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'

export interface OpenStore extends StoreClock {
  readonly openingHours: readonly OpeningInterval[]
  readonly specialDays: Schedule['special']
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
  const schedule = { week: store.openingHours, special: store.specialDays }
  const decided = new Set(store.specialDays.map((one) => one.day))
  const whole = new Map<number, number>()
  return (day) => {
    const weekday = isoWeekday(day)
    if (day > today || ((plan.weekdayBits >> weekday) & 1) === 0) return 0
    const hours = hoursOn(schedule, day)
    if (day === today) return minutesOn(hours, plan.hourBits, elapsed)
    if (decided.has(day)) return minutesOn(hours, plan.hourBits, Infinity)
    const usual = whole.get(weekday) ?? minutesOn(hours, plan.hourBits, Infinity)
    whole.set(weekday, usual)
    return usual
  }
}

/** Minutes before `until`, in minutes since the day's midnight. */
function minutesOn(hours: readonly OpenHours[], hourBits: number, until: number): number {
  let minutes = 0
  let from = 0
  for (const span of spansOf(hours)) {
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

function spansOf(hours: readonly OpenHours[]): readonly { start: number; end: number }[] {
  return hours
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
