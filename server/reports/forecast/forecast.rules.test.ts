import { expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import { backTest, beatsBaseline, expectedOf, nextDays, pastOf, restOfDay } from './forecast.rules.ts'

const last = '2026-11-19'
const shape = [0, 70, 80, 90, 100, 150, 180, 130]

/** Twenty weeks of a shop: weekday pattern, noise without repetition, level. */
function shop(noise: number, level: (back: number) => number = () => 1): Map<string, number> {
  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  return new Map(
    Array.from({ length: 140 }, (_, back) => {
      const day = addDays(last, -back)
      const usual = (shape[isoWeekday(day)] ?? 0) * 1_000
      return [day, Math.round(usual * level(back) * (1 + noise * (random() * 2 - 1)))] as const
    }),
  )
}

test('a regular shop is expected to repeat its weekdays', () => {
  const past = pastOf(shop(0), last)
  expect(expectedOf(past, '2026-11-21')).toBeCloseTo(180_000)
  expect(nextDays(past, { days: 56, errorShare: 0, baselineShare: 1, low: 1, high: 1 })[0]).toEqual({
    day: '2026-11-21',
    netCents: 180_000,
    lowCents: 180_000,
    highCents: 180_000,
  })
})

test('with noisy days the weekday mean beats the week before, and most days are within the band', () => {
  const test_ = backTest(pastOf(shop(0.25), last))
  expect(beatsBaseline(test_)).toBe(true)
  expect(test_?.errorShare).toBeLessThan((test_?.baselineShare ?? 0) * 0.9)
  expect(test_?.low).toBeLessThan(0.95)
  expect(test_?.high).toBeGreaterThan(1.05)
})

test('a shop that grew by a third two weeks ago is expected above its older weeks', () => {
  const sales = shop(0, (back) => (back < 14 ? 1.33 : 1))
  const saturday = expectedOf(pastOf(sales, last), '2026-11-21')
  expect(saturday).toBeGreaterThan(205_000)
  expect(saturday).toBeLessThan(270_000)
})

test('closed days are ignored', () => {
  const sales = shop(0)
  sales.set('2026-11-14', 0)
  expect(expectedOf(pastOf(sales, last), '2026-11-21')).toBeCloseTo(180_000)
})

test('there is no forecast for a new shop, or where the week before predicts better', () => {
  const young = new Map([...shop(0.2)].filter(([day]) => day > '2026-10-20'))
  expect(backTest(pastOf(young, last))).toBeNull()
  // Ten percent growth a week: last week is closer than any mean.
  const racing = shop(0, (back) => 1.1 ** -(back / 7))
  expect(beatsBaseline(backTest(pastOf(racing, last)))).toBe(false)
})

test('the rest of the day follows today’s sales once much of the day is over', () => {
  const flat = { days: 56, errorShare: 0.1, baselineShare: 0.2, low: 0.8, high: 1.2 }
  expect(restOfDay(100_000, { soldCents: 0, shareByNow: 0 }, flat).netCents).toBe(100_000)
  const strong = restOfDay(100_000, { soldCents: 80_000, shareByNow: 0.5 }, flat)
  expect(strong.netCents).toBeGreaterThan(60_000)
  expect(strong.netCents).toBeLessThan(80_000)
  expect(strong.lowCents).toBe(Math.round(strong.netCents * 0.8))
  expect(restOfDay(100_000, { soldCents: 90_000, shareByNow: 1 }, flat).netCents).toBe(0)
})
