import { expect, test } from 'vitest'
import { printerWatch, type WatchedPrinter } from './printing.rules.ts'

const printer = (name: string, changes: Partial<WatchedPrinter> = {}): WatchedPrinter => ({
  id: name,
  storeId: 'loja',
  name,
  state: 'ok',
  since: '2026-11-20T20:00:00.000Z',
  cause: null,
  others: [],
  unprinted: [],
  ...changes,
})

test('a store without printers is not watched', () => {
  expect(printerWatch([])).toBeNull()
})

test('working printers are summed up in two words', () => {
  expect(printerWatch([printer('Cozinha')])).toMatchObject({ level: 'ok', words: 'Impressora pronta' })
  expect(printerWatch([printer('Cozinha'), printer('Caixa')])?.words).toBe('2 impressoras prontas')
})

test('a failing printer is named, with its number of unprinted tickets, worst first', () => {
  const watch = printerWatch([
    printer('Caixa', { unprinted: ['a'] }),
    printer('Cozinha', { state: 'out', cause: 'paper', unprinted: ['b', 'c'] }),
  ])
  expect(watch).toMatchObject({ level: 'bad', words: 'Cozinha fora · 3 sem sair' })
  expect(watch?.troubled.map((one) => one.name)).toEqual(['Cozinha', 'Caixa'])
})
