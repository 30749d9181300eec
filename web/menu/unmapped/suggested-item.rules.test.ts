import { expect, test } from 'vitest'
import { suggestedItem } from './suggested-item.rules.ts'

const menu = ['Pizza de calabresa', 'Pizza de mussarela', 'Guaraná lata', 'Guaraná 2 litros'].map((name) => ({
  name,
}))
const suggested = (sent: string) => suggestedItem(sent, menu)?.name ?? null

test.each([
  ['PIZZA CALABRESA', 'Pizza de calabresa'],
  ['Calabresa (pizza)', 'Pizza de calabresa'],
  ['Guarana em lata', 'Guaraná lata'],
  ['Pizza de calabresa grande', 'Pizza de calabresa'],
])('%s is offered as %s', (sent, name) => {
  expect(suggested(sent)).toBe(name)
})

test.each(['Pizza', 'Guaraná', 'X-Burger', '', '★'])('nothing is offered for “%s”', (sent) => {
  expect(suggested(sent)).toBeNull()
})

test('of two items that are equally like it none is offered', () => {
  expect(suggestedItem('Suco de laranja', [{ name: 'Suco laranja' }, { name: 'Laranja: suco' }])).toBeNull()
})
