import { describe, expect, test } from 'vitest'
import { stageStateOf } from '../../../contract/reports/quality.ts'
import { openMinutes } from './open-rate.rules.ts'
import { trendPoint, trendStep } from './quality-plan.rules.ts'
import { atShare, levelOf } from './quality.rules.ts'

describe('the marketplace’s level', () => {
  const good = {
    concluded: 400,
    received: 410,
    ownCancellations: 3,
    disputes: 2,
    ratings: 100,
    scoreSum: 480,
  }

  test('is met when every criterion is', () => {
    const level = levelOf(good)
    expect(level.met).toBe(true)
    expect(level.criteria.every((one) => one.missing === null)).toBe(true)
  })

  test('says how many five-star ratings raise the score enough, and that number does', () => {
    const facts = { ...good, ratings: 100, scoreSum: 460 }
    const missing = levelOf(facts).criteria.find((one) => one.name === 'score')?.missing ?? ''
    expect(missing).toBe('A nota é 4,60: 34 avaliações de 5 estrelas seguidas a levam a 4,7.')
    expect((460 + 34 * 5) / 134).toBeGreaterThanOrEqual(4.7)
    expect((460 + 33 * 5) / 133).toBeLessThan(4.7)
  })

  test('says how many orders without a cancellation lower the share to one percent', () => {
    const missing = levelOf({ ...good, received: 300, ownCancellations: 6 }).criteria.find(
      (one) => one.name === 'cancellation',
    )?.missing
    expect(missing).toBe(
      '2\u00a0% dos pedidos foram cancelados por causa da loja: 300 pedidos sem cancelar levam a 1\u00a0%.',
    )
  })

  test('of a store without orders meets no criterion and predicts nothing', () => {
    const level = levelOf({
      concluded: 0,
      received: 0,
      ownCancellations: 0,
      disputes: 0,
      ratings: 0,
      scoreSum: 0,
    })
    expect(level.met).toBe(false)
    expect(level.criteria.map((one) => one.value)).toEqual([0, 0, null, null, null])
    expect(level.criteria[0]?.missing).toBe('Falta concluir 45 pedidos.')
  })
})

describe('times', () => {
  test('the median and the p90 are durations of actual orders', () => {
    const minutes = [
      { minute: 3, orders: 5 },
      { minute: 7, orders: 4 },
      { minute: 40, orders: 1 },
    ]
    expect([atShare(minutes, 10, 0.5), atShare(minutes, 10, 0.9)]).toEqual([3, 7])
    expect(atShare([], 0, 0.5)).toBeNull()
  })

  test('nine of ten within the target is good, less than half is critical', () => {
    expect([stageStateOf(10, 9), stageStateOf(10, 8), stageStateOf(10, 5), stageStateOf(10, 4)]).toEqual([
      'ok',
      'off',
      'off',
      'critical',
    ])
    expect(stageStateOf(0, 0)).toBe('none')
  })
})

test('a long period is grouped by week or month, and its first point is the period’s first day', () => {
  expect([trendStep('2026-01-01', '2026-01-31'), trendStep('2026-01-01', '2026-04-30')]).toEqual([
    'day',
    'week',
  ])
  expect(trendStep('2025-01-01', '2026-01-31')).toBe('month')
  expect(trendPoint('week', '2026-11-22', '2026-11-18')).toBe('2026-11-18')
  expect(trendPoint('week', '2026-11-23', '2026-11-18')).toBe('2026-11-23')
  expect(trendPoint('month', '2026-12-31', '2026-11-18')).toBe('2026-12-01')
})

describe('the open rate', () => {
  const zone = 'America/Sao_Paulo'
  const at = (text: string) => Date.parse(`${text}-03:00`)
  const week = (['FRIDAY', 'SATURDAY'] as const).map((weekday) => ({
    weekday,
    start: '18:00',
    end: '02:00',
  }))
  const evening = { week, special: [] }
  const period = { from: at('2026-11-20T04:00:00'), to: at('2026-11-21T04:00:00') }
  const watched = (changes: readonly [string, boolean | null][], seen: string) => ({
    channel: 'balcao' as const,
    seenAt: at(seen),
    changes: changes.map(([when, open]) => ({ at: at(when), open })),
  })

  test('counts the minutes within opening hours in which the store took orders, also past midnight', () => {
    const one = watched(
      [
        ['2026-11-19T10:00:00', true],
        ['2026-11-20T23:00:00', false],
        ['2026-11-21T01:00:00', true],
      ],
      '2026-11-21T04:00:00',
    )
    expect(openMinutes(one, evening, zone, period)).toEqual({ openMinutes: 360, scheduledMinutes: 480 })
  })

  test('leaves out time without observations: before the first one and during our outages', () => {
    const one = watched(
      [
        ['2026-11-20T20:00:00', true],
        ['2026-11-20T22:00:00', null],
        ['2026-11-20T23:00:00', true],
      ],
      '2026-11-21T00:00:00',
    )
    expect(openMinutes(one, evening, zone, period)).toEqual({ openMinutes: 180, scheduledMinutes: 180 })
  })

  test('of a store that was never observed is null', () => {
    expect(openMinutes(watched([], '2026-11-21T00:00:00'), evening, zone, period)).toEqual({
      openMinutes: 0,
      scheduledMinutes: 0,
    })
  })
})
