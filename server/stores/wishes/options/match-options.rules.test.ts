import { expect, test } from 'vitest'
import { optionMatches } from './match-options.rules.ts'

const asked = (optionId: string, changes: object = {}) => ({
  partnerItemId: 'pizza',
  optionId,
  group: 'Borda',
  name: optionId,
  externalCode: `ours-${optionId}`,
  ...changes,
})
const shown = (optionId: string, changes: object = {}) => ({
  optionId,
  group: 'Borda',
  name: optionId,
  externalCode: '',
  onSale: true,
  priceCents: 500,
  ...changes,
})
const item = (...options: ReturnType<typeof shown>[]) => ({
  itemId: 'pizza',
  onSale: true,
  priceCents: 5_990,
  hidden: false,
  options,
})
const pairs = (...given: Parameters<typeof optionMatches>) =>
  optionMatches(...given).matched.map(({ optionId, partnerOptionId }) => `${partnerOptionId} is ${optionId}`)

test('a code comes before a name, and a name in the same group before a name elsewhere', () => {
  const own = [
    asked('cheddar', { name: 'Queijo' }),
    asked('mussarela', { name: 'Cheddar' }),
    asked('small', { name: 'Pequena', group: 'Batata' }),
    asked('little', { name: 'Pequena', group: 'Bebida' }),
  ]
  const there = [
    item(
      shown('A', { name: 'Cheddar', externalCode: 'ours-cheddar' }),
      shown('B', { name: 'PEQUENA ', group: 'bebida' }),
    ),
  ]
  expect(pairs([], own, there)).toEqual(['A is cheddar', 'B is little'])
})

test('a name that two options have in other groups matches neither', () => {
  const own = [asked('small', { name: 'Pequena', group: 'Batata' }), asked('little', { name: 'Pequena' })]
  expect(pairs([], own, [item(shown('A', { name: 'Pequena', group: 'Bebida' }))])).toEqual([])
})

test('an option of an item that the store does not have there is left alone', () => {
  expect(pairs([], [asked('cheddar', { partnerItemId: 'esfiha' })], [item(shown('cheddar'))])).toEqual([])
})

test('what is matched stays so under another name, and what was deleted here is matched again', () => {
  const rows = [
    { id: 'row-1', optionId: 'cheddar', partnerOptionId: 'A' },
    { id: 'row-2', optionId: null, partnerOptionId: 'B' },
  ]
  const own = [asked('cheddar'), asked('catupiry')]
  const there = [item(shown('A', { name: 'Catupiry' }), shown('B', { name: 'Catupiry' }))]
  expect(optionMatches(rows, own, there)).toEqual({
    matched: [{ id: 'row-2', optionId: 'catupiry', partnerOptionId: 'B', priceCents: 500 }],
    dropped: [],
  })
})

test('a match ends when the option is gone there and has another match, or none here', () => {
  const rows = [
    { id: 'row-1', optionId: 'cheddar', partnerOptionId: 'old' },
    { id: 'row-2', optionId: 'catupiry', partnerOptionId: 'gone' },
    { id: 'row-3', optionId: null, partnerOptionId: 'gone too' },
  ]
  const own = [asked('cheddar'), asked('catupiry')]
  expect(optionMatches(rows, own, [item(shown('new', { name: 'Cheddar' }))])).toEqual({
    matched: [{ id: null, optionId: 'cheddar', partnerOptionId: 'new', priceCents: 500 }],
    dropped: ['row-1', 'row-3'],
  })
})
