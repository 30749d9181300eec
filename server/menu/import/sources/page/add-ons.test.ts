import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candidate } from '../../../difference/candidate.ts'
import { readJsonLd } from './read-schema-org.ts'

function read(document: unknown): Candidate {
  const found = readJsonLd(document)
  if (!found) throw new Error('no menu')
  return found
}
const priced = (name: string, price: unknown, more: object = {}) => ({
  ...{ '@type': 'MenuItem', name, offers: { '@type': 'Offer', price } },
  ...more,
})
const section = (name: string, hasMenuItem: readonly unknown[]) => ({
  '@type': 'MenuSection',
  name,
  hasMenuItem,
})
const withAddOns = (...menuAddOn: readonly unknown[]) =>
  section('Lanches', [priced('X-tudo', 20, { menuAddOn })])
const groups = (candidate: Candidate) =>
  candidate.items.map(({ name, groups: asked }) => [
    name,
    asked
      ?.map((at) => candidate.groups[at])
      .map((group) => [
        ...[group?.name, group?.minPermitted, group?.maxPermitted],
        group?.options.map((option) => [option.name, option.priceCents]),
      ]),
  ])
const lines = ({ problems }: Candidate) => problems.map(({ where, message }) => `${where}: ${message}`)

test('what may be added to an item is a group of options, a section of it a group of its own', () => {
  const candidate = read({
    '@type': 'Menu',
    hasMenuSection: withAddOns(
      priced('Bacon', '4,00'),
      priced('Ovo', 3),
      section('Molhos', [priced('Da casa', 0), priced('Picante', 1.5)]),
    ),
  })
  expect(groups(candidate)).toEqual([
    [
      'X-tudo',
      [
        [
          'Adicionais',
          0,
          2,
          [
            ['Bacon', 400],
            ['Ovo', 300],
          ],
        ],
        [
          'Molhos',
          0,
          2,
          [
            ['Da casa', 0],
            ['Picante', 150],
          ],
        ],
      ],
    ],
  ])
  expect(lines(candidate)).toEqual([])
})

test('an add-on with several prices is an option a price, and follows the sizes of its item', () => {
  const offers = [
    { name: 'P', price: 3 },
    { name: 'G', price: 5 },
  ]
  const sizes = {
    offers: [
      { name: '300 ml', price: 15 },
      { name: '500 ml', price: 20 },
    ],
  }
  const item = { '@type': 'MenuItem', name: 'Açaí', ...sizes, menuAddOn: { name: 'Granola', offers } }
  expect(groups(read({ '@type': 'Menu', hasMenuItem: item }))).toEqual([
    [
      'Açaí',
      [
        [
          'Tamanho',
          1,
          1,
          [
            ['300 ml', 0],
            ['500 ml', 500],
          ],
        ],
        [
          'Adicionais',
          0,
          2,
          [
            ['Granola P', 300],
            ['Granola G', 500],
          ],
        ],
      ],
    ],
  ])
})

test.each<readonly [string, unknown, readonly string[]]>([
  [
    'no price',
    { '@type': 'MenuItem', name: 'Salada' },
    ['O adicional Salada não diz o preço, e ficou de fora.'],
  ],
  ['a word in its place', 'Salada', ['O adicional Salada não diz o preço, e ficou de fora.']],
  ['a price in dollars', priced('Salada', 'US$ 2'), ['Adicional Salada: O preço não está em reais.']],
  [
    'a section without prices',
    section('Saladas', [{ name: 'Verde' }]),
    ['O adicional Verde não diz o preço, e ficou de fora.', 'O grupo Saladas não tem opções.'],
  ],
])('an add-on with %s is named', (_what, addOn, messages) => {
  const candidate = read({ '@type': 'Menu', hasMenuSection: withAddOns(addOn) })
  expect(groups(candidate).flat()).not.toContain('Salada')
  expect(lines(candidate)).toEqual(messages.map((message) => `X-tudo: ${message}`))
})

test('what may be added to an add-on is named', () => {
  const candidate = read({
    '@type': 'Menu',
    hasMenuSection: withAddOns(priced('Batata', 9, { menuAddOn: [priced('Cheddar', 2), 'Bacon em cubos'] })),
  })
  expect(groups(candidate)).toEqual([['X-tudo', [['Adicionais', 0, 1, [['Batata', 900]]]]]])
  expect(lines(candidate)).toEqual([
    'X-tudo: O adicional Batata tem “menuAddOn”, que não sabemos ler. Ficou de fora: Cheddar, Bacon em cubos.',
  ])
})

test('a section in an add-on is no category of a page that has sections only', () => {
  const candidate = read(withAddOns(section('Molhos', [priced('Picante', 1)])))
  expect(candidate.categories.map(({ name }) => name)).toEqual(['Lanches'])
  expect(groups(candidate)).toEqual([['X-tudo', [['Molhos', 0, 1, [['Picante', 100]]]]]])
})

test('each add-on is an option or a line of what was left out, at any depth', () => {
  const name = fc.noBias(fc.integer({ min: 1e8, max: 1e9 - 1 })).map((number) => `nome${String(number)}`)
  const { addOns } = fc.letrec<{ addOn: unknown; addOns: unknown[] }>((tie) => ({
    addOn: fc.oneof(
      { maxDepth: 3 },
      name,
      fc.record(
        {
          name,
          offers: fc.array(fc.record({ price: fc.constantFrom(3, 'US$ 2', 'a combinar', '') }), {
            maxLength: 2,
          }),
          menuAddOn: tie('addOns'),
        },
        { requiredKeys: ['name'] },
      ),
      fc.record(
        {
          '@type': fc.constant('MenuSection'),
          name,
          hasMenuItem: tie('addOns'),
          hasMenuSection: tie('addOns'),
        },
        { requiredKeys: ['@type', 'name'] },
      ),
    ),
    addOns: fc.array(tie('addOn'), { maxLength: 2 }),
  }))
  fc.assert(
    fc.property(addOns, (menuAddOn) => {
      const words = JSON.stringify(read({ '@type': 'Menu', hasMenuSection: withAddOns(...menuAddOn) }))
      const told = JSON.stringify(menuAddOn).match(/nome\d{9}/g) ?? []
      expect(told.filter((one) => !words.includes(one))).toEqual([])
    }),
    { numRuns: 300, seed: 36 },
  )
})
