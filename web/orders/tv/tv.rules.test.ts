import { expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { tvItems, tvName, tvPage, tvQueue } from './tv.rules.ts'

test('orders that fit stay in place; otherwise pages alternate until every order was shown', () => {
  expect(tvPage([1, 2, 3], 4, 7)).toEqual({ shown: [1, 2, 3], page: 1, pages: 1 })
  const all = [1, 2, 3, 4, 5]
  expect([0, 1, 2, 3].map((turn) => tvPage(all, 2, turn).shown)).toEqual([[1, 2], [3, 4], [5], [1, 2]])
  expect(tvPage([], 3, 5)).toEqual({ shown: [], page: 1, pages: 1 })
  expect(tvPage([1], 0, 1).shown).toEqual([1])
})

test('the wall shows no full names, and says how many items are omitted', () => {
  const order = {
    customer: { name: ' Ana  Souza' },
    items: ['a', 'b', 'c', 'd'].map((name) => ({ name })),
  } as Order
  expect(tvName(order)).toBe('Ana')
  expect(tvItems(order, 4)).toMatchObject({ more: 0 })
  expect(tvItems(order, 3).items.map((item) => item.name)).toEqual(['a', 'b'])
  expect(tvItems(order, 3).more).toBe(2)
})

test('new orders are never turned away with a page: the first in full, the others in a line each', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f']
  expect(tvQueue(list.slice(0, 2), 2, 3)).toEqual({ whole: ['a', 'b'], lines: [], more: 0 })
  expect(tvQueue(list.slice(0, 4), 2, 3)).toEqual({ whole: ['a'], lines: ['b', 'c', 'd'], more: 0 })
  expect(tvQueue(list, 2, 3)).toEqual({ whole: ['a'], lines: ['b', 'c'], more: 3 })
  expect(tvQueue(list, 1, 3)).toEqual({ whole: ['a'], lines: [], more: 5 })
})
