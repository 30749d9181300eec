import { expect, test } from 'vitest'
import { dayAfterKey, weeksOf } from './calendar.rules.ts'

test('a month starts at its weekday and ends on its last day', () => {
  const weeks = weeksOf('2026-11-20')
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeksOf('2027-02-10')).toHaveLength(4)
})

test('the keys move by day, week, month and year', () => {
  expect(dayAfterKey('2026-11-20', 'ArrowLeft', false)).toBe('2026-11-19')
  expect(dayAfterKey('2026-11-20', 'ArrowDown', false)).toBe('2026-11-27')
  expect(dayAfterKey('2026-11-20', 'Home', false)).toBe('2026-11-16')
  expect(dayAfterKey('2026-11-20', 'End', false)).toBe('2026-11-22')
  expect(dayAfterKey('2026-11-20', 'PageUp', false)).toBe('2026-10-20')
  expect(dayAfterKey('2026-11-20', 'PageUp', true)).toBe('2025-11-20')
  expect(dayAfterKey('2026-11-20', 'a', false)).toBeNull()
})

test('a month back from the 31st ends where the shorter month ends', () => {
  expect(dayAfterKey('2026-10-31', 'PageUp', false)).toBe('2026-09-30')
  expect(dayAfterKey('2028-02-29', 'PageDown', true)).toBe('2029-02-28')
})
