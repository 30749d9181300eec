import { expect, test } from 'vitest'
import { monthsBefore, monthWords } from './months.rules.ts'

test('the months go back over the turn of the year', () => {
  expect(monthsBefore('2026-02-28', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(monthWords('2026-01')).toBe('janeiro de 2026')
})
