import { expect, test } from 'vitest'
import { addDays } from '../../contract/shared/day.ts'
import { monthPace } from './goals.rules.ts'

/** A Friday. */
const today = '2026-11-20'

/** Each day before today for this number of weeks, R$ 100 a day, none on Mondays. */
function history(weeks: number): Map<string, number> {
  const days = new Map<string, number>()
  for (let back = 1; back <= weeks * 7; back += 1) {
    const day = addDays(today, -back)
    if (new Date(`${day}T12:00:00Z`).getUTCDay() !== 1) days.set(day, 10_000)
  }
  return days
}

test('the month ends with what is sold and the mean of each weekday that is left', () => {
  const days = history(8).set(today, 4_000)
  // 1 to 19 November without three Mondays, and today so far.
  const sold = 16 * 10_000 + 4_000
  // The rest of today, and 21 to 30 without two Mondays.
  expect(monthPace(days, today)).toEqual({ soldCents: sold, paceCents: sold + 6_000 + 8 * 10_000 })
})

test('a day that sells more than usual takes nothing from the days that are left', () => {
  const days = history(8).set(today, 25_000)
  const { soldCents, paceCents } = monthPace(days, today)
  expect((paceCents ?? 0) - soldCents).toBe(80_000)
})

test('below five weeks of sales it says nothing, but what is sold', () => {
  expect(monthPace(history(4), today)).toEqual({ soldCents: 160_000, paceCents: null })
  expect(monthPace(new Map(), today)).toEqual({ soldCents: 0, paceCents: null })
  expect(monthPace(history(5), today).paceCents).not.toBeNull()
})

test('on the last day of a month only the rest of that day is to come', () => {
  expect(
    monthPace(new Map([...history(8)].map(([day, cents]) => [addDays(day, 10), cents])), '2026-11-30'),
  ).toEqual({
    soldCents: expect.any(Number),
    paceCents: expect.any(Number),
  })
})
