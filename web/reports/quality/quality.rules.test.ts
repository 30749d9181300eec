import { expect, test } from 'vitest'
import { criterionTarget, minuteBars, qualitySentence, scoreMean, wonShare } from './quality.rules.ts'

test('the mean of no ratings is empty, not zero', () => {
  expect([scoreMean([0, 0, 0, 0, 0]), scoreMean([1, 0, 0, 0, 1])]).toEqual([null, 3])
})

test('minutes are drawn in bars of five, and none of them is lost', () => {
  const bars = minuteBars([
    { minute: 3, orders: 2 },
    { minute: 5, orders: 1 },
    { minute: 14, orders: 4 },
  ])
  expect(bars).toEqual([
    { from: 0, orders: 2 },
    { from: 5, orders: 1 },
    { from: 10, orders: 4 },
  ])
})

test('a criterion shows its direction', () => {
  expect(criterionTarget('orders', 45)).toBe('45 ou mais')
  expect(criterionTarget('score', 4.7)).toBe('4,7 ou mais')
  expect(criterionTarget('cancellation', 0.01)).toBe('até 1\u00a0%')
})

test('open negotiations are neither won nor lost', () => {
  const none = { expired: 0, askedCents: 0, savedCents: 0, lostCents: 0 }
  expect(wonShare({ ...none, opened: 5, won: 1, lost: 1, partly: 0, waiting: 3 })).toBe(0.5)
})

test('the sentence names what to look at first', () => {
  const none = { stage: 'accept', orders: 10, median: 2, p90: 3, within: 10, state: 'ok', target: 3 } as const
  const late = { ...none, stage: 'deliver', within: 4, state: 'critical' } as const
  const report = {
    totals: { received: 40, cancelled: 2, cancelledCents: 1, concluded: 38, promised: 20, onTime: 15 },
    ratings: [0, 0, 0, 1, 3],
    stages: [
      { current: none, compared: none },
      { current: late, compared: late },
    ],
  } as never
  expect(qualitySentence(report)).toBe('O que mais foge da meta: a entrega.')
  expect(qualitySentence({ ...(report as object), ratings: [0, 0, 0, 0, 0], stages: [] } as never)).toBe(
    'Ninguém avaliou ainda. Todos os tempos estão na meta.',
  )
})
