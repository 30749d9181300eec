import { dayMs, minuteMs } from '../../../contract/shared/durations.ts'
import { addDays, localParts } from '../../../contract/shared/day.ts'
import type { SpecialDay } from '../../../contract/stores/hours.ts'
import {
  weekdays,
  type OpeningInterval,
  type OpenHours,
  type Service,
} from '../../../contract/stores/stores.ts'

/** Milliseconds since the epoch. */
export interface Instants {
  readonly from: number
  readonly to: number
}

/** When a store means to be open: its week, and the days that do not follow it. */
export interface Schedule {
  readonly week: readonly OpeningInterval[]
  readonly special: readonly Pick<SpecialDay, 'day' | 'kind' | 'intervals'>[]
}

/**
 * The opening hours on calendar days of the store's zone, as spans. An interval past midnight belongs to the day
 * it starts on, so it goes on into a day on which the store is closed. Touching and overlapping intervals are one
 * span. `service`: only of this one; absent: of any.
 */
export function scheduledSpans(
  schedule: Schedule,
  timezone: string,
  days: readonly string[],
  service?: Service,
): readonly Instants[] {
  const spans: Instants[] = []
  for (const day of days) {
    for (const hours of hoursOn(schedule, day)) {
      if (service !== undefined && hours.services && !hours.services.includes(service)) continue
      const { start, end } = hours
      const to = end <= start ? instantOf(addDays(day, 1), end, timezone) : instantOf(day, end, timezone)
      spans.push({ from: instantOf(day, start, timezone), to })
    }
  }
  const merged: { from: number; to: number }[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else if (span.to > span.from) merged.push({ ...span })
  }
  return merged
}

/** What holds on a calendar day: the decision about it, otherwise the week. */
export function hoursOn({ week, special }: Schedule, day: string): readonly OpenHours[] {
  const decided = special.find((one) => one.day === day)
  if (decided?.kind === 'closed') return []
  if (decided?.kind === 'hours') return decided.intervals
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return week.filter((one) => one.weekday === weekday)
}

/**
 * Converts wall-clock time of the zone to an instant in ms since 1970. A time that occurs twice means the first
 * one; a skipped time is moved later by the size of the change.
 */
export function instantOf(day: string, time: string, timezone: string): number {
  const wished = Date.parse(`${day}T${time}:00Z`)
  const dayBefore = wished - offsetAt(wished - dayMs, timezone)
  const dayAfter = wished - offsetAt(wished + dayMs, timezone)
  const shown = [dayBefore, dayAfter].filter((at) => at + offsetAt(at, timezone) === wished)
  return shown.length > 0 ? Math.min(...shown) : dayBefore
}

/** Zones change their offset at quarters of an hour only; formatting is slow, and a hundred stores ask the same. */
const offsets = new Map<string, number>()
const quarter = 15 * minuteMs
const maxOffsets = 10_000

/** The zone's offset from UTC in milliseconds. */
function offsetAt(at: number, timezone: string): number {
  const from = Math.floor(at / quarter) * quarter
  const key = `${timezone} ${from}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const local = localParts(new Date(from), timezone)
  const offset = Date.parse(`${local.day}T00:00:00Z`) + (local.hour * 60 + local.minute) * minuteMs - from
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}
