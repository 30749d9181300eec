import { describe, expect, test } from 'vitest'
import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import { categoryNamed, noFacts } from '../../testing/menu-parts.ts'
import { itemsIn, movedIn, step, without } from './order.rules.ts'

const item = (id: string, categoryId: string | null): MenuItem => ({
  id,
  categoryId,
  name: id,
  description: '',
  externalCode: null,
  productKey: id,
  priceCents: 100,
  photoUrl: null,
  status: 'AVAILABLE',
  pause: null,
  channels: [],
  optionGroupIds: [],
  version: 1,
  ...noFacts,
})
const menu: Menu = {
  categories: [categoryNamed('k1', 'Pratos'), categoryNamed('k2', 'Doces')],
  items: [item('a', 'k1'), item('b', 'k1'), item('c', 'k1'), item('d', 'k2'), item('e', null)],
  optionGroups: [],
}
const ids = ({ items }: Menu) => items.map(({ id }) => id).join('')

describe('a move', () => {
  test('puts an item before another one or last in its category', () => {
    expect(ids(movedIn(menu, { part: 'item', id: 'c', before: 'a' }))).toBe('cabde')
    expect(ids(movedIn(menu, { part: 'item', id: 'a', before: null }))).toBe('bcade')
  })

  test('puts an item into another category, or into none', () => {
    const moved = movedIn(menu, { part: 'item', id: 'a', before: 'd', categoryId: 'k2' })
    expect([ids(moved), itemsIn(moved, 'k2').length]).toEqual(['bcade', 2])
    expect(ids(movedIn(menu, { part: 'item', id: 'a', before: null, categoryId: null }))).toBe('bcdea')
  })

  test('puts categories in order', () => {
    const { categories } = movedIn(menu, { part: 'category', id: 'k2', before: 'k1' })
    expect(categories.map(({ name }) => name)).toEqual(['Doces', 'Pratos'])
  })
})

test('what is deleted is gone at once, and the items of a category stay', () => {
  expect(ids(without(menu, 'item', 'b'))).toBe('acde')
  const left = without(menu, 'category', 'k1')
  expect([left.categories.length, itemsIn(left, null).length]).toEqual([1, 4])
})

test('one step up or down names the next neighbour, and at an end there is none', () => {
  const pratos = itemsIn(menu, 'k1')
  expect(step(pratos, 'b', -1)).toEqual({ before: 'a' })
  expect(step(pratos, 'a', 1)).toEqual({ before: 'c' })
  expect(step(pratos, 'b', 1)).toEqual({ before: null })
  expect(step(pratos, 'a', -1)).toBeNull()
  expect(step(pratos, 'c', 1)).toBeNull()
})
