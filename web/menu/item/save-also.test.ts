import { expect, test } from 'vitest'
import type { MenuItem } from '../../../contract/menu/menu.ts'
import { sharedChanges } from './save-also.ts'

const before = { name: 'Água', description: 'Sem gás', priceCents: 600, categoryId: 'c1' } as MenuItem

test('other stores take over what changed, and keep their own category and marketplace prices', () => {
  const body = {
    name: 'Água',
    description: 'Com gás',
    priceCents: 650,
    categoryId: 'c2',
    channelPrices: [{ merchantId: 'm', priceCents: 700 }],
    version: 3,
  }
  expect(sharedChanges(before, body)).toEqual({ description: 'Com gás', priceCents: 650 })
  expect(sharedChanges(before, { ...body, name: 'Água', description: 'Sem gás', priceCents: 600 })).toEqual(
    {},
  )
})

test('a photo goes along when it was replaced or taken away', () => {
  expect(sharedChanges(before, { photo: null, version: 1 })).toEqual({ photo: null })
})

test('allergens, tax and hours go along; code, options and locks stay with each store', () => {
  const facts = { allergen: ['MILK' as const], ncm: null, availability: [] }
  const own = { externalCode: 'X', optionGroupIds: [], locks: ['price' as const] }
  expect(sharedChanges(before, { ...facts, ...own, version: 1 })).toEqual(facts)
})
