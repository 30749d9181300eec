import { expect, test } from 'vitest'
import { comingDay, typedDay, writtenDay } from './typed-day.rules.ts'

const today = '2026-01-15'

test('a day is understood as people type it', () => {
  for (const text of [
    '20/11/2025',
    '20/11/25',
    '20-11-2025',
    ' 20.11.25 ',
    '20/11',
    '20112025',
    '201125',
    '2011',
  ])
    expect(typedDay(text, today), text).toBe('2025-11-20')
  expect(typedDay('5/1/26', today)).toBe('2026-01-05')
})

test('without month or year it is the latest such day', () => {
  expect(typedDay('15', today)).toBe('2026-01-15')
  expect(typedDay('20', today)).toBe('2025-12-20')
  expect(typedDay('16/01', today)).toBe('2025-01-16')
})

test('what is no day of the calendar is refused', () => {
  for (const text of ['', 'ontem', '31/02/2026', '32', '10/13', '2026-11-20', '1/1/123'])
    expect(typedDay(text, today), text).toBeNull()
})

test('a written day is understood again', () => {
  expect(typedDay(writtenDay('2024-02-29'), today)).toBe('2024-02-29')
})

test('of a day to come, what is left out is the first such day', () => {
  expect(comingDay('15', today)).toBe('2026-01-15')
  expect(comingDay('14', today)).toBe('2026-02-14')
  expect(comingDay('31', '2026-04-20')).toBe('2026-05-31')
  expect(comingDay('25/12', today)).toBe('2026-12-25')
  expect(comingDay('01/01', today)).toBe('2027-01-01')
  expect(comingDay('20122026', today)).toBe('2026-12-20')
  expect(comingDay('31/02', today)).toBeNull()
})
