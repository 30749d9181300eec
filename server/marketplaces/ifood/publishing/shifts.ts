import { menuWeekdays, type MenuHours } from '../../../../contract/menu/menu-fields.ts'
import { lookup } from '../../../../contract/shared/lookup.ts'
import { sameWeek } from '../../published-hours.ts'
import { listOf, textOf, type Loose } from '../catalogue-values.ts'

/** The end of a day, as iFood writes it (docs/marketplaces/ifood.md section 6.1). */
const lastMinute = '23:59'

/** Hours of an item there; empty: always. */
export const hoursOfShifts = (shifts: unknown): readonly MenuHours[] =>
  sameWeek(
    listOf(shifts).flatMap((shift) => {
      const dayOfWeek = menuWeekdays.filter((day) => lookup(shift, day.toLowerCase()) === true)
      const [startTime, endTime] = [timeOf(shift.startTime), timeOf(shift.endTime)]
      if (dayOfWeek.length === 0 || startTime === '' || endTime === '') return []
      return [{ dayOfWeek, timePeriods: { startTime, endTime: endTime === lastMinute ? '00:00' : endTime } }]
    }),
  )

/** `hours` as `sameWeek` writes them, so that none is past midnight. */
export const shiftsOfHours = (hours: readonly MenuHours[]): readonly Loose[] =>
  (hours.length === 0 ? [always] : hours).map(({ dayOfWeek, timePeriods: { startTime, endTime } }) => ({
    startTime,
    endTime: endTime === '00:00' ? lastMinute : endTime,
    ...Object.fromEntries(menuWeekdays.map((day) => [day.toLowerCase(), dayOfWeek.includes(day)])),
  }))

const always: MenuHours = {
  dayOfWeek: [...menuWeekdays],
  timePeriods: { startTime: '00:00', endTime: '00:00' },
}

/** `18:30` of `18:30` or `18:30:00`; empty: no time. */
const timeOf = (value: unknown): string => /^(?:[01]\d|2[0-3]):[0-5]\d/.exec(textOf(value))?.[0] ?? ''
