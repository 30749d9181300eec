import { describe, expect, test } from 'vitest'
import type { StoreClock } from '../figures/store-clock.rules.ts'
import { hoursOfStores, isFarBelow } from './store-hours.rules.ts'

const store = (storeId: string, timezone: string): StoreClock => ({
  storeId,
  timezone,
  dayStarts: [{ effectiveFrom: '2020-01-01', startsAt: '04:00' }],
  merchants: null,
})
const stores = [store('sp', 'America/Sao_Paulo'), store('am', 'America/Manaus')]
const line = (key: string, shift: number, hour: number, orders: number) => ({ key, shift, hour, orders })
// A Friday, 20:14 in São Paulo, 19:14 in Manaus.
const now = new Date('2026-11-20T23:14:00Z')
const hours = (lines: readonly ReturnType<typeof line>[], day = '2026-11-20') =>
  hoursOfStores(stores, day, lines, now)

describe('orders by store and hour', () => {
  test('all stores show the same hours, from the first to the last in which any sells, past midnight too', () => {
    const shown = hours([line('sp', 0, 11, 3), line('am', 7, 1, 2)])
    for (const of of shown.values())
      expect(of.map(({ hour }) => hour)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1])
  })

  test('an hour is ahead by the clocks of its own store', () => {
    const shown = hours([line('sp', 0, 18, 1), line('sp', 7, 22, 4)])
    const ahead = (id: string) =>
      shown.get(id)?.flatMap(({ hour, orders }) => (orders === null ? [hour] : []))
    expect([ahead('sp'), ahead('am')]).toEqual([
      [21, 22],
      [20, 21, 22],
    ])
  })

  test('the usual hour is the mean of the store’s days with orders', () => {
    const shown = hours([
      line('sp', 7, 12, 6),
      line('sp', 14, 12, 3),
      line('sp', 21, 13, 3),
      line('am', 7, 12, 8),
    ])
    expect(shown.get('sp')?.[0]?.usualOrders).toBe(3)
    expect(shown.get('am')?.[0]?.usualOrders).toBe(8)
  })

  test('only an hour that is over is far below the usual', () => {
    const usual = [18, 19, 20].flatMap((hour) => [line('sp', 7, hour, 12), line('am', 7, hour, 12)])
    const shown = hours([...usual, line('sp', 0, 18, 2), line('sp', 0, 19, 11)])
    const below = (id: string) => shown.get(id)?.flatMap(({ hour, farBelow }) => (farBelow ? [hour] : []))
    expect([below('sp'), below('am')]).toEqual([[18], [18]])
    const yesterday = hours([...usual], '2026-11-19')
    expect(yesterday.get('am')?.map(({ farBelow }) => farBelow)).toEqual([true, true, true])
  })

  test('an hour that hardly ever sells is left out at both ends', () => {
    const shown = hours([
      line('sp', 7, 3, 1),
      line('sp', 14, 12, 9),
      line('sp', 21, 12, 9),
      line('sp', 0, 13, 1),
    ])
    expect(shown.get('sp')?.map(({ hour }) => hour)).toEqual([12, 13])
  })

  test('a day without a sale in any store shows no hours', () => {
    expect([...hours([]).values()]).toEqual([[], []])
  })
})

test.each([
  [0, 0, false],
  [0, 3, false],
  [0, 4, true],
  [2, 9, true],
  [4, 9, false],
  [9, 16, false],
  [8, 16, true],
])('%i orders where %i are usual: far below is %s', (orders, usual, expected) => {
  expect(isFarBelow(orders, usual)).toBe(expected)
})
