import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeWords } from './change.rules.ts'

const said = (...change: Parameters<typeof changeWords>) => {
  const words = changeWords(...change)
  return words && `${words.direction} ${words.size} ${words.tone}`.replaceAll('\u00a0', ' ')
}

test('a change has one decimal below ten per cent and none from ten', () => {
  expect(said('net', 104_30, 100_00)).toBe('up 4,3 % good')
  expect(said('net', 90_40, 100_00)).toBe('down 9,6 % bad')
  expect(said('net', 109_96, 100_00)).toBe('up 10 % good')
  expect(said('orders', 230, 200)).toBe('up 15 % good')
  expect(said('net', 1_304_00, 100_00)).toBe('up mais de 10 vezes good')
})

test('what changed by less than two per cent is the same', () => {
  expect(said('net', 101_99, 100_00)).toBe('level igual grey')
  expect(said('net', 98_01, 100_00)).toBe('level igual grey')
  expect(said('net', 102_00, 100_00)).toBe('up 2,0 % good')
})

test('green and red are what is good or bad for the owner, not up and down', () => {
  expect(said('totalTime', 34, 38)).toBe('down 4 min good')
  expect(said('cancellation', 0.1, 0.06)).toBe('up 4,0 p.p. bad')
  expect(said('rating', 4.8, 4.5)).toBe('up 0,3 good')
  expect(said('tip', 200, 100)).toBe('up 100 % grey')
})

test('without a past there is no change', () => {
  expect([
    said('net', 100, null),
    said('net', null, 100),
    said('net', 100, 0),
    said('rating', null, 4),
  ]).toEqual([null, null, null, null])
})

test('any change of money is grey below two per cent, and its sign is never in doubt', () => {
  const cents = fc.integer({ min: 1, max: 1e12 })
  fc.assert(
    fc.property(cents, cents, (now, before) => {
      const words = changeWords('net', now, before)
      const share = now / before - 1
      expect(words?.direction).toBe(Math.abs(share) < 0.02 ? 'level' : share > 0 ? 'up' : 'down')
      expect(words?.tone).toBe({ level: 'grey', up: 'good', down: 'bad' }[words?.direction ?? 'level'])
      // Of three digits before the comma there are no tenths, and no line breaks within it.
      expect(words?.size).toMatch(/^(igual|\d,\d\u00a0%|\d{2,3}\u00a0%|mais de 10\u00a0vezes)$/)
    }),
  )
})
