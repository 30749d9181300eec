import type { MenuHours, MenuWeekday } from '../../../contract/menu/menu-fields.ts'

export const weekdayLong: Readonly<Record<MenuWeekday, string>> = {
  MONDAY: 'segunda-feira',
  TUESDAY: 'terça-feira',
  WEDNESDAY: 'quarta-feira',
  THURSDAY: 'quinta-feira',
  FRIDAY: 'sexta-feira',
  SATURDAY: 'sábado',
  SUNDAY: 'domingo',
}

/** A new entry for a person to adjust: lunch on working days. */
export const lunchHours = (): MenuHours => ({
  dayOfWeek: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
  timePeriods: { startTime: '11:00', endTime: '15:00' },
})
