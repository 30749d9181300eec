import { expect, test } from 'vitest'
import { centsFromReais, centsTyped } from './money.ts'

test('amounts are parsed in every format that Brazilians type', () => {
  const cases: readonly (readonly [string, number | null])[] = [
    ['1.234,56', 123_456],
    ['R$ 12,50', 1_250],
    ['12,5', 1_250],
    ['12', 1_200],
    ['0,05', 5],
    ['1234,00', 123_400],
    ['', null],
    ['12.5', null],
    ['1,234.56', null],
    ['-5,00', null],
    ['1e3', null],
    ['12,345', null],
    ['doze', null],
  ]
  for (const [typed, cents] of cases) expect(centsTyped(typed), typed).toBe(cents)
})

test.each([
  [10.075, 1_008],
  [1.005, 101],
  [-10.075, -1_008],
  [0.285, 29],
  [0.1 + 0.2, 30],
  [12.344_999, 1_234],
  [98_765.43, 9_876_543],
  [0, 0],
])('%d reais are %d centavos', (reais, cents) => {
  expect(centsFromReais(reais)).toBe(cents)
})
