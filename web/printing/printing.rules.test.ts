import { expect, test } from 'vitest'
import type { PrintJob } from '../../contract/printing/printing.ts'
import { printerWatch, printOutcome, type WatchedPrinter } from './printing.rules.ts'

const printer = (name: string, changes: Partial<WatchedPrinter> = {}): WatchedPrinter => ({
  id: name,
  storeId: 'loja',
  name,
  kind: 'network',
  state: 'ok',
  since: '2026-11-20T20:00:00.000Z',
  cause: null,
  others: [],
  unprinted: [],
  ...changes,
})

const stores = [{ id: printer('').storeId, name: 'Brasa & Cia' }]

test('a store without printers is not watched', () => {
  expect(printerWatch([], stores)).toBeNull()
})

test('working printers are summed up in two words', () => {
  expect(printerWatch([printer('Cozinha')], stores)).toMatchObject({
    level: 'ok',
    words: 'Impressora pronta',
  })
  expect(printerWatch([printer('Cozinha'), printer('Caixa')], stores)?.words).toBe('2 impressoras prontas')
})

test('nobody says that a browser’s tickets are confirmed by the printer', () => {
  const watch = printerWatch([printer('Cozinha'), printer('Caixa', { kind: 'browser' })], stores)
  expect(watch?.repair).toContain('uma pessoa confirma')
})

test('a failing printer is named, with its number of unprinted tickets, worst first', () => {
  const watch = printerWatch(
    [
      printer('Caixa', { unprinted: ['a'] }),
      printer('Cozinha', { state: 'out', cause: 'paper', unprinted: ['b', 'c'] }),
    ],
    stores,
  )
  expect(watch).toMatchObject({ level: 'bad', words: 'Impressora Cozinha parada · 3 sem sair' })
  expect(watch?.troubled.map((one) => one.name)).toEqual(['Cozinha', 'Caixa'])
})

test('among several stores a failing printer says whose it is', () => {
  const two = [...stores, { id: 'other', name: 'Norte Grill Centro' }]
  const out = { state: 'out', cause: 'paper' } as const
  const words = (...printers: WatchedPrinter[]) => printerWatch(printers, two)?.words
  expect(words(printer('Cozinha', { ...out, storeId: 'other' }), printer('Caixa'))).toBe(
    'Impressora Cozinha parada em Norte Grill Centro',
  )
  expect(words(printer('Cozinha', out), printer('Caixa', { ...out, storeId: 'other' }))).toBe(
    '2 impressoras paradas em Brasa & Cia e Norte Grill Centro',
  )
  expect(words(printer('Cozinha', { storeId: 'other', unprinted: ['a'] }))).toBe(
    'Impressão pendente em Norte Grill Centro · 1 sem sair',
  )
})

test('what is said after a reprint is what came out of the printers', () => {
  const job = (printerName: string, state: PrintJob['state'], cause: PrintJob['cause'] = null) =>
    ({ printerName, state, cause }) as PrintJob
  expect(printOutcome([job('Cozinha', 'printed'), job('Cozinha', 'printed')])).toEqual({
    ended: true,
    bad: false,
    words: 'impresso em Cozinha.',
  })
  expect(printOutcome([job('Cozinha', 'failed', 'paper'), job('Balcão', 'printed')])).toMatchObject({
    ended: true,
    bad: true,
    words: expect.stringMatching(/^não saiu em Cozinha\. .+ impresso em Balcão\.$/) as string,
  })
  expect(printOutcome([job('Cozinha', 'queued')])).toMatchObject({ ended: false, bad: true })
  // Nobody knows yet, so nothing says that it is printed.
  expect(printOutcome([job('Caixa', 'handed')])).toEqual({
    ended: true,
    bad: false,
    words: 'enviado ao navegador (Caixa). Confira se saiu.',
  })
})
