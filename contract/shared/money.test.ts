import { expect, test } from 'vitest'
import { centsTyped } from './money.ts'

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
