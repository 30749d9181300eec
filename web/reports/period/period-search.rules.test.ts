import { expect, test } from 'vitest'
import { periodSearch } from './period-search.rules.ts'
import {
  carriedToDay,
  carriedToHistory,
  carriedToPeriod,
  neighbour,
  periodQueryOf,
  presetOf,
  rangeOf,
  rangeOfPreset,
} from './period.rules.ts'

const today = '2026-11-21'

test('an invalid address shows the seven days that end today', () => {
  const search = periodSearch({
    from: '2026-13-40',
    to: 'x',
    weekdays: '8',
    hours: '25-3',
    period: 'ever',
    group: '..',
  })
  expect(search).toEqual({})
  expect(rangeOf(search, today)).toEqual({ from: '2026-11-15', to: today })
  expect(periodQueryOf(search, today)).toEqual({})
})

test('a period whose end is before its start is dropped', () => {
  expect(periodSearch({ from: '2026-11-20', to: '2026-11-01' })).toEqual({})
})

test('a single weekday, which the router parses as a number, is still a filter', () => {
  expect(periodSearch({ weekdays: 5 })).toEqual({ weekdays: '5' })
})

test('presets are whole business days', () => {
  expect(rangeOfPreset('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(rangeOfPreset('month', today)).toEqual({ from: '2026-11-01', to: today })
  expect(rangeOfPreset('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(rangeOfPreset('12m', today)).toEqual({ from: '2025-12-01', to: today })
})

test('a period that reaches beyond today ends today', () => {
  expect(rangeOf({ from: '2026-11-01', to: '2026-12-31' }, today)).toEqual({ from: '2026-11-01', to: today })
})

test('a period that ends today leaves the end to the server’s clock', () => {
  expect(periodQueryOf({ period: '30d' }, today)).toEqual({ from: '2026-10-23' })
  expect(periodQueryOf({ period: 'yesterday' }, today)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
})

test('a custom comparison without a day falls back to the default', () => {
  expect(periodQueryOf({ comparison: 'custom' }, today)).toEqual({})
  expect(periodQueryOf({ comparison: 'custom', comparedFrom: '2026-10-01' }, today)).toEqual({
    comparison: 'custom',
    comparedFrom: '2026-10-01',
  })
})

test('previous and next move by the length of the period, and whole months by months', () => {
  expect(neighbour({ from: '2026-11-15', to: today }, -1, today)).toEqual({
    from: '2026-11-08',
    to: '2026-11-14',
  })
  expect(neighbour({ from: '2026-03-01', to: '2026-03-31' }, -1, today)).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(neighbour({ from: '2026-10-01', to: '2026-10-31' }, 1, today)).toEqual({
    from: '2026-11-01',
    to: today,
  })
  expect(neighbour({ from: '2026-11-01', to: today }, -1, today)).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
  })
})

test('a future period is dropped; one that reaches into the future is clipped', () => {
  expect(neighbour({ from: today, to: today }, 1, today)).toBeNull()
  expect(neighbour({ from: '2026-11-10', to: '2026-11-16' }, 1, today)).toEqual({
    from: '2026-11-17',
    to: today,
  })
})

test('days chosen by hand that equal a preset show as that preset', () => {
  expect(presetOf({ from: '2026-10-01', to: '2026-10-31' }, today)).toBe('last-month')
  expect(presetOf({ from: '2026-10-02', to: '2026-10-31' }, today)).toBeNull()
})

test('another report keeps the period, the filters and the stores, and nothing else', () => {
  const store = '018f0000-0000-7000-8000-000000000001'
  expect(carriedToPeriod({ period: '30d', weekdays: '1,2', store, pivot: 'store' })).toEqual({
    period: '30d',
    weekdays: '1,2',
    stores: store,
  })
  expect(carriedToPeriod({ day: '2026-11-02', comparison: 'yesterday' })).toEqual({
    from: '2026-11-02',
    to: '2026-11-02',
  })
})

test('the daily report and the list of orders keep the parameters they support', () => {
  expect(carriedToDay({ from: '2026-11-02', to: '2026-11-02' })).toEqual({ day: '2026-11-02' })
  expect(carriedToDay({ from: '2026-11-02', to: '2026-11-03' })).toEqual({})
  expect(carriedToHistory({ day: '2026-11-02' })).toEqual({ from: '2026-11-02', to: '2026-11-02' })
})
