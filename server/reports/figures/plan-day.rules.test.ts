import { describe, expect, test } from 'vitest'
import { partOfDay, runningDay, type StoreClock } from './store-clock.rules.ts'
import { planDay } from './plan-day.rules.ts'

const saoPaulo: StoreClock = {
  storeId: '01930000-0000-7000-8000-000000000001',
  timezone: 'America/Sao_Paulo',
  dayStarts: [{ effectiveFrom: '2020-01-01', startsAt: '04:00' }],
  merchants: null,
}
const manaus: StoreClock = {
  ...saoPaulo,
  storeId: '01930000-0000-7000-8000-000000000002',
  timezone: 'America/Manaus',
}
const hoursIn = (mask: number) =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => (mask >> hour) & 1)

describe('the running business day', () => {
  test('is still the previous day at half past three', () => {
    expect(runningDay(saoPaulo, new Date('2026-11-21T06:30:00Z'))).toBe('2026-11-20')
    expect(runningDay(saoPaulo, new Date('2026-11-21T07:00:00Z'))).toBe('2026-11-21')
  })

  test('differs between zones around the start, and the report’s day uses the selection’s zone', () => {
    const plan = planDay(
      [saoPaulo, manaus, { ...saoPaulo, storeId: 'x' }],
      { day: null, comparison: 'yesterday' },
      new Date('2026-11-21T07:30:00Z'),
    )
    expect(plan.day).toBe('2026-11-21')
    expect(plan.storeDays.find((day) => day.storeId === manaus.storeId && day.back === 0)?.day).toBe(
      '2026-11-20',
    )
    expect(plan).toMatchObject({
      running: true,
      notStarted: false,
      cutAt: '04:30',
      comparedDays: ['2026-11-20'],
    })
  })

  test('a new start takes effect on its date', () => {
    const changed = {
      ...saoPaulo,
      dayStarts: [{ effectiveFrom: '2026-11-21', startsAt: '06:00' }, ...saoPaulo.dayStarts],
    }
    expect(runningDay(changed, new Date('2026-11-20T08:30:00Z'))).toBe('2026-11-20')
    expect(runningDay(changed, new Date('2026-11-21T08:30:00Z'))).toBe('2026-11-20')
  })
})

describe('the cut', () => {
  test('keeps the whole hours before it and the orders of its own hour', () => {
    const part = partOfDay('2026-11-13', 240, 1_680, 20 * 60 + 35)
    expect(hoursIn(part.wholeHours)).toEqual(Array.from({ length: 16 }, (_, index) => index + 4))
    expect(hoursIn(part.cutHours)).toEqual([20])
    expect(part).toMatchObject({ cutFrom: '2026-11-13 20:00', cut: '2026-11-13 20:35' })
  })

  test('splits no hour when it is on the hour', () => {
    expect(partOfDay('2026-11-13', 240, 1_680, 1_200)).toMatchObject({
      cutHours: 0,
      cutFrom: null,
      cut: '2026-11-13 20:00',
    })
    expect(partOfDay('2026-11-13', 240, 1_680, 1_680)).toMatchObject({ cut: null })
  })

  test('after midnight extends into the next calendar day', () => {
    const part = partOfDay('2026-11-13', 240, 1_680, 25 * 60 + 10)
    expect(hoursIn(part.cutHours)).toEqual([1])
    expect(hoursIn(part.wholeHours)).toContain(0)
    expect(hoursIn(part.wholeHours)).not.toContain(2)
    expect(part.cut).toBe('2026-11-14 01:10')
  })

  test('a day that starts at half past contains that hour twice', () => {
    const part = partOfDay('2026-11-13', 270, 1_710, 1_200)
    expect(hoursIn(part.cutHours)).toEqual([4])
    expect(part.cutFrom).toBe('2026-11-13 04:30')
  })

  test('a finished day is compared whole, a future day with nothing', () => {
    const now = new Date('2026-11-21T15:00:00Z')
    const finished = planDay([saoPaulo], { day: '2026-11-19', comparison: 'yesterday' }, now)
    expect(finished).toMatchObject({ running: false, cutAt: null })
    expect(finished.storeDays.every((day) => hoursIn(day.wholeHours).length === 24)).toBe(true)
    const ahead = planDay([saoPaulo], { day: '2026-11-22', comparison: 'yesterday' }, now)
    expect(ahead).toMatchObject({ running: false, notStarted: true })
    expect(ahead.storeDays.filter((day) => day.compared).every((day) => day.wholeHours === 0)).toBe(true)
  })
})
