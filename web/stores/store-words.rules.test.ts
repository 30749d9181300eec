import { expect, test } from 'vitest'
import { matchesStore, storesText, toggledStores } from './store-words.rules.ts'

const brasa = { name: 'Brasa & Cia' }
const temaki = { name: 'Temaki do Largo' }
const grill = { name: 'Norte Grill' }
const text = (stores: readonly { name: string }[], narrowed = true) =>
  storesText({ stores, group: null, narrowed })

test('up to two stores are named, more are counted', () => {
  expect(text([brasa]).long).toBe('Brasa & Cia')
  expect(text([brasa, temaki])).toEqual({ long: 'Brasa & Cia e Temaki do Largo', short: '2 lojas' })
  expect(text([brasa, temaki, grill]).long).toBe('3 lojas')
  expect(text([brasa, temaki, grill], false).long).toBe('todas as lojas')
})

test('a group is called by its name; a heading also counts its stores', () => {
  const group = { name: 'Zona sul' }
  expect(storesText({ stores: [brasa, grill], group, narrowed: true }).long).toBe('Zona sul')
  expect(storesText({ stores: [brasa, grill], group, narrowed: true, counted: true }).long).toBe(
    'Zona sul (2)',
  )
  expect(storesText({ stores: [brasa, grill], group: null, narrowed: false, counted: true }).long).toBe(
    'Todas as lojas (2)',
  )
})

test('a store is found by parts of its name, district or city, without accents', () => {
  const store = { name: 'Norte Grill', address: { district: 'Adrianópolis', city: 'Manaus' } }
  expect(matchesStore(store, 'adrianopolis')).toBe(true)
  expect(matchesStore(store, 'manaus GRILL')).toBe(true)
  expect(matchesStore(store, 'grill sul')).toBe(false)
  expect(matchesStore(store, ' ')).toBe(true)
})

test('ticking the first box leaves only this store; ticking all or none is everything', () => {
  const all = ['a', 'b', 'c']
  expect(toggledStores([], 'b', all)).toEqual(['b'])
  expect(toggledStores(['b'], 'a', all)).toEqual(['a', 'b'])
  expect(toggledStores(['a', 'b'], 'c', all)).toEqual([])
  expect(toggledStores(['b'], 'b', all)).toEqual([])
})
