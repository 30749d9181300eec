import { expect, test } from 'vitest'
import { backOffMs, doubledMs } from './back-off.ts'

test('each failure doubles the wait, up to the limit, after any number of failures', () => {
  expect([0, 1, 2, 5, 2_000].map((failures) => doubledMs(500, failures, 8_000))).toEqual([
    500, 1_000, 2_000, 8_000, 8_000,
  ])
})

test('many that failed together try again within a fifth of the time, and at different times', () => {
  const waits = Array.from({ length: 500 }, () => backOffMs(500, 2, 8_000))
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_600)
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_400)
  expect(new Set(waits).size).toBeGreaterThan(400)
})
