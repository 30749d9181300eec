import { expect, test } from 'vitest'
import { keptKeys, keptOrder } from './wall-tickets.ts'

const at = (id: string, minute: number) => ({
  id,
  createdAt: `2026-11-25T15:${String(minute).padStart(2, '0')}:00Z`,
})

test('at its start the wall sorts by age; an older order that is accepted later moves no ticket', () => {
  const first = keptOrder([], [at('b', 5), at('a', 1)])
  expect(first).toEqual(['a', 'b'])
  const second = keptOrder(first, [at('b', 5), at('a', 1), at('antigo', 0)])
  expect(second).toEqual(['a', 'b', 'antigo'])
  expect(keptOrder(second, [at('antigo', 0), at('b', 5)])).toEqual(['b', 'antigo'])
  expect(keptOrder(second, [at('antigo', 0), at('b', 5), at('a', 1)])).toBe(second)
})

test('a ticket keeps its key until it leaves, and a new one gets the lowest free key', () => {
  const first = keptKeys(new Map(), ['a', 'b', 'c'])
  expect([...first]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  expect([...keptKeys(first, ['b', 'c', 'd'])]).toEqual([
    ['b', 2],
    ['c', 3],
    ['d', 1],
  ])
  expect(
    keptKeys(
      new Map(),
      Array.from({ length: 12 }, (_, index) => `t${index}`),
    ).size,
  ).toBe(9)
})
