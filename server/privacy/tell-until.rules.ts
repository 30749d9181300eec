import { incidentWorkingDays } from '../../contract/privacy/incidents.ts'
import { addDays, localParts } from '../../contract/shared/day.ts'

/**
 * The last day on which telling the ANPD and the people is in time. The day of the news does not count. Holidays are
 * counted as working days: the date is then early rather than late.
 */
export function lastDayToTell(knownAt: Date, timezone: string): string {
  let { day } = localParts(knownAt, timezone)
  for (let working = 0; working < incidentWorkingDays;) {
    day = addDays(day, 1)
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) working += 1
  }
  return day
}
