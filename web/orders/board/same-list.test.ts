import { expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { createSameLists } from './same-list.ts'

const order = (id: string) => ({ id }) as Order

test('a column with the same orders is the same list; with one changed or moved it is a new one', () => {
  const same = createSameLists()
  const [a, b] = [order('a'), order('b')]
  const first = same(new Map([['new', [a, b]]] as const))
  expect(same(new Map([['new', [a, b]]] as const)).get('new')).toBe(first.get('new'))
  expect(same(new Map([['new', [b, a]]] as const)).get('new')).toEqual([b, a])
  expect(same(new Map([['new', [b, { ...a }]]] as const)).get('new')?.[1]).not.toBe(a)
  expect(same(new Map([['new', [b]]] as const)).get('new')).toEqual([b])
})
