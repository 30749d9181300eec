import { clockTime, weekdayName } from './format.ts'
import { dayIn } from './near-day.ts'

/** `20:40`, `amanhã às 10h`, `sábado às 10h`: when something happens, by the store's clock. */
export function whenWords(iso: string, now: Date, timezone: string): string {
  const time = hourText(iso, timezone)
  const days = daysAhead(iso, now, timezone)
  if (days <= 0) return `às ${time}`
  if (days === 1) return `amanhã às ${time}`
  return `${weekdayName(dayIn(iso, timezone))} às ${time}`
}

/** As a label: `20:40`, `amanhã 10h`, `sáb. 10h`. */
export function whenLabel(iso: string, now: Date, timezone: string): string {
  const time = hourText(iso, timezone)
  const days = daysAhead(iso, now, timezone)
  if (days <= 0) return time
  return days === 1 ? `amanhã ${time}` : `${weekdayName(dayIn(iso, timezone), 'short')}. ${time}`
}

function hourText(iso: string, timezone: string): string {
  const time = clockTime(iso, timezone)
  return time.endsWith(':00') ? `${Number(time.slice(0, 2))}h` : time
}

const daysAhead = (iso: string, now: Date, timezone: string): number =>
  Math.round((Date.parse(dayIn(iso, timezone)) - Date.parse(dayIn(now.toISOString(), timezone))) / 86_400_000)
