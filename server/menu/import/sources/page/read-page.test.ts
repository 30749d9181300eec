import { expect, test } from 'vitest'
import { readSource, type ReadSource } from '../read-source.ts'

const place = { timezone: 'America/Sao_Paulo', now: new Date('2026-11-18T15:00:00Z') }
const readPage = (page: string | Buffer, charset: string | null = null, type = 'text/html') =>
  readSource({ kind: 'page', type, charset, bytes: Buffer.from(page), ...place })
const brief = (read: ReadSource) =>
  read.found?.items.map(({ category, name, priceCents }) => [category, name, priceCents])
const problems = (read: ReadSource) =>
  read.found?.problems.map(({ where, message }) => `${where}: ${message}`)
const script = (json: string, head = '') =>
  `<!doctype html><html><head>${head}<script type="application/ld+json">${json}</script></head></html>`
const menu = (item: string) =>
  `{"@type": "Menu", "hasMenuSection": {"@type": "MenuSection", "name": "Porções", "hasMenuItem": [${item}]}}`
const bread =
  '{"@type": "MenuItem", "name": "Pão de alho", "offers": {"price": "39.90", "priceCurrency": "BRL"}}'
const expected = [['Porções', 'Pão de alho', 3_990]]

test.each([
  ['the header of its reply', '', 'iso-8859-1', 'latin1'],
  ['a meta', '<meta charset="iso-8859-1">', null, 'latin1'],
  [
    'a meta of the old kind',
    '<meta http-equiv="content-type" content="text/html; charset=windows-1252">',
    null,
    'latin1',
  ],
  ['nothing', '', null, 'latin1'],
  ['a header that is wrong: its bytes are UTF-8', '', 'iso-8859-1', 'utf8'],
  ['a header that is wrong: its bytes are no UTF-8', '<meta charset="utf-8">', 'utf-8', 'latin1'],
  ['a name that does not exist', '', 'portugues', 'latin1'],
] as const)(
  'a page whose letters are named by %s keeps its accents',
  async (_what, head, charset, encoding) => {
    expect(brief(await readPage(Buffer.from(script(menu(bread), head), encoding), charset))).toEqual(expected)
  },
)

test.each([
  ['with its mark', Buffer.from(`\uFEFF${script(menu(bread))}`, 'utf16le')],
  ['without its mark', Buffer.from(script(menu(bread)), 'utf16le')],
  ['of the other order', Buffer.from(`\uFEFF${script(menu(bread))}`, 'utf16le').swap16()],
])('a page in UTF-16 %s is read, whatever its server says', async (_what, bytes) => {
  for (const charset of ['utf-8', 'utf-16', null])
    expect(brief(await readPage(bytes, charset))).toEqual(expected)
})

test('an Open Delivery answer in another charset keeps its accents', async () => {
  const document = JSON.stringify({
    items: [{ id: 'a', name: 'Pão de açúcar' }],
    itemOffers: [{ id: 'o', itemId: 'a', price: { value: 11.000000000000002, currency: 'BRL' } }],
    categories: [{ id: 'c', name: 'Doçaria', itemOfferId: ['o'] }],
  })
  for (const bytes of [Buffer.from(document, 'latin1'), Buffer.from(`\uFEFF${document}`, 'utf16le')])
    expect(brief(await readPage(bytes, 'iso-8859-1', 'application/json'))).toEqual([
      ['Doçaria', 'Pão de açúcar', 1_100],
    ])
})

test.each([
  ['a line break in a text', menu(bread.replace('Pão de', 'Pão\nde'))],
  ['a tab in a text', menu(bread.replace('Pão de', 'Pão\tde'))],
  ['commas before brackets', menu(`${bread.replace('}}', ',}}')},`)],
  ['comments', `/* cardápio */ ${menu(`${bread} // o da casa\n`)}`],
  ['CDATA', `//<![CDATA[\n${menu(bread)}\n//]]>`],
  ['an HTML comment', `<!--\n${menu(bread)}\n-->`],
  ['entities for quotes', menu(bread).replaceAll('"', '&quot;')],
  ['a semicolon at the end', `${menu(bread)};`],
])('data with %s is read, and the owner is asked to look', async (_what, json) => {
  const read = await readPage(script(json))
  expect(brief(read)).toEqual(expected)
  expect(problems(read)).toEqual(['Página: Os dados desta página têm erros de escrita. Confira os itens.'])
})

test('a block that cannot be read is named beside those that can', async () => {
  const read = await readPage(script('{{{{') + script(menu(bread)))
  expect(brief(read)).toEqual(expected)
  expect(problems(read)).toEqual(['Página: Uma parte dos dados desta página não deu para ler.'])
})

test('the catalogue of offers of a restaurant is a menu, with its catalogues as categories', async () => {
  const read = await readPage(
    script(
      JSON.stringify({
        '@type': 'Restaurant',
        hasOfferCatalog: {
          '@type': 'OfferCatalog',
          name: 'Cardápio',
          itemListElement: [
            {
              '@type': 'OfferCatalog',
              name: 'Massas',
              itemListElement: [
                { '@type': 'Offer', price: '42.90', itemOffered: { '@type': 'MenuItem', name: 'Nhoque' } },
                {
                  '@type': 'Offer',
                  itemOffered: { '@type': 'Product', name: 'Lasanha', offers: { price: 51 } },
                },
              ],
            },
            {
              '@type': 'Offer',
              price: 8,
              priceCurrency: 'BRL',
              name: 'Suco',
              itemOffered: { '@id': '#suco' },
            },
          ],
        },
      }),
    ),
  )
  expect(brief(read)).toEqual([
    ['Massas', 'Nhoque', 4_290],
    ['Massas', 'Lasanha', 5_100],
    ['Cardápio', 'Suco', 800],
  ])
})

test('a list of products is a menu; its parts without a product are counted', async () => {
  const product = (name: string, price: unknown) => ({
    '@type': 'Product',
    name,
    offers: { '@type': 'Offer', price },
  })
  const read = await readPage(
    script(
      JSON.stringify({
        '@graph': [
          {
            '@type': 'ItemList',
            name: 'Pizzas',
            itemListElement: [
              { '@type': 'ListItem', position: 1, item: product('Calabresa', '39,90') },
              { '@type': 'ListItem', position: 2, item: { '@id': '#b' } },
              product('Atum', 'a partir de R$ 40'),
              { '@type': 'ListItem', position: 3, url: 'https://loja.example/pizza' },
            ],
          },
          { '@id': '#b', ...product('Portuguesa', 44) },
        ],
      }),
    ),
  )
  expect(brief(read)).toEqual([
    ['Pizzas', 'Calabresa', 3_990],
    ['Pizzas', 'Portuguesa', 4_400],
  ])
  expect(problems(read)).toEqual([
    'Atum: “a partir de R$ 40” não é um preço que se possa ler.',
    'Página: Uma parte de uma lista não diz um produto e o seu preço, e ficou de fora.',
  ])
})

test('a page that tells its menu twice has each item once', async () => {
  const list =
    '{"@type": "ItemList", "itemListElement": [{"@type": "Product", "name": "Pão de Alho", "offers": {"price": 39.9}}]}'
  const read = await readPage(script(`[${menu(bread)}, ${list}]`))
  expect(brief(read)).toEqual(expected)
  expect(problems(read)).toEqual([])
})

test.each([
  ['39.90', 3_990],
  ['39,90', 3_990],
  ['R$39.90', 3_990],
  ['R$\u00A039,90', 3_990],
  ['39.90 BRL', 3_990],
  ['BRL 39', 3_900],
  ['1,299.00', 129_900],
  ['R$ 1.299,00', 129_900],
  ['1,299', 129_900],
  ['39.999', 4_000],
  [39.9, 3_990],
  [33.333333333333336, 3_333],
])('the price %j is %d centavos', async (price, cents) => {
  const read = await readPage(script(menu(`{"name": "X", "offers": {"price": ${JSON.stringify(price)}}}`)))
  expect(brief(read)).toEqual([['Porções', 'X', cents]])
})

test('an item or a section that is only a word is named', async () => {
  const read = await readPage(
    script(
      `{"@type": "Menu", "hasMenuSection": [{"name": "Porções", "hasMenuItem": [${bread}, "Bolinho"]}, "Bebidas"]}`,
    ),
  )
  expect(brief(read)).toEqual(expected)
  expect(problems(read)).toEqual([
    'Bolinho: Informe o preço em reais, como 12,50.',
    'Página: Uma parte do cardápio veio só com o texto “Bebidas” e ficou de fora.',
  ])
})

const inSections = (depth: number, inner: string) =>
  `${'{"@type":"MenuSection","hasMenuSection":'.repeat(depth)}${inner}${'}'.repeat(depth)}`
const inScopes = (depth: number, inner: string) =>
  `${'<div itemprop="hasMenuSection" itemscope>'.repeat(depth)}${inner}${'</div>'.repeat(depth)}`
const pie = '<p itemprop="hasMenuItem" itemscope><b itemprop="name">Torta</b>'
const linked = Array.from({ length: 60 }, (_, at) => ({
  ...{ '@id': `#${at}`, '@type': at === 0 ? 'Menu' : 'MenuSection', hasMenuSection: { '@id': `#${at + 1}` } },
  ...(at === 59 ? { hasMenuItem: { name: 'Torta' } } : {}),
}))

test.each([
  ['JSON', script(inSections(50, '{"hasMenuItem": {"name": "Torta"}}'))],
  ['references', script(JSON.stringify(linked))],
  ['microdata', `<div itemscope itemtype="https://schema.org/Menu">${inScopes(50, pie)}</div>`],
  [
    'elements',
    `<div itemscope itemtype="https://schema.org/Menu">${'<i>'.repeat(600)}${pie}${'</i>'.repeat(600)}</div>`,
  ],
  [
    '50,000 things',
    script(JSON.stringify({ more: Array.from({ length: 50_001 }, () => ({})), late: { menu: {} } })),
  ],
])('a page that has more or deeper %s than is read says so', async (_what, page) => {
  const read = await readPage(script(menu(bread)) + page)
  expect(brief(read)).toEqual(expected)
  expect(problems(read)).toEqual([
    'Página: Os dados desta página são grandes ou encaixados demais: uma parte ficou de fora.',
  ])
})

test.each([
  ['US$ 10', 'O preço não está em reais.'],
  ['10 EUR', 'O preço não está em reais.'],
  ['10 - 20', '“10 - 20” não é um preço que se possa ler.'],
  ['1.2.3', '“1.2.3” não é um preço que se possa ler.'],
])('the price %s leaves its item out with its words', async (price, message) => {
  const read = await readPage(script(menu(`${bread}, {"name": "X", "offers": {"price": "${price}"}}`)))
  expect(brief(read)).toEqual(expected)
  expect(problems(read)).toEqual([`X: ${message}`])
})
