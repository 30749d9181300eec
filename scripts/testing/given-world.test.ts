import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenMoment } from '../../server/testing/given-moment.ts'

const begun = Date.now()

test('a test file begins at the given moment, whatever the clock of the machine says', () => {
  const given = givenMoment.getTime()
  expect(begun - given).toBeGreaterThanOrEqual(0)
  expect(begun - given).toBeLessThan(60_000)
  expect(new Date().getTime()).toBeGreaterThanOrEqual(begun)
  expect(Date.parse(Date())).toBeGreaterThan(begun - 1_000)
})

test('a given day is what it is on any machine', () => {
  const day = new Date('2026-02-03T04:05:06Z')
  expect(day).toBeInstanceOf(Date)
  expect(day.toISOString()).toBe('2026-02-03T04:05:06.000Z')
  expect(new Date(Date.UTC(2026, 1, 3, 4, 5, 6))).toEqual(day)
})

test('a property has the same values in every run', () => {
  expect(fc.sample(fc.nat(), 3)).toEqual(fc.sample(fc.nat(), 3))
  if (process.env.BALCAO_TEST_SEED === undefined) expect(fc.sample(fc.nat(), 3)).toEqual([30, 0, 308_104_643])
})
