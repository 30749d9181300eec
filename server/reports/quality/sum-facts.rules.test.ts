import { expect, test } from 'vitest'
import type { QualityFacts } from './read-quality-facts.ts'
import { sumFacts } from './sum-facts.rules.ts'

const none: QualityFacts = {
  counts: [],
  days: [],
  stages: [],
  minutes: [],
  causes: [],
  responsibles: [],
  cancelledFrom: [],
  ownCancellations: [],
}
const cause = (reason: string, orders: number) => ({
  reason,
  responsible: 'store' as const,
  orders,
  cents: orders * 1_000,
})

test('a reason that is second in both halves can be first overall', () => {
  const [first] = sumFacts([
    { ...none, causes: [cause('Sem entregador', 5), cause('Item em falta', 4)] },
    { ...none, causes: [cause('Loja cheia', 5), cause('Item em falta', 4)] },
  ]).causes
  expect(first).toEqual(cause('Item em falta', 8))
})

test('reasons beyond the twenty most frequent share one row with their sum', () => {
  const half = (from: number) =>
    Array.from({ length: 15 }, (_, place) => cause(`Motivo ${from + place}`, 100 - from - place))
  const { causes } = sumFacts([
    { ...none, causes: half(0) },
    { ...none, causes: half(15) },
  ])
  expect(causes).toHaveLength(21)
  expect(causes.at(-1)).toEqual({ reason: null, responsible: 'unknown', orders: 755, cents: 755_000 })
  const all = (rows: QualityFacts['causes']) => rows.reduce((sum, row) => sum + row.orders, 0)
  expect(all(causes)).toBe(all([...half(0), ...half(15)]))
})

test('days and minutes of both halves are added and stay sorted', () => {
  const day = (name: string, received: number) => ({
    day: name,
    received,
    cancelled: 1,
    promised: 2,
    onTime: 1,
  })
  const minute = (at: number, orders: number) => ({
    kind: 'current' as const,
    stage: 'total' as const,
    minute: at,
    orders,
  })
  const { days, minutes } = sumFacts([
    { ...none, days: [day('2026-03-02', 3), day('2026-03-01', 2)], minutes: [minute(40, 1), minute(9, 2)] },
    { ...none, days: [day('2026-03-02', 4)], minutes: [minute(9, 5)] },
  ])
  expect(days).toEqual([
    day('2026-03-01', 2),
    { day: '2026-03-02', received: 7, cancelled: 2, promised: 4, onTime: 2 },
  ])
  expect(minutes).toEqual([minute(9, 7), minute(40, 1)])
})
