import { addDays } from '../../contract/shared/day.ts'

/** Days as `2026-11-20`, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** The first day of the month that many months away. */
export function addMonths(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 8)}01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

export const monthOf = (day: string): DayRange => ({
  from: `${day.slice(0, 8)}01`,
  to: addDays(addMonths(day, 1), -1),
})
