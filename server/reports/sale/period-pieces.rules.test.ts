import { describe, expect, test } from 'vitest'
import type { StoreRange } from '../plan-period.rules.ts'
import { allHours, piecesOf } from './period-pieces.rules.ts'

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
const byMonth = { byMonth: true, hourBits: allHours }
const runs = (pieces: readonly { from: string; to: string }[]) => pieces.map(({ from, to }) => [from, to])

describe('a period of a store is read', () => {
  test('by whole months, the closed days around them, and live after the last closed day', () => {
    const pieces = piecesOf([range], closed('2026-11-19'), byMonth)
    expect(runs(pieces.months)).toEqual([['2026-09-01', '2026-10-01']])
    expect(runs(pieces.days)).toEqual([
      ['2026-08-20', '2026-08-31'],
      ['2026-11-01', '2026-11-19'],
    ])
    expect(runs(pieces.live)).toEqual([['2026-11-20', '2026-11-20']])
    expect(pieces.cut).toEqual([])
  })

  test('live where a closed day has changed, and its month by days', () => {
    const pieces = piecesOf([range], closed('2026-11-20', '2026-09-15', '2026-01-01'), byMonth)
    expect(runs(pieces.months)).toEqual([['2026-10-01', '2026-10-01']])
    expect(runs(pieces.days)).toEqual([
      ['2026-08-20', '2026-09-14'],
      ['2026-09-16', '2026-09-30'],
      ['2026-11-01', '2026-11-20'],
    ])
    expect(runs(pieces.live)).toEqual([['2026-09-15', '2026-09-15']])
  })

  test('live as a whole while nothing is closed, or only some hours count', () => {
    expect(runs(piecesOf([range], new Map(), byMonth).live)).toEqual([['2026-08-20', '2026-11-20']])
    const lunch = piecesOf([range], closed('2026-11-20'), { byMonth: true, hourBits: 0b111 << 11 })
    expect(lunch).toMatchObject({ months: [], days: [], live: [{ hours: 0b111 << 11 }] })
  })

  test('with its cut day by whole hours, and by orders in the hour of the cut', () => {
    const cut = {
      ...range,
      shift: 7,
      cutDay: '2026-11-20',
      wholeHours: 0b11,
      cutHours: 0b100,
      cutFrom: '2026-11-20 02:00',
      cut: '2026-11-20 02:30',
    }
    const pieces = piecesOf([cut], closed('2026-11-20'), byMonth)
    expect(pieces.days.at(-1)).toMatchObject({ to: '2026-11-19', shift: 7 })
    expect(pieces.live).toEqual([expect.objectContaining({ from: '2026-11-20', hours: 0b11 })])
    expect(pieces.cut).toEqual([expect.objectContaining({ day: '2026-11-20', hours: 0b100 })])
  })

  test('not at all when the store’s day has not come yet', () => {
    expect(piecesOf([{ ...range, from: '2026-11-21' }], closed('2026-11-20'), byMonth)).toEqual({
      months: [],
      days: [],
      live: [],
      cut: [],
    })
  })
})
