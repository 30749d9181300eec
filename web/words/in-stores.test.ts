import { expect, test } from 'vitest'
import { inStores } from './in-stores.ts'

test('a trouble names its stores up to two, and counts more', () => {
  expect(inStores(['Brasa & Cia'], 6)).toBe(' em Brasa & Cia')
  expect(inStores(['Brasa & Cia', 'Brasa & Cia', 'Cantina'], 6)).toBe(' em Brasa & Cia e Cantina')
  expect(inStores(['A', 'B', 'C'], 6)).toBe(' em 3 lojas')
})

test('where one store is shown its name says nothing', () => {
  expect(inStores(['Brasa & Cia'], 1)).toBe('')
  expect(inStores([], 6)).toBe('')
})
