import { describe, expect, test } from 'vitest'
import type { StoreRange } from './plan-period.rules.ts'
import { allHours } from './store-clock.rules.ts'
import { piecesOf, endsOf, weekdayEndsOf, inMonths } from './pieces.rules.ts'

const range: StoreRange = {
  storeId: 's1',
  timezone: 'America/Sao_Paulo',
  merchants: null,
  shift: 0,
  from: '2026-08-20',
  to: '2026-11-20',
  cutDay: null,
  wholeHours: allHours,
  cutHours: 0,
  cutFrom: null,
  cut: null,
}
const closed = (through: string | null, ...stale: string[]) =>
  new Map([['s1', { through, stale: new Set(stale) }]])
const runs = (pieces: readonly { from: string; to: string }[]) => pieces.map(({ from, to }) => [from, to])

describe('reading a store’s period', () => {
  test('closed days come from sums, and the days after them are live', () => {
    const pieces = piecesOf([range], closed('2026-11-19'), allHours)
    expect(runs(pieces.days)).toEqual([['2026-08-20', '2026-11-19']])
    expect(runs(pieces.live)).toEqual([['2026-11-20', '2026-11-20']])
    expect(pieces.cut).toEqual([])
  })

  test('a closed day that changed is live, and splits the closed run in two', () => {
    const pieces = piecesOf([range], closed('2026-11-20', '2026-09-15', '2026-01-01'), allHours)
    expect(runs(pieces.days)).toEqual([
      ['2026-08-20', '2026-09-14'],
      ['2026-09-16', '2026-11-20'],
    ])
    expect(runs(pieces.live)).toEqual([['2026-09-15', '2026-09-15']])
  })

  test('every day is live while none is closed, or with a filter of hours', () => {
    expect(runs(piecesOf([range], new Map(), allHours).live)).toEqual([['2026-08-20', '2026-11-20']])
    const lunch = piecesOf([range], closed('2026-11-20'), 0b111 << 11)
    expect(lunch).toMatchObject({ days: [], live: [{ hours: 0b111 << 11 }] })
  })

  test('the cut day is read by whole hours, and the hour of the cut by its orders', () => {
    const cut = {
      ...range,
      shift: 7,
      cutDay: '2026-11-20',
      wholeHours: 0b11,
      cutHours: 0b100,
      cutFrom: '2026-11-20 02:00',
      cut: '2026-11-20 02:30',
    }
    const pieces = piecesOf([cut], closed('2026-11-20'), allHours)
    expect(pieces.days.at(-1)).toMatchObject({ to: '2026-11-19', shift: 7 })
    expect(pieces.live).toEqual([expect.objectContaining({ from: '2026-11-20', hours: 0b11 })])
    expect(pieces.cut[0]).toMatchObject({ day: '2026-11-20', hours: 0b100, cutFrom: '2026-11-20 02:00' })
  })

  test('of the hours that are not whole, the scheduled orders made before the cut are read, within the filter', () => {
    const onHour = { ...range, shift: 7, cutDay: '2026-11-20', wholeHours: 0b11, cutHours: 0, cutFrom: null }
    const at = { ...onHour, cut: '2026-11-20 02:00' }
    expect(piecesOf([at], new Map(), allHours).cut).toEqual([
      expect.objectContaining({ hours: allHours & ~0b11, cutFrom: null, cut: '2026-11-20 02:00' }),
    ])
    expect(piecesOf([at], new Map(), 0b110).cut).toMatchObject([{ hours: 0b100, cutFrom: null }])
    expect(piecesOf([at], new Map(), 0b11).cut).toEqual([])
  })

  test('a day that has not begun in the store is not read', () => {
    expect(piecesOf([{ ...range, from: '2026-11-21' }], closed('2026-11-20'), allHours)).toEqual({
      days: [],
      live: [],
      cut: [],
    })
  })
})

const days = (from: string, to: string) => [{ storeId: 's1', merchants: null, shift: 0, from, to }]
const signed = (ends: readonly { from: string; to: string; sign: number }[]) =>
  ends.map(({ from, to, sign }) => [from, to, sign])

describe('a run of closed days', () => {
  test('is split into whole months and the days around them', () => {
    const { months, days: rest } = inMonths(days('2026-08-20', '2026-11-19'))
    expect(runs(months)).toEqual([['2026-09-01', '2026-10-01']])
    expect(runs(rest)).toEqual([
      ['2026-08-20', '2026-08-31'],
      ['2026-11-01', '2026-11-19'],
    ])
  })

  test('is the running sum of its last day minus the sum before its first', () => {
    expect(signed(endsOf(days('2026-11-01', '2026-11-19')))).toEqual([
      ['2026-11-19', '2026-11-19', 1],
      ['2026-10-31', '2026-10-31', -1],
    ])
  })

  test('is, by weekday, its last week minus the week before its first', () => {
    expect(signed(weekdayEndsOf(days('2026-11-01', '2026-11-19')))).toEqual([
      ['2026-11-13', '2026-11-19', 1],
      ['2026-10-25', '2026-10-31', -1],
    ])
  })

  test('shorter than a week is, by weekday, each day minus the same day a week before', () => {
    expect(signed(weekdayEndsOf(days('2026-11-18', '2026-11-19')))).toEqual([
      ['2026-11-18', '2026-11-19', 1],
      ['2026-11-11', '2026-11-12', -1],
    ])
  })
})
