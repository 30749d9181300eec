import { saleSearch } from '../period/report-search.rules.ts'
import { expect, test } from 'vitest'
import { heatHours, heatMean, heatSoFar, stepFor } from './sale.rules.ts'

test('a day is shown by hours, a month by days, a year by weeks, longer periods by months', () => {
  expect(stepFor({ from: '2026-11-20', to: '2026-11-20' })).toBe('hour')
  expect(stepFor({ from: '2026-10-21', to: '2026-11-20' })).toBe('day')
  expect(stepFor({ from: '2025-12-01', to: '2026-11-20' })).toBe('week')
  expect(stepFor({ from: '2025-01-01', to: '2026-11-20' })).toBe('month')
})

test('the hours of the heat map follow the business day past midnight', () => {
  const cell = (hour: number) => ({ weekday: 5, hour, orders: 4, netCents: 10_000 })
  expect(heatHours({ cells: [cell(22), cell(1)], firstHour: 4, days: [] })).toEqual([22, 23, 0, 1])
  expect(heatHours({ cells: [], firstHour: 4, days: [] })).toEqual([])
})

test('a cell is the mean of its weekdays, not their sum', () => {
  const heat = {
    cells: [{ weekday: 5, hour: 20, orders: 9, netCents: 30_000 }],
    firstHour: 4,
    days: [4, 4, 4, 4, 3, 4, 4],
  }
  expect(heatMean(heat, 5, 20, 'netCents')).toBe(10_000)
  expect(heatMean(heat, 5, 20, 'orders')).toBe(3)
  expect(heatMean(heat, 6, 20, 'orders')).toBeNull()
})

test('an hour of today that has not begun has no sales, though an order is scheduled for it', () => {
  const cell = (weekday: number, hour: number) => ({ weekday, hour, orders: 1, netCents: 12_100 })
  const cells = [cell(4, 20), cell(5, 18), cell(5, 20), cell(5, 1)]
  const week = { cells, firstHour: 4, days: [1, 1, 1, 1, 1, 1, 1] }
  const friday = { running: true, cutAt: '18:45', to: '2026-11-27' }
  expect(heatSoFar(week, friday).cells).toEqual([cell(4, 20), cell(5, 18)])
  expect(heatSoFar(week, { ...friday, running: false, cutAt: null })).toEqual(week)
  const month = { ...week, days: [4, 4, 4, 4, 5, 4, 4] }
  expect(heatSoFar(month, friday)).toEqual(month)
})

test('an address requests only parameters of the report', () => {
  expect(saleSearch({ by: 'minute', pivot: 'colour', split: 'yes', period: '30d' })).toEqual({
    period: '30d',
  })
  expect(saleSearch({ by: 'week', pivot: 'district', split: true })).toEqual({
    by: 'week',
    pivot: 'district',
    split: true,
  })
})
