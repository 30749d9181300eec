import { expect, test } from 'vitest'
import { microsToCents, messageMicros, pricesOn } from './prices.rules.ts'

test('a message costs what the price list of its day says', () => {
  expect(messageMicros('service', true, '2026-09-30')).toBe(0)
  expect(messageMicros('service', true, '2026-10-01')).toBe(18_700)
  expect(messageMicros('utility', true, '2026-09-30')).toBe(0)
  expect(messageMicros('utility', false, '2026-09-30')).toBe(37_400)
})

test('the first price list also applies to earlier days', () => {
  expect(pricesOn('2020-01-01').from).toBe('2025-07-01')
})

test('a fraction of a centavo counts as a whole one', () => {
  expect(microsToCents(18_700)).toBe(2)
  expect(microsToCents(0)).toBe(0)
})
