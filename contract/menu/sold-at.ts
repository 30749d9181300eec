import { weekdays } from '../stores/stores.ts'
import type { MenuHours } from './menu-fields.ts'

/** Whether these hours hold at the moment, in the store's zone. No hours: always. */
export function soldAt(hours: readonly MenuHours[], at: Date, timezone: string): boolean {
  if (hours.length === 0) return true
  const { day, time } = localTime(at, timezone)
  const before = weekdays[(weekdays.indexOf(day) + 6) % 7] ?? day
  return hours.some(({ dayOfWeek, timePeriods: { startTime, endTime } }) => {
    if (startTime < endTime) return dayOfWeek.includes(day) && startTime <= time && time < endTime
    return (dayOfWeek.includes(day) && startTime <= time) || (dayOfWeek.includes(before) && time < endTime)
  })
}

function localTime(
  at: Date,
  timezone: string,
): { readonly day: (typeof weekdays)[number]; readonly time: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const day = weekdays.find((one) => one === of('weekday').toUpperCase()) ?? 'SUNDAY'
  return { day, time: `${of('hour')}:${of('minute')}` }
}
