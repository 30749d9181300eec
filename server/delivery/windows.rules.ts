import type { DeliveryWindow } from '../../contract/delivery/windows.ts'
import { addDays, localParts } from '../../contract/shared/day.ts'
import { weekdays } from '../../contract/stores/stores.ts'

const day = 1_440

/** Whether a local moment is in one of the windows; a window past midnight belongs to the day it starts on. */
export function inWindows(windows: readonly DeliveryWindow[], at: Date, timezone: string): boolean {
  const local = localParts(at, timezone)
  const minute = local.hour * 60 + local.minute
  const [today, yesterday] = [weekdayOf(local.day), weekdayOf(addDays(local.day, -1))]
  return windows.some((one) => {
    const [start, length] = spanOf(one)
    const begun = one.weekdays.includes(today) && minute >= start && minute < start + length
    const lasts = one.weekdays.includes(yesterday) && minute + day < start + length
    return begun || lasts
  })
}

/** The next full minute within eight days at which the answer of `inWindows` changes; null: never. */
export function nextEdge(windows: readonly DeliveryWindow[], at: Date, timezone: string): Date | null {
  const now = inWindows(windows, at, timezone)
  // The answer changes at full minutes of local time alone.
  const edges = new Set(
    windows.flatMap((one) => {
      const [start, length] = spanOf(one)
      return [start, (start + length) % day]
    }),
  )
  const last = Math.floor(at.getTime() / 60_000) + 8 * day
  let minute = Math.floor(at.getTime() / 60_000)
  while (minute < last && edges.size > 0) {
    minute = nextMinuteAt(edges, minute, timezone)
    const then = new Date(minute * 60_000)
    if (inWindows(windows, then, timezone) !== now) return minute > last ? null : then
  }
  return null
}

/** The next minute of the clock, counted from 1970, at which it shows one of these local minutes of a day. */
function nextMinuteAt(edges: ReadonlySet<number>, after: number, timezone: string): number {
  const from = localMinute(after, timezone)
  const wait = Math.min(...[...edges].map((edge) => (edge - from + day - 1) % day)) + 1
  if (localMinute(after + wait, timezone) === (from + wait) % day) return after + wait
  // The clock was changed on the way: minute by minute.
  for (let minute = after + 1; ; minute += 1) if (edges.has(localMinute(minute, timezone))) return minute
}

function localMinute(minute: number, timezone: string): number {
  const local = localParts(new Date(minute * 60_000), timezone)
  return local.hour * 60 + local.minute
}

/** Start and length in minutes; the whole day when both ends are the same. */
function spanOf({ start, end }: DeliveryWindow): readonly [number, number] {
  const from = minuteOf(start)
  return [from, (minuteOf(end) - from + day) % day || day]
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const weekdayOf = (text: string) => weekdays[new Date(`${text}T00:00:00Z`).getUTCDay()] ?? 'SUNDAY'

const names = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const

/** "seg a sex, 11:00 às 15:00; sáb e dom, o dia todo". */
export function windowsText(windows: readonly DeliveryWindow[]): string {
  return windows
    .map(({ weekdays: days, start, end }) => {
      const hours = start === end ? 'o dia todo' : `${start} às ${end}`
      return `${daysText(days.map((one) => weekdays.indexOf(one)))}, ${hours}`
    })
    .join('; ')
}

function daysText(days: readonly number[]): string {
  // The week of a shop begins on Monday.
  const order = [1, 2, 3, 4, 5, 6, 0].filter((one) => days.includes(one))
  if (order.length === 7) return 'todo dia'
  const place = order.map((one) => (one + 6) % 7)
  const row = place.every((one, index) => index === 0 || one === (place[index - 1] ?? 0) + 1)
  const words = order.map((one) => names[one] ?? '')
  if (row && order.length > 2) return `${words[0] ?? ''} a ${words.at(-1) ?? ''}`
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} e ${words.at(-1) ?? ''}` : (words[0] ?? '')
}
