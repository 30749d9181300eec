import { expect, test } from 'vitest'
import { reportsOf } from './report-links.rules.ts'

const labels = (...stores: (readonly string[])[]) =>
  reportsOf(stores.map((modulesOff) => ({ modulesOff }))).map(({ label }) => label)

test('the report of ads keeps its place in the menu, whichever report is open', () => {
  expect(labels([], [])).toEqual([
    'Dia',
    'Vendas',
    'Produtos',
    'Cardápio',
    'Clientes',
    'Histórico',
    'Repasses',
    'Qualidade',
    'Anúncios',
    'Lojas',
  ])
})

test('one store has none to be compared with', () => {
  expect(labels([])).not.toContain('Lojas')
})

test('a report stays while one of the chosen stores uses it, and goes with the last', () => {
  expect(labels(['ads', 'finance'], [])).toEqual(expect.arrayContaining(['Anúncios', 'Repasses']))
  const without = labels(['ads', 'finance'], ['ads', 'finance'])
  expect(without).not.toContain('Anúncios')
  expect(without).not.toContain('Repasses')
})

test('until the stores are known every report is there, so that nothing moves', () => {
  expect(reportsOf(null)).toHaveLength(10)
})
