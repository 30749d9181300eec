import { allHours } from '../figures/store-clock.rules.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import type { Closing } from '../figures/closings.rules.ts'
import type { PeriodPlan, StoreRange } from '../figures/plan-period.rules.ts'

/** An end of a run of closed days, in the sums of product_months (day null) or product_month_days. */
export interface RunEnd {
  readonly storeId: string
  /** First day of the month. */
  readonly month: string
  /** Day of the month whose sum is used; null: the sum up to the month's end. */
  readonly day: number | null
  readonly sign: number
  /** Days before the period; 0 is the period. */
  readonly shift: number
}

/** A day that is read from the tables updated with each order. */
export interface LiveDay {
  readonly storeId: string
  readonly timezone: string
  readonly day: string
  readonly shift: number
  /** Only a part of the day counts, so its orders are read one by one. */
  readonly part: boolean
  /** Bit n: local hour n counts whole; `cutHours` count only before `cut`. */
  readonly wholeHours: number
  readonly cutHours: number
  /** Of these, only the scheduled orders made before `cut` count. */
  readonly bookedHours: number
  readonly cut: string | null
}

export interface PeriodSources {
  readonly ends: readonly RunEnd[]
  readonly live: readonly LiveDay[]
}

const openEnded: Closing = { through: null, stale: new Set() }

/**
 * Splits the days of a plan into runs of closed days, each the difference of two ends, and live days. With
 * a filter of hours every day counts only in part.
 */
export function sourcesOf(plan: PeriodPlan, closings: ReadonlyMap<string, Closing>): PeriodSources {
  const ends: RunEnd[] = []
  const live: LiveDay[] = []
  const calendar = calendarOf(plan.weekdayBits)
  const whole = plan.hourBits === allHours
  for (const range of plan.ranges) {
    const { through, stale } = closings.get(range.storeId) ?? openEnded
    let from: string | null = null
    let last: string | null = null
    const endRun = () => {
      if (from !== null && last !== null) ends.push(...endsOf(range, from, last))
      from = null
    }
    for (const { day, counts } of calendar(range.from, range.to)) {
      const closed = whole && through !== null && day <= through && day !== range.cutDay && !stale.has(day)
      if (counts && closed) {
        from ??= day
        last = day
        continue
      }
      endRun()
      if (counts) live.push(liveDay(range, day, plan.hourBits))
    }
    endRun()
  }
  return { ends: joined(ends), live }
}

interface CalendarDay {
  readonly day: string
  readonly counts: boolean
}

/** Memoised, because a hundred stores have the same ranges. */
function calendarOf(weekdayBits: number): (from: string, to: string) => readonly CalendarDay[] {
  const known = new Map<string, CalendarDay[]>()
  return (from, to) => {
    const found = known.get(from + to)
    if (found) return found
    const days: CalendarDay[] = []
    for (let day = from; day <= to; day = addDays(day, 1)) {
      days.push({ day, counts: ((weekdayBits >> isoWeekday(day)) & 1) === 1 })
    }
    known.set(from + to, days)
    return days
  }
}

/** The sums at the end of the last day minus the sums before the first. */
function endsOf(range: StoreRange, from: string, to: string): readonly RunEnd[] {
  const end = (day: string, sign: number): readonly RunEnd[] => {
    const { storeId, shift } = range
    const month = monthOf(day)
    if (monthOf(addDays(day, 1)) !== month) return [{ storeId, month, day: null, sign, shift }]
    return [
      { storeId, month: monthOf(addDays(month, -1)), day: null, sign, shift },
      { storeId, month, day: Number(day.slice(8)), sign, shift },
    ]
  }
  return [...end(to, 1), ...end(addDays(from, -1), -1)]
}

/** Merges equal ends and drops those that cancel out. */
function joined(ends: readonly RunEnd[]): readonly RunEnd[] {
  const found = new Map<string, RunEnd>()
  for (const end of ends) {
    const key = `${end.storeId} ${end.month} ${String(end.day)} ${end.shift}`
    const before = found.get(key)
    found.set(key, before ? { ...before, sign: before.sign + end.sign } : end)
  }
  return [...found.values()].filter((end) => end.sign !== 0)
}

function liveDay(range: StoreRange, day: string, hourBits: number): LiveDay {
  const cut = day === range.cutDay
  const wholeHours = (cut ? range.wholeHours : allHours) & hourBits
  const cutHours = cut ? range.cutHours & hourBits : 0
  return {
    storeId: range.storeId,
    timezone: range.timezone,
    day,
    shift: range.shift,
    part: wholeHours !== allHours,
    wholeHours,
    cutHours,
    bookedHours: cut ? hourBits & ~wholeHours & ~cutHours : 0,
    cut: cut ? range.cut : null,
  }
}

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
