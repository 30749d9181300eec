import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candidate } from '../../difference/candidate.ts'
import { readOpenDelivery } from './read-open-delivery.ts'

function read(document: unknown): Candidate {
  const now = new Date('2026-11-18T15:00:00Z')
  const found = readOpenDelivery(document, { timezone: 'America/Sao_Paulo', now })
  if (!found) throw new Error('no menu')
  return found
}
const lines = (document: unknown) =>
  read(document).problems.map(({ where, message }) => `${where}: ${message}`)

const item = (id: string, name: string, more: object = {}) => ({ id, name, ...more })
const offer = (id: string, more: object = {}) => ({
  id: `o-${id}`,
  itemId: id,
  price: { value: 10 },
  ...more,
})
const group = (id: string, options: readonly unknown[], more: object = {}) => ({
  ...{ id, name: `Grupo ${id}`, minPermitted: 0, maxPermitted: 1 },
  options,
  ...more,
})
const items = [item('a', 'X-tudo'), item('b', 'Bacon')]
const shop = (more: object) => ({ items, itemOffers: [offer('a')], ...more })
const asks = (...optionGroupsId: readonly unknown[]) => ({ itemOffers: [offer('a', { optionGroupsId })] })
const bacon = { itemId: 'b', price: { value: 3 } }

test.each<readonly [string, unknown, readonly string[]]>([
  [
    'a second merchant',
    [shop({}), shop({ basicInfo: { name: 'Forno Sul' } }), { id: 'm3', items: [] }],
    ['Forno Sul', 'm3'].map(
      (name) => `Cardápio: O endereço traz mais de uma loja. Só a primeira foi lida; ficou de fora: ${name}.`,
    ),
  ],
  [
    'a group that an item asks and the document does not have',
    shop(asks('g9')),
    ['X-tudo: Um grupo de opções (g9) não está no documento, e ficou de fora.'],
  ],
  [
    'an item that a category lists and the document does not have',
    shop({ categories: [{ id: 'c', name: 'Lanches', itemOfferId: ['o-a', 'o-z'] }] }),
    ['Lanches: Um item desta categoria (o-z) não está no documento, e ficou de fora.'],
  ],
  [
    'groups of an option, by their ids',
    shop({
      ...asks('g1'),
      optionGroups: [group('g1', [{ ...bacon, optionGroupsId: ['g2'] }]), group('g2', [bacon])],
    }),
    [
      'Grupo g1: A opção Bacon tem “optionGroupsId”, que não sabemos ler. Ficou de fora: Grupo g2.',
      'Grupo g2: Nenhum item pede este grupo, e ele ficou de fora.',
    ],
  ],
  [
    'groups of an option, in it',
    shop({
      ...asks('g1'),
      optionGroups: [group('g1', [{ ...bacon, optionGroups: [group('g2', [])] }])],
    }),
    ['Grupo g1: A opção Bacon tem “optionGroups”, que não sabemos ler. Ficou de fora: Grupo g2.'],
  ],
  [
    'an option that is only a word',
    shop({ ...asks('g1'), optionGroups: [group('g1', [bacon, 'Cheddar'])] }),
    ['Grupo g1: Uma opção do grupo Grupo g1 veio só com o texto “Cheddar” e ficou de fora.'],
  ],
  [
    'a group that no item asks',
    shop({ optionGroups: [group('g1', [bacon])] }),
    ['Grupo g1: Nenhum item pede este grupo, e ele ficou de fora.'],
  ],
  [
    'a list that is new, of the merchant, a category and an item',
    shop({
      items: [item('a', 'X-tudo', { sauces: ['Da casa'] })],
      categories: [{ id: 'c', name: 'Lanches', subcategories: [{ id: 'c1', name: 'Smash' }] }],
      combos: [{ name: 'Combo do dia' }],
    }),
    [
      'Cardápio: Tem “combos”, que não sabemos ler. Ficou de fora: Combo do dia.',
      'Lanches: Tem “subcategories”, que não sabemos ler. Ficou de fora: Smash.',
      'X-tudo: Tem “sauces”, que não sabemos ler. Ficou de fora: Da casa.',
    ],
  ],
  [
    'a category that is only a word, and groups in another shape',
    shop({ categories: ['Lanches'], optionGroups: { g1: { name: 'Ponto' } } }),
    [
      'Cardápio: Tem “optionGroups”, que não sabemos ler. Ficou de fora: Ponto.',
      'Cardápio: Uma categoria veio só com o texto “Lanches” e ficou de fora.',
    ],
  ],
])('%s is named', (_what, document, expected) => {
  expect(lines(document)).toEqual(expected)
})

test('what the standard has beside the menu is no problem', () => {
  const picture = { URL: 'https://loja.example/a.png', CRC: 'x' }
  expect(
    lines({
      ...{
        id: 'm',
        basicInfo: { name: 'Forno' },
        services: [{ id: 's' }],
        menus: [{ id: 'n', name: 'Dia' }],
      },
      items: [
        item('a', 'X-tudo', { image: picture, images: [picture], nutritionalInfo: { additives: ['x'] } }),
      ],
      itemOffers: [
        offer('a', { price: { value: 1, originalValue: 2, currency: 'BRL' }, availabilityId: ['v'] }),
      ],
      categories: [{ id: 'c', name: 'Lanches', image: picture, availabilityId: ['v'], itemOfferId: ['o-a'] }],
      availabilities: [
        {
          id: 'v',
          hours: [{ dayOfWeek: ['MONDAY'], timePeriods: { startTime: '09:00', endTime: '12:00' } }],
        },
      ],
    }),
  ).toEqual([])
})

test('one id in the place of a list is a list of it', () => {
  const { items: made, groups } = read(
    shop({
      itemOffers: [offer('a', { optionGroupsId: 'g1' }), offer('b')],
      optionGroups: [group('g1', [bacon])],
      categories: [{ id: 'c', name: 'Lanches', itemOfferId: 'o-a' }],
    }),
  )
  expect(made.map(({ name, category, groups: asked }) => [name, category, asked])).toEqual([
    ['X-tudo', 'Lanches', [0]],
    ['Bacon', 'Outros', []],
  ])
  expect(groups.map(({ name }) => name)).toEqual(['Grupo g1'])
})

const name = fc.noBias(fc.integer({ min: 1e8, max: 1e9 - 1 })).map((number) => `nome${String(number)}`)

test('each offer is an item or one line of what was left out, whatever its id and its shelf', () => {
  const kinds = fc.array(
    fc.record({
      kind: fc.constantFrom('good', 'good', 'no price', 'dollars', 'no item', 'same item', 'word'),
      // Servers repeat ids, or have none.
      id: fc.constantFrom('o1', 'o2', 'o3', 'o4', undefined),
      name,
    }),
    { maxLength: 8 },
  )
  const shelves = fc.array(
    fc.record({
      name,
      index: fc.nat(3),
      itemOfferId: fc.option(fc.subarray(['o1', 'o2', 'o3', 'o4']), { nil: undefined }),
    }),
    { maxLength: 3 },
  )
  const offerOf = (kind: string, id: string | undefined, at: number): unknown =>
    ({
      'no price': { id, itemId: `i${at}` },
      dollars: { id, itemId: `i${at}`, price: { value: 1, currency: 'USD' } },
      'no item': { id, itemId: 'gone', price: { value: 1 } },
      'same item': { id, itemId: 'i0', price: { value: 1 } },
      word: `Prato ${at}`,
    })[kind] ?? { id, itemId: `i${at}`, price: { value: 1 } }
  fc.assert(
    fc.property(kinds, shelves, (made, categories) => {
      const itemOffers = made.map(({ kind, id }, at) => offerOf(kind, id, at))
      const ids = new Set(made.filter(({ kind }) => kind !== 'word').map(({ id }) => id))
      const known = categories.map(({ itemOfferId, ...category }) => ({
        ...category,
        ...(itemOfferId ? { itemOfferId: itemOfferId.filter((id) => ids.has(id as 'o1')) } : {}),
      }))
      const { items: found, problems } = read({
        items: made.map((one, at) => ({ id: `i${at}`, name: one.name })),
        itemOffers,
        categories: known,
      })
      expect(found.length + problems.length).toBe(itemOffers.length)
    }),
    { numRuns: 300, seed: 36 },
  )
})

test('each word of the menu is in it or in the list of what is missing, with fields that the standard does not have', () => {
  const more = fc.dictionary(
    fc.constantFrom('combos', 'modifiers', 'sizes'),
    fc.oneof(
      fc.array(name, { maxLength: 2 }),
      fc.record({ name }),
      fc.array(fc.record({ name }), { maxLength: 2 }),
    ),
    { maxKeys: 1 },
  )
  const grown = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.tuple(part, more).map(([own, extra]) => ({ ...extra, ...own }))
  const orWord = (part: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 6, arbitrary: part }, { weight: 1, arbitrary: name })
  const places = ['0', '1', '2']
  const groupId = fc.constantFrom(...places, '9')
  const options = fc.array(
    orWord(
      grown(
        fc.record(
          {
            itemId: fc.constantFrom(...places),
            price: fc.record({ value: fc.nat(9) }),
            optionGroupsId: fc.array(groupId),
          },
          { requiredKeys: ['itemId'] },
        ),
      ),
    ),
    { maxLength: 3 },
  )
  const documents = grown(
    fc.record({
      items: fc.tuple(...places.map((id) => grown(fc.record({ id: fc.constant(id), name })))),
      // All items are sold: one that is not is no part of the menu.
      itemOffers: fc.tuple(
        ...places.map((id) =>
          grown(
            fc.record(
              {
                id: fc.constant(id),
                itemId: fc.constant(id),
                price: fc.record({ value: fc.nat(9) }),
                optionGroupsId: fc.array(groupId),
              },
              { requiredKeys: ['id', 'itemId', 'price'] },
            ),
          ),
        ),
      ),
      optionGroups: fc.array(
        orWord(grown(fc.record({ id: fc.constantFrom(...places), name, minPermitted: fc.nat(1), options }))),
        { maxLength: 3 },
      ),
      categories: fc.array(
        orWord(
          grown(
            fc.record({
              name: fc.constantFrom('Lanches', 'Pizzas'),
              itemOfferId: fc.array(fc.constantFrom(...places), { maxLength: 2 }),
            }),
          ),
        ),
        { maxLength: 3 },
      ),
    }),
  )
  fc.assert(
    fc.property(documents, (document) => {
      const words = JSON.stringify(read(document))
      const told = JSON.stringify(document).match(/nome\d{9}/g) ?? []
      expect(told.filter((one) => !words.includes(one))).toEqual([])
    }),
    { numRuns: 300, seed: 36 },
  )
})
