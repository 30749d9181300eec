import { expect, test } from 'vitest'
import { planPeriod } from '../figures/plan-period.rules.ts'
import type { Closing } from '../figures/closings.rules.ts'
import { sourcesOf } from './closed-runs.rules.ts'

const store = {
  storeId: 's1',
  timezone: 'America/Sao_Paulo',
  dayStarts: [{ effectiveFrom: '2020-01-01', startsAt: '04:00' }],
  merchants: null,
}
const now = new Date('2026-11-20T23:35:20Z')
const closed = (through: string, ...stale: string[]) =>
  new Map<string, Closing>([['s1', { through, stale: new Set(stale) }]])
const plan = (from: string, to: string, more: { weekdays?: string; hours?: string } = {}) =>
  planPeriod([store], { from, to, comparison: 'none', ...more }, now)
const short = (sources: ReturnType<typeof sourcesOf>) =>
  sources.ends.map(
    (end) => `${end.sign > 0 ? '+' : '−'}${end.month.slice(0, 7)}${end.day === null ? '' : `/${end.day}`}`,
  )

test('a year is the difference of two ends', () => {
  const sources = sourcesOf(plan('2025-11-20', '2026-11-19'), closed('2026-11-19'))
  expect(short(sources)).toEqual(['+2026-10', '+2026-11/19', '−2025-10', '−2025-11/19'])
  expect(sources.live).toEqual([])
})

test('whole months need no sums of days', () => {
  expect(short(sourcesOf(plan('2026-09-01', '2026-10-31'), closed('2026-11-19')))).toEqual([
    '+2026-10',
    '−2026-08',
  ])
})

test('a run within one month reads nothing before that month', () => {
  expect(short(sourcesOf(plan('2026-11-03', '2026-11-09'), closed('2026-11-19')))).toEqual([
    '+2026-11/9',
    '−2026-11/2',
  ])
})

test('the running day and closed days that changed are live', () => {
  const sources = sourcesOf(plan('2026-11-01', '2026-11-20'), closed('2026-11-19', '2026-11-10'))
  expect(short(sources)).toEqual(['+2026-11/9', '+2026-11/19', '−2026-11/10'])
  expect(sources.live.map((day) => day.day)).toEqual(['2026-11-10', '2026-11-20'])
})

test('a filter of weekdays keeps runs, a filter of hours reads every day in part', () => {
  const weekdays = sourcesOf(plan('2026-11-02', '2026-11-08', { weekdays: '1,2,5' }), closed('2026-11-19'))
  expect(short(weekdays)).toEqual(['+2026-11/3', '−2026-11/1', '+2026-11/6', '−2026-11/5'])
  const hours = sourcesOf(plan('2026-11-02', '2026-11-03', { hours: '11-14' }), closed('2026-11-19'))
  expect(hours.ends).toEqual([])
  expect(hours.live).toMatchObject([
    { day: '2026-11-02', part: true, wholeHours: 0b111_1000_0000_0000 },
    { day: '2026-11-03', part: true },
  ])
})

test('while no day is closed, every day is live', () => {
  const sources = sourcesOf(plan('2026-11-01', '2026-11-03'), new Map())
  expect(sources.ends).toEqual([])
  expect(sources.live).toHaveLength(3)
})

test('the compared day is cut at the current minute', () => {
  const sources = sourcesOf(
    planPeriod([store], { from: '2026-11-20', to: '2026-11-20', comparison: 'same-weekdays' }, now),
    closed('2026-11-19'),
  )
  expect(sources.live).toMatchObject([
    { day: '2026-11-20', part: false, shift: 0 },
    { day: '2026-11-13', part: true, shift: 7, cut: '2026-11-13 20:35' },
  ])
})
