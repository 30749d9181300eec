import { dayIn } from '../words/near-day.ts'

/** The moment that stands for the day on which the store learned of an incident: the ANPD's three days count from it. */
export function knownAtOf(
  day: string,
  its: { readonly kept: string | null; readonly timezone: string; readonly now: Date },
): string {
  if (day === '') return ''
  if (its.kept !== null && dayIn(its.kept, its.timezone) === day) return its.kept
  if (dayIn(its.now.toISOString(), its.timezone) === day) return its.now.toISOString()
  return `${day}T15:00:00.000Z`
}
