import { expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import type { StoreClock } from './store-clock.rules.ts'
import { factsOf, planPeriod } from './plan-period.rules.ts'

const store = (storeId: string, timezone: string): StoreClock => ({
  storeId,
  timezone,
  dayStarts: [],
  merchants: null,
})
const paulista = store('p', 'America/Sao_Paulo')
const manauara = store('m', 'America/Manaus')
// Friday 2026-11-20, 20:15 in São Paulo, 19:15 in Manaus.
const now = new Date('2026-11-20T23:15:00Z')
const rangeOf = (plan: ReturnType<typeof planPeriod>, storeId: string, shift: number) =>
  plan.ranges.find((range) => range.storeId === storeId && range.shift === shift)

test('without days, the period is the last seven days, compared with the seven before', () => {
  const plan = planPeriod([paulista], { comparison: 'same-weekdays' }, now)
  expect([plan.from, plan.to, plan.running, plan.cutAt]).toEqual(['2026-11-14', '2026-11-20', true, '20:15'])
  expect(rangeOf(plan, 'p', 7)).toMatchObject({
    from: '2026-11-07',
    to: '2026-11-13',
    cutDay: '2026-11-13',
    cut: '2026-11-13 20:15',
  })
})

test('a finished period is compared with whole days', () => {
  const plan = planPeriod(
    [paulista],
    { from: '2026-11-10', to: '2026-11-12', comparison: 'previous-period' },
    now,
  )
  expect(plan.running).toBe(false)
  expect(rangeOf(plan, 'p', 3)).toMatchObject({ from: '2026-11-07', to: '2026-11-09', cutDay: null })
})

test('ten days are compared with the previous ten that begin on the same weekday', () => {
  const plan = planPeriod(
    [paulista],
    { from: '2026-11-01', to: '2026-11-10', comparison: 'same-weekdays' },
    now,
  )
  expect(plan.shifts).toEqual([14])
})

test('each store is cut at its own minute, and around the start of the day at its own day', () => {
  const early = new Date('2026-11-20T07:30:00Z') // 04:30 in São Paulo, 03:30 in Manaus: still Thursday there
  const plan = planPeriod([paulista, manauara], { comparison: 'same-weekdays' }, early)
  expect(rangeOf(plan, 'p', 0)?.to).toBe('2026-11-20')
  expect(rangeOf(plan, 'm', 0)?.to).toBe('2026-11-19')
  expect(rangeOf(plan, 'm', 7)).toMatchObject({ to: '2026-11-12', cutDay: '2026-11-12' })
})

test('filters of weekdays and of hours past midnight become bits', () => {
  const plan = planPeriod([paulista], { comparison: 'none', weekdays: '6,5,6', hours: '22-1' }, now)
  expect(plan.weekdays).toEqual([5, 6])
  expect(plan.hourBits).toBe((1 << 22) | (1 << 23) | 1 | 2)
})

test('a period of more than 52 weeks is compared with the same weekdays before it, never with itself', () => {
  for (const [from, to, shift] of [
    ['2026-10-01', '2026-10-31', 364],
    ['2025-11-21', '2026-11-19', 364],
    ['2025-11-20', '2026-11-19', 371],
    ['2024-11-20', '2026-11-19', 735],
  ] as const) {
    const [range] = factsOf(planPeriod([paulista], { from, to, comparison: 'last-year' }, now), false, now)
      .comparison.ranges
    expect(range).toEqual({ from: addDays(from, -shift), to: addDays(to, -shift) })
    expect((range?.to ?? '') < from).toBe(true)
  }
})

test('a period that ends today is valid for a store whose day has not begun, and ends with its running day', () => {
  const noon: StoreClock = { ...paulista, dayStarts: [{ effectiveFrom: '2010-01-01', startsAt: '12:00' }] }
  const morning = new Date('2026-11-20T12:00:00Z')
  const clipped = planPeriod([noon], { from: '2026-11-14', to: '2026-11-20', comparison: 'none' }, morning)
  expect([clipped.from, clipped.to, clipped.running]).toEqual(['2026-11-14', '2026-11-19', true])
  const today = planPeriod([noon], { from: '2026-11-20', to: '2026-11-20', comparison: 'none' }, morning)
  expect([today.from, today.to]).toEqual(['2026-11-19', '2026-11-19'])
  const both = planPeriod(
    [noon, store('q', 'America/Sao_Paulo')],
    { from: '2026-11-14', to: '2026-11-20', comparison: 'none' },
    morning,
  )
  expect([both.from, both.to]).toEqual(['2026-11-14', '2026-11-20'])
  expect([rangeOf(both, 'p', 0)?.to, rangeOf(both, 'q', 0)?.to]).toEqual(['2026-11-19', '2026-11-20'])
})

test('a period that ends tomorrow, is reversed or lacks its comparison is rejected with a message', () => {
  const refused = (question: Parameters<typeof planPeriod>[1]) => () => planPeriod([paulista], question, now)
  expect(refused({ to: '2026-11-21', comparison: 'none' })).toThrow(
    expect.objectContaining({ code: 'validation/refused' }),
  )
  expect(refused({ from: '2026-11-20', to: '2026-11-10', comparison: 'none' })).toThrow()
  expect(refused({ comparison: 'custom' })).toThrow()
  expect(refused({ from: '2020-01-01', to: '2026-11-10', comparison: 'none' })).toThrow(
    expect.objectContaining({ code: 'report/range-too-long' }),
  )
})
