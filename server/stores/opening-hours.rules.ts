import { localParts } from '../../contract/shared/day.ts'
import { weekdays, type OpeningInterval } from '../../contract/stores/stores.ts'

const week = 7 * 1_440

/** Whether the store is open by its hours, and when that changes next (null: never, or always open). */
export interface HoursState {
  readonly open: boolean
  readonly changesAt: Date | null
}

/** An interval whose end is not after its start crosses midnight: 18:00–02:00 belongs to the day it starts on. */
export function hoursState(intervals: readonly OpeningInterval[], at: Date, timezone: string): HoursState {
  const now = minuteOfWeek(at, timezone)
  const spans = intervals.map(spanOf)
  const open = spans.some((span) => covers(span, now))
  const edges = spans.flatMap((span) => [span.start, span.start + span.length])
  const waits = edges
    .map((edge) => (((edge - now) % week) + week) % week)
    .filter((wait) => wait > 0)
    .toSorted((a, b) => a - b)
  // Touching intervals are one opening, so an edge counts only if the state changes.
  const wait = waits.find((minutes) => spans.some((span) => covers(span, (now + minutes) % week)) !== open)
  if (wait === undefined) return { open, changesAt: null }
  const startOfMinute = Math.floor(at.getTime() / 60_000) * 60_000
  return { open, changesAt: new Date(startOfMinute + wait * 60_000) }
}

interface Span {
  readonly start: number
  readonly length: number
}

function spanOf(interval: OpeningInterval): Span {
  const start = weekdays.indexOf(interval.weekday) * 1_440 + minutesOf(interval.start)
  const length = (minutesOf(interval.end) - minutesOf(interval.start) + 1_440) % 1_440
  return { start, length: length === 0 ? 1_440 : length }
}

function covers(span: Span, minute: number): boolean {
  const into = (((minute - span.start) % week) + week) % week
  return into < span.length
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function minuteOfWeek(at: Date, timezone: string): number {
  const { day, hour, minute } = localParts(at, timezone)
  return new Date(`${day}T00:00:00Z`).getUTCDay() * 1_440 + hour * 60 + minute
}
