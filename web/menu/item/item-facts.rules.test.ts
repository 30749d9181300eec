import { expect, test } from 'vitest'
import type { MenuItem } from '../../../contract/menu/menu.ts'
import { noFacts } from '../../testing/menu-parts.ts'
import { factsInput, factsOf, withAllergen } from './item-facts.rules.ts'

const item: MenuItem = {
  id: '1',
  categoryId: null,
  name: 'Cerveja',
  description: '',
  externalCode: 'BEB-1',
  productKey: 'BEB-1',
  priceCents: 1_200,
  photoUrl: null,
  status: 'AVAILABLE',
  pause: null,
  channels: [],
  optionGroupIds: [],
  version: 1,
  ...noFacts,
}
const menu = { optionGroups: [] }

test('only what a person changed is sent', () => {
  expect(factsInput(factsOf(item), item, menu)).toEqual({})
  expect(factsInput({ ...factsOf(item), isAlcoholic: true, taxClass: 'ALCOHOLIC' }, item, menu)).toEqual({
    isAlcoholic: true,
    taxClass: 'ALCOHOLIC',
  })
})

test('an NCM is sent without its points, and an empty one takes it away', () => {
  expect(factsInput({ ...factsOf(item), ncm: '2203.00.00' }, item, menu)).toEqual({ ncm: '22030000' })
  const with1 = { ...item, ncm: '22030000' }
  expect(factsInput({ ...factsOf(with1), ncm: '' }, with1, menu)).toEqual({ ncm: null })
})

test('a number of people that is none is sent as it is, for the sentence at its field', () => {
  expect(factsInput({ ...factsOf(item), serving: 'dois' }, item, menu)).toEqual({ serving: Number.NaN })
  expect(factsInput({ ...factsOf(item), serving: '1,5' }, item, menu)).toEqual({ serving: 1.5 })
})

test('“sem alergênicos” and an allergen take each other’s place', () => {
  expect(withAllergen(['MILK', 'EGGS'], 'NO_DECLARED_ALLERGENS', true)).toEqual(['NO_DECLARED_ALLERGENS'])
  expect(withAllergen(['NO_DECLARED_ALLERGENS'], 'MILK', true)).toEqual(['MILK'])
  expect(withAllergen(['MILK', 'EGGS'], 'MILK', false)).toEqual(['EGGS'])
})
