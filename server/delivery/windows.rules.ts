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
  // Edges are at full minutes of local time; quarters of an hour are the finest steps of a zone's offset.
  const edges = new Set(
    windows.flatMap((one) => {
      const [start, length] = spanOf(one)
      return [start, (start + length) % day]
    }),
  )
  const from = Math.floor(at.getTime() / 60_000) + 1
  for (let minute = from; minute <= from + 8 * day; minute += 1) {
    const then = new Date(minute * 60_000)
    const { hour, minute: past } = localParts(then, timezone)
    if (edges.has(hour * 60 + past) && inWindows(windows, then, timezone) !== now) return then
  }
  return null
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
