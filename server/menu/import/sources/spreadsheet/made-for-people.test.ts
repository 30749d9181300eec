import { expect, test } from 'vitest'
import { brief, menuIn, problemsIn, readSheet } from './testing/read.ts'
import { workbook } from './testing/workbook.ts'

test('merged cells count for every row beside them', async () => {
  const read = await readSheet(
    await workbook([
      {
        rows: [
          ['Categoria', 'Item', 'Preço'],
          ['Lanches', 'X-Salada', 22.9],
          [null, 'X-Egg', 19.9],
          [null, 'X-Tudo', 29.9],
          ['Bebidas', 'Coca', 6],
          [null, 'Água', null],
        ],
        merges: ['A2:A4', 'A5:A6', 'C5:C6'],
      },
    ]),
  )
  expect(brief(read)).toEqual([
    ['Lanches', 'X-Salada', 2_290],
    ['Lanches', 'X-Egg', 1_990],
    ['Lanches', 'X-Tudo', 2_990],
    ['Bebidas', 'Coca', 600],
    ['Bebidas', 'Água', 600],
  ])
})

test('an item that is merged over its options is one item', async () => {
  const read = await readSheet(
    await workbook([
      {
        rows: [
          ['Código', 'Item', 'Preço', 'Grupo', 'Opção', 'Preço da opção'],
          ['1', 'Açaí', 15, 'Adicionais', 'Granola', 2],
          [null, null, null, null, 'Banana', 1],
          ['2', 'Suco', 9, null, null, null],
        ],
        merges: ['A2:A3', 'B2:B3', 'C2:C3', 'D2:D3'],
      },
    ]),
  )
  expect(brief(read).map(([, name]) => name)).toEqual(['Açaí', 'Suco'])
  expect(menuIn(read).groups[0]?.options.map(({ name }) => name)).toEqual(['Granola', 'Banana'])
})

test('in a text file an empty category below a filled one is the same category', async () => {
  const read = await readSheet('Categoria;Item;Preço\nLanches;X-Egg;19,90\n;X-Tudo;29,90\nDoces;Pudim;9\n')
  expect(brief(read).map(([category]) => category)).toEqual(['Lanches', 'Lanches', 'Doces'])
})

test('rows that hold only a category name the items below them', async () => {
  const merged = await workbook([
    {
      rows: [
        ['Item', 'Preço'],
        ['LANCHES', null],
        ['X-Salada', 22.9],
        ['BEBIDAS', null],
        ['Coca', 6],
        ['Água', 4],
      ],
      merges: ['A2:B2', 'A4:B4'],
    },
  ])
  expect(brief(await readSheet(merged))).toEqual([
    ['LANCHES', 'X-Salada', 2_290],
    ['BEBIDAS', 'Coca', 600],
    ['BEBIDAS', 'Água', 400],
  ])
  const text = await readSheet('Item;Preço\nLanches:;\nX-Salada;22,90\nBebidas;\nCoca;6,00\nSem preço;\n')
  expect(brief(text)).toEqual([
    ['Lanches', 'X-Salada', 2_290],
    ['Bebidas', 'Coca', 600],
  ])
  expect(problemsIn(text)).toEqual([
    'Linha 2: “Lanches” foi lida como categoria do que vem abaixo.',
    'Linha 4: “Bebidas” foi lida como categoria do que vem abaixo.',
    'Linha 6: Informe o preço em reais, como 12,50.',
  ])
  const own = await readSheet('Categoria;Item;Preço\nLanches;;\n;X-Salada;22,90\nBebidas;;\n;Coca;6,00\n')
  expect(brief(own).map(([category]) => category)).toEqual(['Lanches', 'Bebidas'])
})

test('the titles are found below what people write above them, and again where a page repeats them', async () => {
  const rows = [
    ['Categoria', 'Item', 'Preço'],
    ['L', 'Bolo', 9.5],
    ['Categoria', 'Item', 'Preço'],
    ['L', 'Pudim', 8],
  ]
  const xlsx = await workbook([{ rows: [['CARDÁPIO CASA VERDE'], [], ...rows], merges: ['A1:C1'] }])
  const csv =
    '\uFEFFCARDÁPIO 2026\r\nAtualizado, por Ana\r\n\r\nCategoria;Item;Preço\r\nL;Bolo;9,50\r\nL;Pudim;8,00\r\n'
  for (const file of [xlsx, csv])
    expect(brief(await readSheet(file))).toEqual([
      ['L', 'Bolo', 950],
      ['L', 'Pudim', 800],
    ])
})

test.each([
  ['Sabor;Pequena;Média;Grande', ['Pequena', 'Média', 'Grande']],
  ['Item;Preço P;Preço M;Preço G', ['P', 'M', 'G']],
  ['Pizza;Broto (R$);Grande (R$);Família (R$)', ['Broto', 'Grande', 'Família']],
  ['Produto;300ml;500 ml;1 litro', ['300ml', '500 ml', '1 litro']],
  ['Item;Valor 4 fatias;Valor 8 fatias;Valor 12 fatias', ['4 fatias', '8 fatias', '12 fatias']],
  ['Item;Meia;Inteira;Gigante', ['Meia', 'Inteira', 'Gigante']],
])('prices by size in %s are a group of sizes', async (titles, names) => {
  const read = await readSheet(`${titles}\nCalabresa;39,90;49,90;59,90\nEspecial;;52,90;\n`)
  expect(brief(read)).toEqual([
    ['Outros', 'Calabresa', 3_990],
    ['Outros', 'Especial', 5_290],
  ])
  expect(menuIn(read).groups).toMatchObject([
    {
      name: 'Tamanho',
      minPermitted: 1,
      maxPermitted: 1,
      options: names.map((name, at) => ({ name, priceCents: at * 1_000 })),
    },
    { name: 'Tamanho', options: [{ name: names[1], priceCents: 0 }] },
  ])
})

test('sizes below a title that is merged over them are found', async () => {
  const read = await readSheet(
    await workbook([
      {
        rows: [
          ['Sabor', 'Preço', null, null],
          [null, 'P', 'M', 'G'],
          ['Calabresa', 39.9, 49.9, 59.9],
        ],
        merges: ['A1:A2', 'B1:D1'],
      },
    ]),
  )
  expect(menuIn(read).groups[0]?.options.map(({ name, priceCents }) => [name, priceCents])).toEqual([
    ['P', 0],
    ['M', 1_000],
    ['G', 2_000],
  ])
  expect(problemsIn(read)).toEqual([])
})

test('a line with values above the titles is named as left out', async () => {
  const read = await readSheet('Suco;9,00\nItem;Preço\nBolo;9,50\n')
  expect(problemsIn(read)).toEqual(['Linha 1: Está acima dos nomes das colunas e ficou de fora.'])
})

test('a menu that is hidden as a whole is asked for', async () => {
  const hidden = {
    name: 'Menu',
    state: 'hidden' as const,
    rows: [
      ['Item', 'Preço'],
      ['Bolo', 9.5],
    ],
  }
  const bytes = await workbook([{ name: 'Capa', rows: [['Bem-vindo']] }, hidden])
  expect(menuIn(await readSheet(bytes))).toMatchObject({
    items: [],
    partial: true,
    spreadsheet: { needsColumns: false },
  })
  expect(brief(await readSheet(bytes, { sheets: ['Menu'] }))).toEqual([['Outros', 'Bolo', 950]])
})

test('a size whose price is not understood leaves its item out with the words of the cell', async () => {
  const read = await readSheet('Sabor;P;G\nCalabresa;39,90;sob consulta\nNada;;\n')
  expect(menuIn(read).items).toEqual([])
  expect(problemsIn(read)).toEqual([
    'Linha 2: O preço de G, “sob consulta”, não é um preço.',
    'Linha 3: Nenhum tamanho tem preço.',
  ])
})

test.each([
  ['Código;Descrição;Grupo;Preço de venda;Unidade', '0001;X-SALADA;LANCHES;22,90;UN'],
  ['Cód.;Descrição do Produto;Seção;Vl. Venda;Un.', '0001;X-SALADA;LANCHES;22,90;UN'],
  ['CODIGO_PDV;NOME_PRODUTO;DEPARTAMENTO;PRECO_VENDA', '0001;X-SALADA;LANCHES;22,90'],
  ['Ref;Produto;Família;Preço unitário', '0001;X-SALADA;LANCHES;22,90'],
  ['PLU;Mercadoria;Subgrupo;Vlr. Unit.', '0001;X-SALADA;LANCHES;22,90'],
  ['SKU*;Nome do item*;Categoria do item;Preço\u00A0(R$)', '0001;X-SALADA;LANCHES;R$\u00A022,90'],
])('the titles of another system’s export are understood: %s', async (titles, line) => {
  const read = await readSheet(`${titles}\n${line}\n`)
  expect(menuIn(read).items).toMatchObject([
    { externalCode: '0001', name: 'X-SALADA', category: 'LANCHES', priceCents: 2_290 },
  ])
})

test('a description beside a name stays a description, and Grupo beside options stays the group of options', async () => {
  const read = await readSheet(
    'Nome;Descrição;Preço;Grupo;Opção;Valor da opção\nX-Egg;Com ovo;19,90;Ponto;Ao ponto;\n',
  )
  expect(menuIn(read).items).toMatchObject([{ name: 'X-Egg', description: 'Com ovo', category: 'Outros' }])
  expect(menuIn(read).groups[0]?.name).toBe('Ponto')
})

test('columns that are not understood are shown with their first values, and read as a person says', async () => {
  const file =
    'Denominação XYZ;Tabela 3;Aplicação;Preço de custo\nX-Egg;19,90;Lanches;8,00\nX-Tudo;29,90;Lanches;9,00\n'
  const read = await readSheet(file)
  expect(menuIn(read).items).toEqual([])
  expect(menuIn(read).spreadsheet).toMatchObject({
    needsColumns: true,
    columns: [
      { title: 'Denominação XYZ', examples: ['X-Egg', 'X-Tudo'], column: null },
      { title: 'Tabela 3', examples: ['19,90', '29,90'], column: null },
      { title: 'Aplicação', examples: ['Lanches', 'Lanches'], column: null },
      { title: 'Preço de custo', examples: ['8,00', '9,00'], column: null },
    ],
  })
  const mapped = await readSheet(file, {
    columns: new Map([
      ['denominacao xyz', 'item'],
      ['tabela 3', 'price'],
      ['aplicacao', 'category'],
      ['preco de custo', 'ignored'],
    ]),
  })
  expect(brief(mapped)).toEqual([
    ['Lanches', 'X-Egg', 1_990],
    ['Lanches', 'X-Tudo', 2_990],
  ])
  expect(menuIn(mapped).spreadsheet?.needsColumns).toBe(false)
  expect(problemsIn(mapped)).toEqual([])
})

test('a column that nobody understands is named beside a menu that is read', async () => {
  const read = await readSheet('Item;Preço;Estoque;Ativo\nSuco;9,00;12;S\n')
  expect(brief(read)).toEqual([['Outros', 'Suco', 900]])
  expect(problemsIn(read)).toEqual(['Colunas: Não foram lidas: Estoque e Ativo.'])
})
