import { expect, test } from 'vitest'
import { dayQueryOf, daySearch } from './day-search.rules.ts'

test('an invalid address shows today against last week', () => {
  expect(daySearch({ day: '2026-02-31x', comparison: 'ever', comparedDay: '2026-01-01' })).toEqual({})
  expect(dayQueryOf({}, '2026-11-21')).toEqual({})
})

test('a custom comparison needs a day, and that day must be earlier', () => {
  expect(daySearch({ comparison: 'custom' })).toEqual({})
  const search = daySearch({ day: '2026-11-20', comparison: 'custom', comparedDay: '2026-11-13' })
  expect(dayQueryOf(search, '2026-11-21')).toEqual({
    day: '2026-11-20',
    comparison: 'custom',
    comparedDay: '2026-11-13',
  })
  expect(dayQueryOf({ ...search, day: '2026-11-10' }, '2026-11-21')).toEqual({ day: '2026-11-10' })
})
