import { expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { sampleOrder } from '../../testing/sample-order.ts'
import { finishedKey } from './finished-key.rules.ts'
import { keptKeys, keptOrder, ticketsOf } from './wall-tickets.ts'

const minuteOf = (minute: number) => `2026-11-25T15:${String(minute).padStart(2, '0')}:00Z`
const at = (id: string, minute: number) => sampleOrder({ id, createdAt: minuteOf(minute) })

test('at its start the wall sorts by age; an older order that is accepted later moves no ticket', () => {
  const first = keptOrder([], [at('b', 5), at('a', 1)])
  expect(first).toEqual(['a', 'b'])
  const second = keptOrder(first, [at('b', 5), at('a', 1), at('antigo', 0)])
  expect(second).toEqual(['a', 'b', 'antigo'])
  expect(keptOrder(second, [at('antigo', 0), at('b', 5)])).toEqual(['b', 'antigo'])
  expect(keptOrder(second, [at('antigo', 0), at('b', 5), at('a', 1)])).toBe(second)
})

test('an order of yesterday for this hour, begun just now, is no old one', () => {
  const scheduled = sampleOrder({
    id: 'marcado',
    createdAt: '2026-11-24T15:00:00Z',
    timing: 'SCHEDULED',
    schedule: { start: minuteOf(50), end: minuteOf(59) },
    preparationStartAt: minuteOf(7),
  })
  expect(keptOrder([], [scheduled, at('b', 9), at('a', 1)])).toEqual(['a', 'marcado', 'b'])
})

test('a ticket keeps its key until it leaves, and a new one gets the lowest free key', () => {
  const first = keptKeys(new Map(), ['a', 'b', 'c'], [])
  expect([...first]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  expect([...keptKeys(first, ['b', 'c', 'd'], [])]).toEqual([
    ['b', 2],
    ['c', 3],
    ['d', 1],
  ])
  expect(
    keptKeys(
      new Map(),
      Array.from({ length: 12 }, (_, index) => `t${index}`),
      [],
    ).size,
  ).toBe(9)
})

test('larger letters, for which some tickets wait, change no ticket’s number', () => {
  const ids = ['a', 'b', 'c', 'd']
  const before = keptKeys(new Map(), ids, [])
  const fewer = keptKeys(before, ['a', 'b'], ['c', 'd'])
  expect(keptKeys(fewer, ['a', 'b', 'd', 'c'], [])).toEqual(before)
})

test('a ticket in sight is never without a number because of one that waits', () => {
  const nine = Array.from({ length: 9 }, (_, index) => `t${index + 1}`)
  const before = keptKeys(new Map(), nine, [])
  const after = keptKeys(before, [...nine.slice(0, 7), 'novo'], ['t8', 't9'])
  expect([after.get('novo'), after.get('t8'), after.get('t9')]).toEqual([9, 8, undefined])
})

const dish = (name: string) => ({
  ...{ externalCode: null, name, quantity: 1, unitPriceCents: 1, totalCents: 1 },
  ...{ notes: null, options: [] },
})

const shownAt = (
  station: string,
  order: Order,
  done: ReadonlyMap<string, ReadonlySet<number>>,
  stationOf: (dish: string) => string | null,
) =>
  ticketsOf({
    orders: [order],
    bumps: { holes: [], recent: [], back: [], done, bump: () => {}, bringBack: () => {} },
    stations: [station],
    stationOf: (_store, { name }) => stationOf(name),
  })

test('while the menu of a store cannot be read, every station sees all of its dishes: none is made by nobody', () => {
  const order = sampleOrder({ items: [dish('Pizza'), dish('Lasanha')] })
  const [ticket] = shownAt('forno', order, new Map(), () => null)
  expect(ticket?.dishes.map(({ name }) => name)).toEqual(['Pizza', 'Lasanha'])
  expect(ticket?.elsewhere).toBe(0)
})

test('a station makes its dishes again when the items of the order changed: their places are others then', () => {
  const order = sampleOrder({ items: [dish('Pizza'), dish('Lasanha')] })
  const done = new Map([[finishedKey(order), new Set([0])]])
  const shown = (of: Order) => shownAt('forno', of, done, (name) => (name === 'Lasanha' ? 'forno' : 'chapa'))
  expect(shown(order)[0]?.finished.has(0)).toBe(true)
  const changed = { at: '2026-11-20T20:30:00.000Z', parts: ['items' as const] }
  const without = { ...order, items: order.items.slice(1), changed }
  expect(shown(without)[0]).toMatchObject({ dishes: [{ name: 'Lasanha' }], finished: new Set() })
  const moved = { at: '2026-11-20T20:31:00.000Z', parts: ['address' as const] }
  expect(finishedKey({ ...order, changed: moved })).toBe(finishedKey(order))
})
