import { expect, test } from 'vitest'
import { segmentOf, segmentLabels, type Frequency } from '../../../contract/reports/customer.ts'
import {
  baseOf,
  cohortsOf,
  growthOf,
  inactiveOf,
  monthsUpTo,
  segmentsOf,
  standingLimits,
  type Standing,
} from './customer.rules.ts'

const standing = (daysSince: number, frequency: Frequency, more: Partial<Standing> = {}): Standing => ({
  daysSince,
  frequency,
  highValue: false,
  customers: 1,
  orders: frequency,
  cents: 1_000,
  spanDays: 0,
  ...more,
})

test('between two limits all customers of the same kind are in the same segment', () => {
  for (const [index, from] of standingLimits.entries()) {
    const to = standingLimits[index + 1] ?? from + 400
    for (const frequency of [1, 2, 5] as const) {
      for (const highValue of [true, false]) {
        const found = new Set(
          Array.from({ length: to - from }, (_, day) => segmentOf(from + day, frequency, highValue)),
        )
        expect(found.size).toBe(1)
      }
    }
  }
})

test('every customer is in exactly one segment, and each segment has advice', () => {
  const all = standingLimits.flatMap((days) =>
    ([1, 2, 5] as const).map((frequency) => standing(days, frequency)),
  )
  const segments = segmentsOf(all)
  expect(segments.reduce((sum, row) => sum + row.customers, 0)).toBe(all.length)
  for (const { segment } of segments) expect(segmentLabels[segment].todo).not.toBe('')
})

test('a customer of yesterday is not inactive, and each step includes the longer ones', () => {
  const inactive = inactiveOf([standing(0, 1), standing(31, 1), standing(61, 2), standing(181, 5)])
  expect(inactive.map((row) => [row.days, row.customers])).toEqual([
    [30, 3],
    [60, 2],
    [90, 1],
    [180, 1],
  ])
})

test('days between orders are averaged over gaps, not over customers', () => {
  const base = baseOf([
    standing(0, 1),
    standing(0, 2, { customers: 2, orders: 5, spanDays: 40 }),
    standing(0, 5, { orders: 11, spanDays: 90 }),
  ])
  expect(base).toMatchObject({ customers: 4, orders: 17, repeating: 3, daysBetweenOrders: 10 })
  expect(baseOf([standing(0, 1)]).daysBetweenOrders).toBeNull()
})

test('the twelve months end with the month of the day, across a new year', () => {
  const months = monthsUpTo('2026-03-15')
  expect(months).toHaveLength(12)
  expect([months[0], months.at(-2), months.at(-1)]).toEqual(['2025-04-01', '2026-02-01', '2026-03-01'])
})

const row = (firstMonth: string, month: string, customers: number) => ({
  firstMonth,
  month,
  customers,
  orders: customers,
  cents: customers * 100,
})
const rows = [
  row('2025-01-01', '2025-01-01', 50),
  row('2026-10-01', '2026-10-01', 10),
  row('2026-10-01', '2026-11-01', 4),
  row('2026-11-01', '2026-11-01', 7),
]

test('growth: the base includes customers from before the months shown, and the current month is partial', () => {
  const growth = growthOf(rows, monthsUpTo('2026-11-20'), '2026-11-19')
  expect(growth.slice(-2)).toEqual([
    { month: '2026-10-01', newCustomers: 10, activeCustomers: 10, base: 60, partial: false },
    { month: '2026-11-01', newCustomers: 7, activeCustomers: 11, base: 67, partial: true },
  ])
})

test('cohorts: months without orders are zero, future months are absent', () => {
  const cohorts = cohortsOf(rows, monthsUpTo('2026-12-01'), '2026-11-30')
  expect(cohorts.map((cohort) => [cohort.month, cohort.months.map((cell) => cell.customers)])).toEqual([
    ['2026-10-01', [10, 4]],
    ['2026-11-01', [7]],
  ])
  expect(cohorts[0]?.months.map((cell) => cell.partial)).toEqual([false, false])
})
