import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { Candidate } from '../../difference/candidate.ts'
import { candidateOfMenu } from '../../difference/candidate-of-menu.ts'
import { differenceOf } from '../../difference/menu-difference.rules.ts'
import { readApart } from './read-apart.ts'
import { readSource, type ReadSource } from './read-source.ts'
import { tableAsCsv, tableAsXlsx, tableOfMenu } from './spreadsheet/table-of-menu.ts'
import { withChanges } from '../../difference/with-changes.rules.ts'

const place = { timezone: 'America/Sao_Paulo', now: new Date('2026-11-18T15:00:00Z') }
const sheet = (bytes: Buffer | string) =>
  readSource({ kind: 'spreadsheet', type: '', bytes: Buffer.from(bytes), ...place })
const page = (text: string) =>
  readSource({ kind: 'page', type: 'text/html', bytes: Buffer.from(text), ...place })
const json = (value: unknown) =>
  readSource({ kind: 'page', type: 'application/json', bytes: Buffer.from(JSON.stringify(value)), ...place })

function menuIn(read: ReadSource): Candidate {
  if (!read.found) throw new Error(read.message)
  return read.found
}
const brief = (read: ReadSource) =>
  menuIn(read).items.map((item) => [item.category, item.name, item.priceCents, item.externalCode])
const problems = (read: ReadSource) =>
  menuIn(read).problems.map(({ where, message }) => `${where}: ${message}`)

describe('a spreadsheet', () => {
  test('is read by the titles of its columns, in any order, with its options below the item', async () => {
    const read = await sheet(
      [
        'preço;Item;Categoria;Grupo;Mínimo;Máximo;Opção;Preço da opção',
        '"R$ 1.024,90";X-Salada;Lanches;Ponto;1;1;Mal passado;',
        ';;;;;;Bem passado;',
        ';;;Adicionais;0;3;Bacon;4,00',
        '7;Água;Bebidas;;;;;',
      ].join('\r\n'),
    )
    expect(brief(read)).toEqual([
      ['Lanches', 'X-Salada', 102_490, null],
      ['Bebidas', 'Água', 700, null],
    ])
    expect(menuIn(read).groups).toEqual([
      {
        name: 'Ponto',
        externalCode: null,
        minPermitted: 1,
        maxPermitted: 1,
        options: [
          { name: 'Mal passado', externalCode: null, priceCents: 0 },
          { name: 'Bem passado', externalCode: null, priceCents: 0 },
        ],
      },
      {
        name: 'Adicionais',
        externalCode: null,
        minPermitted: 0,
        maxPermitted: 3,
        options: [{ name: 'Bacon', externalCode: null, priceCents: 400 }],
      },
    ])
  })

  test('saved by Excel in the encoding of Windows is read with its accents, codes with their zeros', async () => {
    const windows = Buffer.from('Código;Item;Preço\r\n007;Pão de açúcar;3,50\r\n', 'latin1')
    expect(brief(await sheet(windows))).toEqual([['Outros', 'Pão de açúcar', 350, '007']])
    expect(brief(await sheet('\uFEFFItem,Preço\r\nSuco,"9,90"\r\n'))).toEqual([['Outros', 'Suco', 990, null]])
    expect(brief(await sheet('Item\tPreço\nSuco\t9,90'))).toEqual([['Outros', 'Suco', 990, null]])
  })

  test.each([
    ['-0,01', '“-0,01” não é um preço. Informe em reais, como 12,50.'],
    ['NaN', '“NaN” não é um preço. Informe em reais, como 12,50.'],
    ['1e308', '“1e308” não é um preço. Informe em reais, como 12,50.'],
    ['', 'Informe o preço em reais, como 12,50.'],
    ['999.999,00', 'O preço é alto demais.'],
    ['=B2*2', 'O preço é uma fórmula. Cole o valor em reais, como 12,50.'],
  ])('a price of %s leaves its line out, told with the line', async (price, message) => {
    const read = await sheet(`Item;Preço\r\nBom;1,00\r\nRuim;${price}\r\n`)
    expect(brief(read)).toEqual([['Outros', 'Bom', 100, null]])
    expect(problems(read)).toEqual([`Linha 3: ${message}`])
  })

  test('a name that begins a formula, is huge or reads from right to left leaves its line out, with a message', async () => {
    const read = await sheet(
      `Item;Preço\r\n=cmd|' /C calc'!A0;1,00\r\n${'x'.repeat(64 * 1_024)};1,00\r\nשלום;1,00\r\n;1,00\r\n`,
    )
    expect(menuIn(read).items).toEqual([])
    expect(problems(read)).toEqual([
      'Linha 2: O nome parece uma fórmula de planilha. Comece por uma letra.',
      'Linha 3: O nome pode ter até 150 caracteres.',
      'Linha 4: O nome sai na comanda: use letras, números e sinais, sem emoji nem escrita da direita para a esquerda.',
      'Linha 5: Falta o nome do item.',
    ])
  })

  test('emoji and invisible signs leave a name, the rest stays', async () => {
    const read = await sheet(
      'Item;Preço\r\n🍕 Pizza\u202E grande ❤️;10,00\r\n__proto__;1,00\r\nconstructor;2,00\r\n',
    )
    expect(brief(read)).toEqual([
      ['Outros', 'Pizza grande', 1_000, null],
      ['Outros', '__proto__', 100, null],
      ['Outros', 'constructor', 200, null],
    ])
  })

  test('of the same item twice the first one counts, with a message', async () => {
    const read = await sheet('Item;Preço\r\nSuco;1,00\r\nsuco;2,00\r\n')
    expect(brief(read)).toEqual([['Outros', 'Suco', 100, null]])
    expect(problems(read)).toEqual(['Linha 3: suco já apareceu antes, com o mesmo código ou nome.'])
  })

  test('of the same item in two categories the first one counts; the message names the item and its line', async () => {
    const read = await sheet('Categoria;Item;Preço\r\nSucos;Laranja;9,00\r\nBolos;Laranja;7,00\r\n')
    expect(brief(read)).toEqual([['Sucos', 'Laranja', 900, null]])
    expect(problems(read)).toEqual(['Linha 3: Laranja já apareceu antes, com o mesmo código ou nome.'])
    const coded = await sheet(
      'Categoria;Código;Item;Preço\r\nSucos;S1;Laranja;9,00\r\nBolos;B1;Laranja;7,00\r\n',
    )
    expect([brief(coded), problems(coded)]).toEqual([
      [
        ['Sucos', 'Laranja', 900, 'S1'],
        ['Bolos', 'Laranja', 700, 'B1'],
      ],
      [],
    ])
  })

  test('with more than 5,000 items says how many were left out', async () => {
    const lines = Array.from({ length: 5_010 }, (_, index) => `Item ${String(index)};1,00`)
    const read = await sheet(['Item;Preço', ...lines].join('\r\n'))
    expect(menuIn(read).items).toHaveLength(5_000)
    expect(problems(read)).toEqual(['Cardápio: Um cardápio tem até 5.000 itens: 10 ficaram de fora.'])
  })

  test.each([
    [
      'Ana\nBia',
      'Não há colunas de item e preço nesta planilha. A primeira linha precisa dizer o nome de cada coluna. Comece pelo modelo.',
    ],
    ['', 'A planilha está vazia.'],
    ['Item;Preço', 'A planilha não tem itens.'],
    [
      '\u0000\u0001\u0002',
      'Este arquivo não é uma planilha que saibamos abrir. Mande em Excel (.xlsx) ou CSV.',
    ],
    [
      'PK\u0003\u0004 cut',
      'Não deu para abrir a planilha: o arquivo está incompleto ou estragado. Abra no Excel, salve como .xlsx e mande de novo.',
    ],
  ])('%j is no menu: %s', async (text, message) => {
    expect(await sheet(text)).toEqual({ found: null, message })
  })
})

describe('a workbook', () => {
  test('formulas are never worked out: the value that the file keeps counts', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['Item', 'Preço'],
            ['Suco', 9.9],
            ['Caro', null],
          ],
          cells: new Map([
            ['2,1', { value: null, type: 'formula', formula: 'HYPERLINK("http://x")', formulaResult: 5 }],
          ]),
        },
      ],
    })
    const read = await sheet(Buffer.from(bytes))
    expect(brief(read)).toEqual([
      ['Outros', 'Suco', 990, null],
      ['Outros', 'Caro', 500, null],
    ])
  })

  test('a bomb is refused before it is opened, whatever sizes it states', async () => {
    const bomb = zipOf([['xl/worksheets/sheet1.xml', Buffer.alloc(200 * 1024 * 1024)]])
    expect(bomb.byteLength).toBeLessThan(400_000)
    const before = process.memoryUsage().rss
    expect(await sheet(bomb)).toEqual({
      found: null,
      message: 'A planilha é grande demais. Mande até 5.000 itens por vez.',
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024)
  })

  test('many entries over the same bytes count each time', async () => {
    const ten = Buffer.alloc(10 * 1024 * 1024)
    const many = zipOf(
      Array.from({ length: 5 }, (_, index) => [`xl/worksheets/sheet${String(index)}.xml`, ten]),
    )
    expect(await sheet(many)).toEqual({
      found: null,
      message: 'A planilha é grande demais. Mande até 5.000 itens por vez.',
    })
  })
})

test('the menu that a store downloads changes nothing when it comes back, as CSV and as XLSX', async () => {
  const empty = { categories: [], otherItems: [], optionGroups: [] }
  const example = menuIn(await sheet(tableAsCsv(tableOfMenu(empty))))
  const menu = withChanges(empty, example, () => true)
  expect(menu.categories.map((one) => [one.name, one.items.length])).toEqual([
    ['Lanches', 1],
    ['Pizzas', 1],
    ['Bebidas', 1],
  ])
  expect(menu.optionGroups.map(({ name, priceMethod }) => [name, priceMethod])).toEqual([
    ['Ponto da carne', 'SUM'],
    ['Adicionais', 'SUM'],
    ['Sabores', 'MAX'],
  ])
  for (const file of [tableAsCsv(tableOfMenu(menu)), await tableAsXlsx(tableOfMenu(menu))])
    expect(differenceOf(menu, menuIn(await sheet(file)))).toEqual([])
  expect(candidateOfMenu(menu).items).toHaveLength(3)
})

test('how halves are charged is read from a spreadsheet in the words of owners; another word leaves the item out', async () => {
  const head = 'Item;Preço;Grupo;Máximo;Cobrança;Opção;Preço da opção'
  const rows = ['', 'soma', 'A mais cara', 'maior valor', 'MÉDIA', 'proporcional', 'constructor'].map(
    (word, index) => `Pizza ${index};0;Sabores ${index};2;${word};Calabresa;40,00`,
  )
  const read = await sheet([head, ...rows].join('\r\n'))
  expect(menuIn(read).groups.map(({ priceMethod }) => priceMethod)).toEqual([
    'SUM',
    'SUM',
    'MAX',
    'MAX',
    'AVG',
    'SHARE',
  ])
  expect(problems(read)).toEqual([
    'Linha 8: “constructor” não é uma cobrança. Use soma, a mais cara, média ou proporcional.',
  ])
})

const merchant = {
  id: 'm',
  items: [
    {
      id: 'i1',
      name: 'Pizza',
      description: 'De forno',
      externalCode: 'P1',
      unit: 'UN',
      serving: 2,
      nutritionalInfo: { allergen: ['MILK', 'NOT_ONE'], isAlcoholic: false },
    },
    { id: 'i2', name: 'Borda', description: '', externalCode: 'B1', unit: 'UN' },
    { id: 'i3', name: 'Vinho', description: '', externalCode: 'V1', unit: 'UN' },
  ],
  itemOffers: [
    { id: 'o2', itemId: 'i3', index: 1, price: { value: 89.995, currency: 'BRL' } },
    {
      id: 'o1',
      itemId: 'i1',
      index: 0,
      price: { value: 45.5, currency: 'BRL' },
      optionGroupsId: ['g1', 'nowhere'],
    },
    { id: 'o3', itemId: 'i2', index: 2, price: { value: 5, currency: 'USD' } },
  ],
  categories: [
    { id: 'c2', index: 1, name: 'Bebidas', externalCode: '2', itemOfferId: ['o2', 'o1'] },
    { id: 'c1', index: 0, name: 'Pizzas', externalCode: '1', itemOfferId: ['o1', 'gone'] },
  ],
  optionGroups: [
    {
      id: 'g1',
      index: 0,
      name: 'Borda',
      externalCode: 'G1',
      minPermitted: 0,
      maxPermitted: 1,
      options: [{ id: 'x', itemId: 'i2', price: { value: 8, currency: 'BRL' } }],
    },
  ],
}

describe('an Open Delivery merchant', () => {
  test('is read with its shelves, groups, allergens and codes; another currency is a problem', async () => {
    const read = await json(merchant)
    expect(read.found && read.kind).toBe('open-delivery')
    expect(brief(read)).toEqual([
      ['Pizzas', 'Pizza', 4_550, 'P1'],
      ['Bebidas', 'Vinho', 9_000, 'V1'],
    ])
    expect(menuIn(read).items[0]).toMatchObject({
      serving: 2,
      allergen: ['MILK'],
      isAlcoholic: false,
      description: 'De forno',
      groups: [0],
    })
    expect(menuIn(read).groups[0]).toMatchObject({
      name: 'Borda',
      externalCode: 'G1',
      options: [{ name: 'Borda', externalCode: 'B1', priceCents: 800 }],
    })
    expect(problems(read)).toEqual([
      'Pizzas: Um item desta categoria (gone) não está no documento, e ficou de fora.',
      'Pizza: Um grupo de opções (nowhere) não está no documento, e ficou de fora.',
      'Borda: Informe o preço em reais, como 12,50.',
    ])
  })

  test('tells when its items are sold, in the store’s zone; a season and a day that is none are named', async () => {
    const hours = (dayOfWeek: unknown, startTime: string, endTime: string) => ({
      hours: [{ dayOfWeek, timePeriods: { startTime, endTime } }],
    })
    const offer = (id: string, availabilityId?: unknown) => ({
      ...{ id, itemId: id, price: { value: 1 } },
      ...(availabilityId === undefined ? {} : { availabilityId }),
    })
    const read = await json({
      items: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, name: id })),
      itemOffers: [
        offer('a', ['lunch']),
        offer('b', ['night']),
        offer('c'),
        offer('d', ['season']),
        offer('e', ['odd']),
        offer('f', ['local', 'lunch']),
      ],
      categories: [
        {
          id: 'k',
          name: 'K',
          index: 0,
          availabilityId: ['lunch'],
          itemOfferId: ['a', 'b', 'c', 'd', 'e', 'f'],
        },
      ],
      availabilities: [
        { id: 'lunch', ...hours(['MONDAY', 'TUESDAY'], '14:00:00.000Z', '18:00:00.000Z') },
        { id: 'night', ...hours(['SATURDAY'], '01:00:00.000Z', '02:59:59.999Z') },
        { id: 'season', startDate: '2026-12-01', ...hours(['MONDAY'], '14:00:00.000Z', '18:00:00.000Z') },
        { id: 'odd', ...hours(['FERIADO'], '25:00', 'x') },
        { id: 'local', ...hours(['SUNDAY'], '09:30', '12:00') },
        null,
      ],
    })
    const lunch = { dayOfWeek: ['MONDAY', 'TUESDAY'], timePeriods: { startTime: '11:00', endTime: '15:00' } }
    expect(menuIn(read).items.map(({ name, availability }) => [name, availability])).toEqual([
      ['a', [lunch]],
      ['b', [{ dayOfWeek: ['FRIDAY'], timePeriods: { startTime: '22:00', endTime: '00:00' } }]],
      ['c', [lunch]],
      ['d', undefined],
      ['e', undefined],
      ['f', [{ dayOfWeek: ['SUNDAY'], timePeriods: { startTime: '09:30', endTime: '12:00' } }, lunch]],
    ])
    expect(problems(read)).toEqual(
      ['d', 'e'].map((name) => `${name}: Os horários de venda não deram para ler. Confira no item.`),
    )
  })

  test.each([null, 1, 'x', [], {}, { items: [] }, { items: {}, itemOffers: [] }])(
    '%j is none',
    async (document) => {
      expect((await json(document)).found).toBeNull()
    },
  )

  test('odd fields inside a merchant leave out their item only', async () => {
    const read = await json({
      items: [null, 3, { id: 'a', name: { $gt: '' } }, { id: 'b', name: 'Bom' }],
      itemOffers: [
        { id: 1, itemId: 'a', price: { value: 1 } },
        { id: 2, itemId: 'b', price: { value: 1 }, optionGroupsId: 'no list' },
        { id: 3, itemId: '__proto__', price: { value: -1 } },
        { id: 4, itemId: 'b', price: { value: 1e308 } },
        null,
      ],
      categories: 'none',
      optionGroups: { g: 1 },
    })
    expect(brief(read)).toEqual([['Outros', 'Bom', 100, null]])
  })
})

describe('a page with schema.org data', () => {
  const jsonLd = (value: unknown) =>
    `<html><script type="application/ld+json">${JSON.stringify(value)}</script>`

  test('JSON-LD: the menu of a restaurant, with sections in sections and references', async () => {
    const read = await page(
      jsonLd({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Restaurant', name: 'Cantina', hasMenu: { '@id': '#menu' } },
          {
            '@id': '#menu',
            '@type': 'Menu',
            hasMenuSection: [
              {
                '@type': 'MenuSection',
                name: 'Massas',
                hasMenuItem: {
                  '@type': 'MenuItem',
                  name: 'Nhoque',
                  description: '<b>Da casa</b>',
                  offers: { '@type': 'Offer', price: '42,90', priceCurrency: 'BRL' },
                },
                hasMenuSection: { '@id': '#sub' },
              },
            ],
          },
          {
            '@id': '#sub',
            '@type': 'https://schema.org/MenuSection',
            name: 'Recheadas',
            hasMenuItem: [
              { '@type': 'MenuItem', name: 'Ravióli', offers: { price: 51 } },
              { '@type': 'MenuItem', name: 'Caro', offers: { price: 9, priceCurrency: 'EUR' } },
            ],
          },
        ],
      }),
    )
    expect(brief(read)).toEqual([
      ['Massas', 'Nhoque', 4_290, null],
      ['Recheadas', 'Ravióli', 5_100, null],
    ])
    expect(menuIn(read).items[0]?.description).toBe('Da casa')
    expect(problems(read)).toEqual(['Caro: O preço não está em reais.'])
  })

  test('several offers of an item are its sizes', async () => {
    const read = await page(
      jsonLd({
        '@type': 'Menu',
        hasMenuItem: {
          '@type': 'MenuItem',
          name: 'Açaí',
          offers: [
            { name: '300 ml', price: 15 },
            { name: '500 ml', price: 20 },
          ],
        },
      }),
    )
    expect(brief(read)).toEqual([['Outros', 'Açaí', 1_500, null]])
    expect(menuIn(read).groups[0]?.options).toEqual([
      { name: '300 ml', externalCode: null, priceCents: 0 },
      { name: '500 ml', externalCode: null, priceCents: 500 },
    ])
  })

  test('microdata', async () => {
    const read = await page(`
      <div itemscope itemtype="https://schema.org/Menu"><h1 itemprop="name">Cardápio</h1>
        <section itemprop="hasMenuSection" itemscope itemtype="https://schema.org/MenuSection">
          <h2 itemprop="name">Sucos</h2>
          <ul><li itemprop="hasMenuItem" itemscope itemtype="https://schema.org/MenuItem">
            <b itemprop="name">Laranja</b> <p itemprop="description">Na hora
            <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
              <meta itemprop="priceCurrency" content="BRL"> R$ <span itemprop="price">9,50</span></div></li>
            <li itemprop="hasMenuItem" itemscope itemtype="https://schema.org/MenuItem">
            <b itemprop="name">Uva</b> <span itemprop="offers" itemscope><data itemprop="price" value="11.00">onze</data></span></li>
          </ul></section></div>`)
    expect(brief(read)).toEqual([
      ['Sucos', 'Laranja', 950, null],
      ['Sucos', 'Uva', 1_100, null],
    ])
  })

  test.each([
    '<html><p>Só texto',
    '<script type="application/ld+json">{ broken',
    '<script type="application/ld+json">{"@type":"Recipe"}</script>',
    '',
  ])('%s has no menu', async (html) => {
    expect((await page(html)).found).toBeNull()
  })

  test('data that leads round in circles or nests deeply ends', async () => {
    const round = {
      '@graph': [
        { '@id': '#a', '@type': 'Menu', name: 'A', hasMenuSection: { '@id': '#b' } },
        {
          '@id': '#b',
          '@type': 'MenuSection',
          name: 'B',
          hasMenuSection: { '@id': '#a' },
          hasMenuItem: { name: 'X', offers: { price: 1 } },
        },
      ],
    }
    expect(brief(await page(jsonLd(round)))).toEqual([['B', 'X', 100, null]])
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    expect((await page(`<script type="application/ld+json">${deep}</script>`)).found).toBeNull()
    const tags = '<div itemscope itemprop="x">'.repeat(20_000)
    expect((await page(`<div itemscope itemtype="https://schema.org/Menu">${tags}`)).found).toBeNull()
  })
})

test('a menu is read in a process of its own', async () => {
  const read = await readApart(
    { kind: 'spreadsheet', type: '', bytes: Buffer.from('Item;Preço\r\nSuco;1,00\r\n'), ...place },
    'store',
  )
  expect(brief(read)).toEqual([['Outros', 'Suco', 100, null]])
})

/** A zip with these entries, written by hand so that it may lie. */
function zipOf(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const body: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, bytes] of entries) {
    const packed = deflateRawSync(bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04_03_4b_50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02_01_4b_50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    // It claims to hold a hundred bytes.
    central.writeUInt32LE(100, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(at, 42)
    body.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, one) => sum + one.length, 0),
    12,
  )
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...body, ...directory, end])
}
