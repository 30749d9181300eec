import { minuteMs } from '../../../contract/shared/durations.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { clockTime } from '../../words/format.ts'
import { nearDay } from '../../words/near-day.ts'

/** "7:40", "1:07:40", "3 d". */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  if (hours >= 48) return `${Math.floor(hours / 24)}\u00a0d`
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** "às 15:00", "amanhã às 15:00". */
export const momentText = (iso: string, now: Date, timezone: string): string =>
  `${nearDay(iso, now, timezone)}às ${clockTime(iso, timezone)}`

/** What `MomentField` shows: the store's time, whatever the device's zone. */
export function localField(at: Date, timezone: string): string {
  const { day, hour, minute: minutes } = localParts(at, timezone)
  return `${day}T${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The instant that the store's clock shows so; what was not typed whole stays as it is, and the schema refuses it. */
export function instantIn(field: string, timezone: string): string {
  const wished = Date.parse(`${field}:00Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(field) || Number.isNaN(wished)) return field
  // Twice: the first guess may be before a change of clocks and the time after it.
  let at = wished
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${localField(new Date(at), timezone)}:00Z`)
    at += wished - shown
  }
  return new Date(Math.floor(at / minuteMs) * minuteMs).toISOString()
}
