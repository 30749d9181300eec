import { weekdays } from '../../../contract/stores/stores.ts'

type Weekday = (typeof weekdays)[number]

interface LocalHours {
  /** HH:MM in the store's zone; an end that is not after the start is past midnight. */
  readonly start: string
  readonly end: string
}

interface Zone {
  readonly timezone: string
  /** Whose offset counts. */
  readonly now: Date
}

const dayMinutes = 24 * 60

/** Open Delivery's Hours of one weekday in UTC, on the day on which they start there. */
export function utcDay(day: Weekday, hours: LocalHours, zone: Zone) {
  const start = minutesOf(hours.start) - offsetMinutes(zone)
  const shifted = (weekdays.indexOf(day) + Math.floor(start / dayMinutes) + 7) % 7
  return { dayOfWeek: [weekdays[shifted] ?? day], timePeriods: utcHours(hours, zone) }
}

/** Open Delivery's TimePeriods: an end before the start is past midnight; a whole day ends a millisecond early. */
export function utcHours({ start, end }: LocalHours, zone: Zone) {
  const offset = offsetMinutes(zone)
  const startTime = timeOf(minutesOf(start) - offset)
  return {
    startTime,
    endTime: start === end ? endOfDayFrom(minutesOf(start) - offset) : timeOf(minutesOf(end) - offset),
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const inDay = (minutes: number): number => ((minutes % dayMinutes) + dayMinutes) % dayMinutes
const two = (value: number): string => String(value).padStart(2, '0')
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
const timeOf = (minutes: number): string => `${clock(inDay(minutes))}:00.000Z`
const endOfDayFrom = (minutes: number): string => `${clock(inDay(minutes - 1))}:59.999Z`

/** How far the zone is ahead of UTC: −180 in São Paulo. */
function offsetMinutes({ timezone, now }: Zone): number {
  const name =
    new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
      .formatToParts(now)
      .find((part) => part.type === 'timeZoneName')?.value ?? ''
  const parts = /^GMT([+-])(\d{2}):(\d{2})$/.exec(name)
  return parts ? Number(`${parts[1] ?? ''}1`) * (Number(parts[2]) * 60 + Number(parts[3])) : 0
}
