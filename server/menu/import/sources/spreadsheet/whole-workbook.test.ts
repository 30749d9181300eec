import { expect, test } from 'vitest'
import { brief, menuIn, problemsIn, readSheet } from './testing/read.ts'
import { workbook } from './testing/workbook.ts'

const head = ['Item', 'Preço']
const lunch = { name: 'Lanches', rows: [head, ['Lanches da casa', 10]] }
const four = ['Lanches', 'Bebidas', 'Doces', 'Porções'].map((name) => ({
  name,
  rows: [head, [`${name} da casa`, 10]],
}))

test('all visible sheets with the same columns are read together; each names the category of its items', async () => {
  const read = await readSheet(await workbook(four))
  expect(brief(read)).toEqual([
    ['Lanches', 'Lanches da casa', 1_000],
    ['Bebidas', 'Bebidas da casa', 1_000],
    ['Doces', 'Doces da casa', 1_000],
    ['Porções', 'Porções da casa', 1_000],
  ])
  expect(problemsIn(read)).toEqual([])
})

test('a column of categories counts more than the name of the sheet, and names such as Plan1 are none', async () => {
  const withCategory = ['A', 'B'].map((name) => ({
    name,
    rows: [
      ['Categoria', ...head],
      ['Pizzas', `Pizza ${name}`, 40],
    ],
  }))
  expect(brief(await readSheet(await workbook(withCategory))).map(([category]) => category)).toEqual([
    'Pizzas',
    'Pizzas',
  ])
  const unnamed = ['Plan1', 'Planilha2'].map((name) => ({ name, rows: [head, [`Item ${name}`, 1]] }))
  expect(brief(await readSheet(await workbook(unnamed))).map(([category]) => category)).toEqual([
    'Outros',
    'Outros',
  ])
})

test('a hidden sheet, a sheet with other columns and one without any are named, and read when a person asks', async () => {
  const bytes = await workbook([
    lunch,
    { name: 'Antigo', state: 'hidden', rows: [head, ['Fora de linha', 1], ['Também', 2]] },
    { name: 'Muito escondida', state: 'veryHidden', rows: [head, ['Segredo', 3]] },
    {
      name: 'Compras',
      rows: [
        ['Produto', 'Valor', 'Código'],
        ['Farinha', 5, '9'],
      ],
    },
    { name: 'Notas', rows: [['Ligar para o fornecedor']] },
    { name: 'Vazia', rows: [] },
  ])
  const read = await readSheet(bytes)
  expect(brief(read)).toEqual([['Outros', 'Lanches da casa', 1_000]])
  expect(problemsIn(read)).toEqual([
    'Aba Antigo: Está escondida: 3 linhas ficaram de fora.',
    'Aba Muito escondida: Está escondida: 2 linhas ficaram de fora.',
    'Aba Compras: Tem outras colunas: 2 linhas ficaram de fora.',
    'Aba Notas: Não tem colunas de item e preço: 1 linha ficou de fora.',
  ])
  expect(menuIn(read).spreadsheet?.sheets.map(({ name, state, lines }) => [name, state, lines])).toEqual([
    ['Lanches', 'read', 2],
    ['Antigo', 'hidden', 3],
    ['Muito escondida', 'hidden', 2],
    ['Compras', 'other-columns', 2],
    ['Notas', 'no-columns', 1],
    ['Vazia', 'empty', 0],
  ])
  const asked = await readSheet(bytes, { sheets: ['Antigo', 'Compras'] })
  expect(brief(asked).map(([, name]) => name)).toEqual([
    'Lanches da casa',
    'Fora de linha',
    'Também',
    'Farinha',
  ])
})

test('hidden rows and columns are left out by their numbers, and read when a person asks', async () => {
  const bytes = await workbook([
    {
      rows: [
        [...head, 'Descrição'],
        ['Bolo', 9.5, 'De fubá'],
        ['Fora de linha', 1, ''],
        ['Pudim', 8.5, ''],
        ['Fora também', 1, ''],
        ['Mais um', 1, ''],
      ],
      hiddenRows: [3, 5, 6],
      hiddenColumns: [3],
    },
  ])
  const read = await readSheet(bytes)
  expect(menuIn(read).items.map(({ name, description }) => [name, description])).toEqual([
    ['Bolo', undefined],
    ['Pudim', undefined],
  ])
  expect(problemsIn(read)).toEqual([
    'Aba Plan1: 3 linhas escondidas ficaram de fora: 3, 5 e 6.',
    'Aba Plan1: A coluna Descrição está escondida e ficou de fora.',
  ])
  const asked = menuIn(await readSheet(bytes, { hidden: true }))
  expect(asked.items.map(({ name, description }) => [name, description])).toEqual([
    ['Bolo', 'De fubá'],
    ['Fora de linha', ''],
    ['Pudim', ''],
    ['Fora também', ''],
    ['Mais um', ''],
  ])
})

test('a workbook whose parts are named with backslashes, or whose cells do not say where they are, is read', async () => {
  const sheets = [{ rows: [head, ['Bolo', 9.5]] }]
  for (const how of [{ separator: '\\' }, { noReferences: true }])
    expect(brief(await readSheet(await workbook(sheets, how)))).toEqual([['Outros', 'Bolo', 950]])
})

test('of a problem in one of several sheets the sheet is named too', async () => {
  const read = await readSheet(
    await workbook([lunch, { name: 'Doces', rows: [head, ['Pudim', 'a combinar']] }]),
  )
  expect(problemsIn(read)).toEqual([
    'Doces, linha 2: “a combinar” não é um preço. Informe em reais, como 12,50.',
  ])
})

test('rows below the last row that is read are named', async () => {
  const lines = Array.from({ length: 20_010 }, (_, at) => (at % 5 === 0 ? `Item ${at};1,00` : ';'))
  const read = await readSheet(['Item;Preço', ...lines].join('\r\n'))
  expect(problemsIn(read)).toEqual(['Planilha: Passa de 20.000 linhas: o que vem depois ficou de fora.'])
})

const wide = ['Item', 'Preço', ...Array.from({ length: 198 }, () => '')]
const wideRows = (last: string) => [
  [...wide, last && 'Opção'],
  ['Bolo', '9,50', ...wide.slice(2), last],
]
const asPage = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`

test.each<readonly [string, string, (last: string) => string | Promise<Buffer>]>([
  ['a workbook', 'Aba Plan1', (last) => workbook([{ rows: wideRows(last) }])],
  [
    'a text',
    'Planilha',
    (last) =>
      wideRows(last)
        .map((cells) => cells.join(';'))
        .join('\r\n'),
  ],
  ['a page saved as a spreadsheet', 'Planilha', (last) => asPage(wideRows(last))],
])('columns beyond the 200 that are read of %s are named', async (_what, where, bytes) => {
  const read = await readSheet(await bytes('Com calda'))
  expect(brief(read)).toEqual([['Outros', 'Bolo', 950]])
  expect(problemsIn(read).filter((line) => line.includes('200'))).toEqual([
    `${where}: Passa de 200 colunas: o que vem depois ficou de fora.`,
  ])
  expect(problemsIn(await readSheet(await bytes(''))).filter((line) => line.includes('200'))).toEqual([])
})
