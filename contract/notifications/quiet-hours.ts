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

/** When the quiet hours that hold now are over, by the clock of this zone. Asked again then: the clocks may change at night. */
export function quietEnd(quiet: NonNullable<QuietHours>, timezone: string, now: Date): Date {
  const { hour, minute } = localParts(now, timezone)
  const left = (minuteOf(quiet.to) - (hour * 60 + minute) + 24 * 60) % (24 * 60)
  const wholeMinute = Math.floor(now.getTime() / 60_000) * 60_000
  return new Date(wholeMinute + left * 60_000)
}

/** Of the day, of `HH:MM`. */
export function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}
