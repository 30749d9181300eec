import { expect, test } from 'vitest'
import { keptUnits } from './kept-units.ts'

test('a size stays with its number, and nothing else changes', () => {
  expect(keptUnits('Suco de laranja 500 ml')).toBe('Suco de laranja 500\u00a0ml')
  expect(keptUnits('Combinado 20 peças com Guaraná 2 litros')).toBe(
    'Combinado 20\u00a0peças com Guaraná 2\u00a0litros',
  )
  expect(keptUnits('Pizza 4 queijos e 2 latas')).toBe('Pizza 4 queijos e 2 latas')
})
