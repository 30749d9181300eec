import { expect, test } from 'vitest'
import { easter, holidaysBetween } from './holidays.rules.ts'

test('Easter falls where the calendars of these years say', () => {
  const known = [
    '2000-04-23',
    '2008-03-23',
    '2018-04-01',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
  ]
  expect(known.map((day) => easter(Number(day.slice(0, 4))))).toEqual(known)
  expect([easter(2038), easter(2049), easter(2076), easter(2100)]).toEqual([
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2100-03-28',
  ])
})

test('Easter is always a Sunday between 22 March and 25 April', () => {
  for (let year = 1_900; year <= 2_199; year += 1) {
    const day = easter(year)
    expect(new Date(`${day}T12:00:00Z`).getUTCDay()).toBe(0)
    expect(day.slice(5) >= '03-22' && day.slice(5) <= '04-25').toBe(true)
  }
})

test('a year’s holidays are in order, over the turn of the year too', () => {
  expect(holidaysBetween('2026-11-20', '2027-02-10').map(({ day, name }) => `${day} ${name}`)).toEqual([
    '2026-11-20 Consciência Negra',
    '2026-12-25 Natal',
    '2027-01-01 Confraternização Universal',
    '2027-02-08 Segunda de Carnaval',
    '2027-02-09 Terça de Carnaval',
  ])
  expect(holidaysBetween('2026-06-04', '2026-06-04')).toEqual([{ day: '2026-06-04', name: 'Corpus Christi' }])
})

test('Consciência Negra is a holiday of the country since 2024', () => {
  const names = (year: number) => holidaysBetween(`${year}-11-20`, `${year}-11-20`).length
  expect([names(2023), names(2024)]).toEqual([0, 1])
})
