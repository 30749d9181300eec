import { addDays } from '../../../contract/shared/day.ts'
import type { YearlyHoliday } from '../../../contract/stores/regional-holidays.ts'
import type { Holiday } from '../../../contract/stores/hours.ts'

/** National holidays by law (no. 662/1949, 6.802/1980, 14.759/2023); `from`: the year it began. */
const fixed = [
  { day: '01-01', name: 'Confraternização Universal', from: 0 },
  { day: '04-21', name: 'Tiradentes', from: 0 },
  { day: '05-01', name: 'Dia do Trabalho', from: 0 },
  { day: '09-07', name: 'Independência do Brasil', from: 0 },
  { day: '10-12', name: 'Nossa Senhora Aparecida', from: 0 },
  { day: '11-02', name: 'Finados', from: 0 },
  { day: '11-15', name: 'Proclamação da República', from: 0 },
  { day: '11-20', name: 'Consciência Negra', from: 2024 },
  { day: '12-25', name: 'Natal', from: 0 },
] as const

/** Days from Easter. Carnival and Corpus Christi are no holidays by federal law, but most shops decide about them. */
const movable = [
  { days: -48, name: 'Segunda de Carnaval' },
  { days: -47, name: 'Terça de Carnaval' },
  { days: -2, name: 'Sexta-feira Santa' },
  { days: 0, name: 'Páscoa' },
  { days: 60, name: 'Corpus Christi' },
] as const

/** Holidays of the country and `own` ones from one day to another, both included, oldest first. One day has one name. */
export function holidaysBetween(
  from: string,
  to: string,
  own: readonly YearlyHoliday[] = [],
): readonly Holiday[] {
  const holidays: Holiday[] = []
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    for (const { day, name, from: since } of fixed) {
      if (year >= since) holidays.push({ day: `${year}-${day}`, name })
    }
    for (const { monthDay, name } of own)
      if (monthDay !== '02-29' || isLeap(year)) holidays.push({ day: `${year}-${monthDay}`, name })
    const sunday = easter(year)
    for (const { days, name } of movable) holidays.push({ day: addDays(sunday, days), name })
  }
  const wanted = holidays.filter(({ day }) => day >= from && day <= to)
  // The country's name comes before the store's own.
  const byDay = Map.groupBy(wanted, ({ day }) => day)
  return [...byDay.values()].flatMap(([first]) => first ?? []).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Easter Sunday in the Gregorian calendar, as `YYYY-MM-DD` (Meeus, Jones and Butcher's rule). */
export function easter(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const corrected = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - corrected + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * late + 114
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
