import { expect, test } from 'vitest'
import { baselineOf, type PastHour } from './baseline.rules.ts'
import { chanceOfAtLeast, chanceOfAtMost } from './chance.rules.ts'
import { trustOf } from './trust.rules.ts'
import { unusualNow, type LastHour } from './unusual.rules.ts'
import { judgedAt, verdictOf } from './verdict.rules.ts'

test('chance follows Poisson, and is wider where the count varies more', () => {
  // e⁻³ and e⁻³ (1 + 3).
  expect(chanceOfAtMost(0, { mean: 3, excess: 0 })).toBeCloseTo(Math.exp(-3), 6)
  expect(chanceOfAtMost(1, { mean: 3, excess: 0 })).toBeCloseTo(4 * Math.exp(-3), 6)
  expect(chanceOfAtLeast(2, { mean: 3, excess: 0 })).toBeCloseTo(1 - 4 * Math.exp(-3), 6)
  expect(chanceOfAtMost(0, { mean: 3, excess: 0.5 })).toBeCloseTo((1 / 2.5) ** 2, 6)
  expect([chanceOfAtMost(-1, { mean: 3, excess: 0 }), chanceOfAtMost(0, { mean: 0, excess: 0 })]).toEqual([
    0, 1,
  ])
})

/** Days that had this many orders in each of these hours. */
const days = (count: number, hours: readonly number[], received: number): PastHour[] =>
  Array.from({ length: count }, (_, day) =>
    hours.map((hour) => ({ day: String(day), hour, platform: 'ifood', received, cancelled: 0 })),
  ).flat()

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 20, minute))
const quiet: LastHour = { now: at(0), hour: 20, minute: 0, orders: [], cancelled: [] }

test('a baseline is the median of the hour, so that one wild week moves nothing', () => {
  const wild = { day: '9', hour: 19, platform: 'ifood', received: 400, cancelled: 0 }
  expect(baselineOf([...days(7, [19], 30), wild]).all.byHour[19]).toBe(30)
})

test('it is silent below five samples, and before the store was open for twenty minutes', () => {
  const usual = baselineOf(days(8, [19], 40))
  expect(unusualNow(quiet, usual, at(-60))).toMatchObject([{ kind: 'few-orders', counted: 0, usual: 13.5 }])
  expect(unusualNow(quiet, baselineOf(days(4, [19], 40)), at(-60))).toEqual([])
  expect(unusualNow(quiet, usual, at(-19))).toEqual([])
})

test('the data judges after a whole hour, half of which the alert had not seen', () => {
  expect(judgedAt(at(0), at(20))).toEqual(at(60))
  expect(judgedAt(at(0), at(60))).toEqual(at(90))
  expect(verdictOf('few-orders', 30, { mean: 40, excess: 0 })).toBe('wrong')
  expect(verdictOf('few-orders', 25, { mean: 40, excess: 0 })).toBe('right')
  expect(verdictOf('many-orders', 60, { mean: 40, excess: 0 })).toBe('right')
})

test('a kind is silenced below half of its last ten, and what a person trusted away no longer counts', () => {
  const raisedAt = at(0)
  const alerts = (verdicts: string) =>
    verdicts
      .split('')
      .map((one) => ({ raisedAt, verdict: one === '+' ? ('right' as const) : ('wrong' as const) }))
  expect(trustOf(alerts('+---'), null).muted).toBeNull()
  expect(trustOf(alerts('+----'), null).muted).toEqual({ right: 1, of: 5 })
  // The older ones are only counted.
  expect(trustOf(alerts('+++++-----++++'), null)).toEqual({ right: 9, judged: 14, muted: null })
  expect(trustOf(alerts('+----'), at(1)).muted).toBeNull()
})
