import { addDays } from '../../contract/shared/day.ts'

/** `YYYY-MM`, the month of the day first and each one before it. */
export function monthsBack(day: string, count: number): string[] {
  const months: string[] = []
  for (let first = `${day.slice(0, 7)}-01`; months.length < count;) {
    months.push(first.slice(0, 7))
    first = `${addDays(first, -1).slice(0, 7)}-01`
  }
  return months
}

/** Its first and last day; the last one of the running month is today. */
export function daysOf(month: string, today: string): { readonly from: string; readonly to: string } {
  const from = `${month}-01`
  const last = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
  return { from, to: last < today ? last : today }
}
