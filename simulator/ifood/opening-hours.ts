import { localNow } from './interruptions.ts'
import type { Merchant, Shift } from './records.ts'
import type { World } from './world.ts'

export const daysOfWeek = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']
const day = 1_440
const week = 7 * day

/** In minutes from Sunday's midnight; the end may be in the next week. */
const spanOf = ({ dayOfWeek, start, duration }: Shift) => {
  const from =
    daysOfWeek.indexOf(dayOfWeek) * day + Number(start.slice(0, 2)) * 60 + Number(start.slice(3, 5))
  return { from, to: from + duration }
}

export function isWithinHours(world: World, merchant: Merchant): boolean {
  const shifts = world.openingHours.get(merchant.id)
  if (!shifts) return true
  const now = localNow(world, merchant)
  const weekday = new Date(`${now.slice(0, 10)}T00:00:00Z`).getUTCDay()
  const minute = weekday * day + Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16))
  return shifts
    .map(spanOf)
    .some(({ from, to }) => [minute, minute + week].some((at) => from <= at && at < to))
}

/** What is wrong with a week that is sent; null: nothing. */
export function problemOfWeek(shifts: unknown): string | null {
  if (!Array.isArray(shifts)) return 'shifts is required'
  const list = shifts as Partial<Shift>[]
  for (const { dayOfWeek, start, duration } of list) {
    if (!daysOfWeek.includes(String(dayOfWeek))) return 'dayOfWeek is invalid'
    if (typeof start !== 'string' || !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(start))
      return 'start is invalid'
    if (!Number.isInteger(duration) || Number(duration) < 1 || Number(duration) > day)
      return 'duration is invalid'
  }
  const spans = (list as Shift[]).map(spanOf)
  const again = spans.map(({ from, to }) => ({ from: from + week, to: to + week }))
  const sorted = [...spans, ...again].toSorted((a, b) => a.from - b.from)
  const overlaps = sorted.some((span, index) => (sorted[index + 1]?.from ?? Infinity) < span.to)
  return overlaps ? 'shifts overlap' : null
}
