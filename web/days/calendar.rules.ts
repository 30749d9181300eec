import { addDays } from '../../contract/shared/day.ts'
import { isoWeekday } from '../../contract/reports/period.ts'
import { addMonths, monthOf } from './months.rules.ts'

/** The weeks of a month in calendar layout, Monday first; days of adjacent months are null. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const { from, to } = monthOf(month)
  const weeks: (string | null)[][] = []
  for (let first = addDays(from, 1 - isoWeekday(from)); first <= to; first = addDays(first, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(first, index)).map((day) =>
        day < from || day > to ? null : day,
      ),
    )
  }
  return weeks
}

/** The day a key moves to (the keys of a date grid); null: not a calendar key. */
export function dayAfterKey(day: string, key: string, shift: boolean): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, 1 - isoWeekday(day))
    case 'End':
      return addDays(day, 7 - isoWeekday(day))
    case 'PageUp':
      return sameDayOf(addMonths(day, shift ? -12 : -1), day)
    case 'PageDown':
      return sameDayOf(addMonths(day, shift ? 12 : 1), day)
    default:
      return null
  }
}

/** The 31st becomes the last day of a shorter month. */
function sameDayOf(month: string, day: string): string {
  const { to } = monthOf(month)
  const wanted = `${month.slice(0, 8)}${day.slice(8)}`
  return wanted > to ? to : wanted
}
