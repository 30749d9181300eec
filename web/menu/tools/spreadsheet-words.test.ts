import { expect, test } from 'vitest'
import { linesSentence, sheetsToAsk } from './spreadsheet-words.ts'

test('the lines of a spreadsheet are a sum', () => {
  const none = { options: 0, titles: 0, problems: 0, leftOut: 0 }
  expect(linesSentence({ ...none, seen: 2, items: 2 })).toBe('2 linhas: 2 itens.')
  expect(linesSentence({ seen: 11, items: 1, options: 2, titles: 1, problems: 3, leftOut: 4 })).toBe(
    '11 linhas: 1 item, 2 linhas de opções, 1 linha de título, 3 linhas com problema, 4 linhas de fora.',
  )
})

test('sheets that were left out can be asked for, those without columns cannot', () => {
  const sheet = (name: string, state: 'read' | 'hidden' | 'other-columns' | 'no-columns') => ({
    name,
    state,
    lines: 3,
  })
  const asked = sheetsToAsk({
    sheets: [
      sheet('Doces', 'read'),
      sheet('Antigo', 'hidden'),
      sheet('Notas', 'no-columns'),
      sheet('Compras', 'other-columns'),
      sheet('Pedida', 'read'),
    ],
    columns: [],
    needsColumns: false,
    lines: { seen: 12, items: 3, options: 0, titles: 0, problems: 0, leftOut: 9 },
    hidden: { rows: 0, columns: 0 },
    choices: { hidden: false, sheets: ['Pedida'] },
  })
  expect(asked.map(({ words }) => words)).toEqual([
    'Aba Antigo, escondida, 3 linhas',
    'Aba Compras, com outras colunas, 3 linhas',
    'Aba Pedida, 3 linhas',
  ])
})
