import { expect, test } from 'vitest'
import type { StoreOfGroupDay } from '../../../contract/groups/group-day.ts'
import { worstHour } from './worst-hour.rules.ts'

// 20:15 in São Paulo, 19:15 in Manaus.
const now = new Date('2026-11-20T23:15:00Z')

const store = (
  name: string,
  hours: readonly (readonly [hour: number, orders: number | null, usual: number])[],
  timezone = 'America/Sao_Paulo',
) =>
  ({
    storeId: name,
    name,
    timezone,
    hours: hours.map(([hour, orders, usualOrders]) => ({ hour, orders, usualOrders, farBelow: false })),
  }) as unknown as StoreOfGroupDay

test('the store whose last whole hour is furthest below its own is named', () => {
  const found = worstHour(
    [
      store('Brasa', [
        [19, 12, 14],
        [20, 0, 20],
      ]),
      store('Cantina', [[19, 4, 16]]),
      store('Temaki', [[19, 9, 8]]),
    ],
    now,
  )
  expect(found).toEqual({ storeId: 'Cantina', name: 'Cantina', hour: 19, orders: 4, usualOrders: 16 })
})

test('each store is judged by its own clock', () => {
  const found = worstHour(
    [
      store(
        'Norte',
        [
          [18, 1, 9],
          [19, 0, 30],
        ],
        'America/Manaus',
      ),
    ],
    now,
  )
  expect(found).toMatchObject({ hour: 18, orders: 1 })
})

test('a large store that stands still comes before a small one with fewer by share', () => {
  const found = worstHour([store('Pequena', [[19, 0, 3]]), store('Grande', [[19, 10, 40]])], now)
  expect(found).toMatchObject({ name: 'Grande' })
})

test('when none is below, none is named; where hours are too small, nothing is said', () => {
  expect(worstHour([store('Brasa', [[19, 14, 14]])], now)).toBeNull()
  expect(worstHour([store('Brasa', [[19, 0, 2]])], now)).toBeUndefined()
  expect(worstHour([store('Brasa', [[19, null, 9]])], now)).toBeUndefined()
  expect(worstHour([], now)).toBeUndefined()
})
