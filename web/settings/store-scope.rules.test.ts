import { expect, test } from 'vitest'
import type { Store } from '../../contract/stores/stores.ts'
import { matchingStores, scopeOf } from './store-scope.rules.ts'

const store = (id: string, name: string, role: Store['role']) => ({ id, name, role }) as Store
const stores = [
  store('c', 'Cantina', 'basic'),
  store('g', 'Grill São João', 'manager'),
  store('t', 'Temaki', 'owner'),
]
const chosen = (...wanted: (string | null)[]) => scopeOf(stores, 'manager', wanted).store?.name

test('the store of the address wins over the one chosen last, and that over the first', () => {
  expect(chosen('t', 'g')).toBe('Temaki')
  expect(chosen(null, 't')).toBe('Temaki')
  expect(chosen(null, null)).toBe('Grill São João')
})

test('a store where the role does not suffice is never chosen', () => {
  expect(chosen('c', null)).toBe('Grill São João')
  expect(scopeOf(stores, 'manager', []).stores.map(({ id }) => id)).toEqual(['g', 't'])
  expect(scopeOf([], 'manager', ['t']).store).toBeUndefined()
})

test('a store is found without accents and capitals', () => {
  expect(matchingStores(stores, ' sao j').map(({ id }) => id)).toEqual(['g'])
  expect(matchingStores(stores, '')).toHaveLength(3)
})
