import { menuWeekdays, type MenuHours, type MenuWeekday } from './menu-fields.ts'

/** Monday first, as menus are written. */
export const weekdayShort: Readonly<Record<MenuWeekday, string>> = {
  MONDAY: 'Seg',
  TUESDAY: 'Ter',
  WEDNESDAY: 'Qua',
  THURSDAY: 'Qui',
  FRIDAY: 'Sex',
  SATURDAY: 'Sáb',
  SUNDAY: 'Dom',
}

/** `Seg a Sex, 11:00–15:00`, `Sáb e Dom, o dia todo`; null: always. */
export function soldHoursText(hours: readonly MenuHours[]): string | null {
  if (hours.length === 0) return null
  return hours
    .map(({ dayOfWeek, timePeriods: { startTime, endTime } }) => {
      const time = startTime === endTime ? 'o dia todo' : `${startTime}–${endTime}`
      return `${daysText(dayOfWeek)}, ${time}`
    })
    .join(' · ')
}

/** `Todo dia`, `Seg a Sex`, `Seg, Qua e Sex`. */
function daysText(days: readonly MenuWeekday[]): string {
  const places = menuWeekdays.flatMap((day, place) => (days.includes(day) ? [place] : []))
  if (places.length === menuWeekdays.length) return 'Todo dia'
  const names = places.map((place) => weekdayShort[menuWeekdays[place] ?? 'MONDAY'])
  const [first = '', last = ''] = [names[0], names.at(-1)]
  const together = (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1
  if (together && names.length > 2) return `${first} a ${last}`
  return names.length < 2 ? first : `${names.slice(0, -1).join(', ')} e ${last}`
}
