import { expect, test } from 'vitest'
import { countdown, instantIn, localField } from './breaks.rules.ts'

test('what is left counts in minutes and seconds, then hours, then days', () => {
  const left = [0, 460_000, 4_060_000, 3 * 86_400_000].map(countdown)
  expect(left).toEqual(['0:00', '7:40', '1:07:40', '3\u00a0d'])
})

test('a typed time is the store’s, not the device’s', () => {
  expect(instantIn('2026-11-23T15:00', 'America/Manaus')).toBe('2026-11-23T19:00:00.000Z')
  expect(instantIn('2026-07-01T15:00', 'America/New_York')).toBe('2026-07-01T19:00:00.000Z')
  expect(localField(new Date('2026-11-23T19:00:00Z'), 'America/Manaus')).toBe('2026-11-23T15:00')
  expect(instantIn('', 'America/Manaus')).toBe('')
})
