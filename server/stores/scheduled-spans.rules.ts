import { addDays, localParts } from '../../contract/shared/day.ts'
import { weekdays, type OpeningInterval } from '../../contract/stores/stores.ts'

/** Milliseconds since the epoch. */
export interface Instants {
  readonly from: number
  readonly to: number
}

const minute = 60_000

/**
 * The opening hours on calendar days of the store's zone, as spans. An interval past midnight belongs to the day
 * it starts on. Touching and overlapping intervals are one span.
 */
export function scheduledSpans(
  hours: readonly OpeningInterval[],
  timezone: string,
  days: readonly string[],
): readonly Instants[] {
  const spans: Instants[] = []
  for (const day of days) {
    const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
    for (const { weekday: on, start, end } of hours) {
      if (on !== weekday) continue
      const to = end <= start ? instantOf(addDays(day, 1), end, timezone) : instantOf(day, end, timezone)
      spans.push({ from: instantOf(day, start, timezone), to })
    }
  }
  const merged: { from: number; to: number }[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

/**
 * Converts wall-clock time of the zone to an instant in ms since 1970. A time that occurs twice means the first
 * one; a skipped time is moved later by the size of the change.
 */
export function instantOf(day: string, time: string, timezone: string): number {
  const wished = Date.parse(`${day}T${time}:00Z`)
  const dayBefore = wished - offsetAt(wished - 24 * 60 * minute, timezone)
  const dayAfter = wished - offsetAt(wished + 24 * 60 * minute, timezone)
  const shown = [dayBefore, dayAfter].filter((at) => at + offsetAt(at, timezone) === wished)
  return shown.length > 0 ? Math.min(...shown) : dayBefore
}

/** The zone's offset from UTC in milliseconds. */
function offsetAt(at: number, timezone: string): number {
  const local = localParts(new Date(at), timezone)
  const shown = Date.parse(`${local.day}T00:00:00Z`) + (local.hour * 60 + local.minute) * minute
  return shown - Math.floor(at / minute) * minute
}
