import { expect, test } from 'vitest'
import { methodExample } from './price-method.rules.ts'

const flavours = [
  { name: 'Camarão', priceCents: 6_000 },
  { name: 'Calabresa', priceCents: 4_000 },
  { name: 'Atum', priceCents: 5_000 },
]
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test.each([
  ['SUM', 2, 'Calabresa (R$ 40,00) e Camarão (R$ 60,00): R$ 100,00.'],
  ['MAX', 2, 'Meia Calabresa (R$ 40,00) e meia Camarão (R$ 60,00): R$ 60,00.'],
  ['AVG', 2, 'Meia Calabresa (R$ 40,00) e meia Camarão (R$ 60,00): R$ 50,00.'],
  ['SHARE', 2, 'Meia Calabresa (R$ 40,00) e meia Camarão (R$ 60,00): R$ 50,00.'],
  ['SHARE', 3, 'Duas partes de Calabresa (R$ 40,00) e uma de Camarão (R$ 60,00): R$ 46,67.'],
] as const)(
  'the rule %s of up to %i shows what it does with the dearest and the cheapest',
  (method, most, words) => {
    expect(plain(methodExample(method, flavours, most))).toBe(words)
  },
)

test('options of one price have no example', () => {
  expect(methodExample('MAX', [{ name: 'Uva', priceCents: 0 }], 2)).toBeNull()
  expect(methodExample('MAX', [], 2)).toBeNull()
})
