import { localParts } from '../shared/day.ts'
import type { QuietHours } from './choices.ts'

/** Whether it is quiet by the clock of this zone. */
export function isQuiet(quiet: QuietHours, timezone: string, now: Date): boolean {
  if (!quiet) return false
  const { hour, minute } = localParts(now, timezone)
  const at = hour * 60 + minute
  const [from, to] = [minuteOf(quiet.from), minuteOf(quiet.to)]
  return from < to ? from <= at && at < to : at >= from || at < to
}

/** Of the day, of `HH:MM`. */
export function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}
