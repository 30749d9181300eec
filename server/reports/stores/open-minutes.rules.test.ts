import { describe, expect, test } from 'vitest'
import { planPeriod } from '../figures/plan-period.rules.ts'
import { openMinutes, type OpenStore } from './open-minutes.rules.ts'

const store: OpenStore = {
  storeId: 's1',
  timezone: 'America/Sao_Paulo',
  dayStarts: [{ effectiveFrom: '2020-01-01', startsAt: '04:00' }],
  merchants: null,
  specialDays: [],
  openingHours: [
    { weekday: 'THURSDAY', start: '11:00', end: '15:00' },
    { weekday: 'THURSDAY', start: '18:00', end: '02:00' },
    { weekday: 'FRIDAY', start: '18:00', end: '23:30' },
  ],
}
// A Friday, 20:35 in São Paulo.
const now = new Date('2026-11-20T23:35:20Z')
const minutes = (query: { from: string; to: string; weekdays?: string; hours?: string }, of = store) =>
  openMinutes(of, planPeriod([of], { comparison: 'none', ...query }, now), now)

describe('the minutes within a store’s opening hours', () => {
  test('include every day of the period, past midnight too, and the running day up to now', () => {
    expect(minutes({ from: '2026-11-19', to: '2026-11-19' })).toBe(240 + 480)
    expect(minutes({ from: '2026-11-13', to: '2026-11-13' })).toBe(330)
    expect(minutes({ from: '2026-11-13', to: '2026-11-20' })).toBe(330 + 720 + 155)
  })

  test('respect the filters of weekdays and hours', () => {
    expect(minutes({ from: '2026-11-13', to: '2026-11-20', weekdays: '4' })).toBe(720)
    expect(minutes({ from: '2026-11-19', to: '2026-11-19', hours: '14-18' })).toBe(120)
    expect(minutes({ from: '2026-11-19', to: '2026-11-19', hours: '23-1' })).toBe(180)
  })

  test('count overlapping intervals once, and are null without any', () => {
    const overlapping = { weekday: 'THURSDAY', start: '14:00', end: '16:00' } as const
    const more = { ...store, openingHours: [...store.openingHours, overlapping] }
    expect(minutes({ from: '2026-11-19', to: '2026-11-19' }, more)).toBe(780)
    expect(minutes({ from: '2026-11-19', to: '2026-11-19' }, { ...store, openingHours: [] })).toBeNull()
  })
})
