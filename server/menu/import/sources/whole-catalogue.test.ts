import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ifoodCatalogue } from '../../../marketplaces/ifood/catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'
import { ifoodWith, pizzas, priced, size, topping } from './testing/catalogue.ts'

const imported = async (...answers: Parameters<typeof ifoodWith>) =>
  readCatalogue(await ifoodCatalogue(ifoodWith(...answers)).read('m'), 'ifood', 'm')

describe('nothing of a catalogue vanishes', () => {
  const name = fc.noBias(fc.integer({ min: 1e8, max: 1e9 - 1 })).map((number) => `nome${String(number)}`)
  const price = fc.option(fc.record({ value: fc.integer({ min: 0, max: 90 }) }), { nil: undefined })
  // What iFood may add one day: a structure, a list of them or of texts, a bare word in the place of a part.
  const newField = fc.constantFrom('modifiers', 'customizations', 'bundle', 'sides')
  const newValue = fc.oneof(
    fc.record({ name }),
    fc.array(fc.record({ id: fc.uuid(), name }), { maxLength: 2 }),
    fc.array(name, { maxLength: 2 }),
    fc.record({ options: fc.array(fc.record({ name }), { maxLength: 2 }) }),
  )
  const grown = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc
      .tuple(part, fc.dictionary(newField, newValue, { maxKeys: 1 }))
      .map(([own, more]) => ({ ...more, ...own }))
  const orWord = (part: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 6, arbitrary: part }, { weight: 1, arbitrary: name })
  const part = grown(fc.record({ name, price }))
  const { options } = fc.letrec<{ options: unknown[] }>((tie) => ({
    options: fc.array(
      orWord(
        grown(
          fc.record(
            {
              name,
              price,
              optionGroups: fc.array(
                orWord(grown(fc.record({ name, min: fc.nat(2), max: fc.nat(3), options: tie('options') }))),
                { maxLength: 2 },
              ),
            },
            { requiredKeys: ['name'] },
          ),
        ),
      ),
      { maxLength: 2 },
    ),
  }))
  const groups = fc.array(
    orWord(
      grown(
        fc.record({
          name,
          optionGroupType: fc.constantFrom('OFFER_UNIT', 'SIZE', 'TOPPING', 'CRUST', 'EDGE'),
          min: fc.nat(2),
          max: fc.nat(3),
          options,
        }),
      ),
    ),
    { maxLength: 4 },
  )
  const item = grown(
    fc.record({
      id: fc.uuid(),
      name,
      type: fc.constantFrom('DEFAULT', 'PIZZA', 'COMBO_V2'),
      price: grown(fc.record({ value: fc.integer({ min: 0, max: 90 }) })),
      optionGroups: groups,
    }),
  )
  const sizes = fc.uniqueArray(
    grown(
      fc.record({
        id: fc.constantFrom('s1', 's2', 's3'),
        name,
        price,
        acceptedFractions: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
      }),
    ),
    { selector: ({ id }) => id },
  )
  const toppings = fc.array(
    orWord(
      grown(
        fc.record({
          name,
          prices: fc.dictionary(
            fc.constantFrom('s1', 's2', 's4'),
            fc.record({ value: fc.integer({ min: 1, max: 90 }) }),
          ),
        }),
      ),
    ),
    { maxLength: 3 },
  )
  const parts = fc.array(orWord(part), { maxLength: 2 })
  const category = grown(
    fc.record({
      // Of no other part: a category without items is not looked for.
      name: fc.constantFrom('Lanches', 'Pizzas'),
      template: fc.constantFrom('DEFAULT', 'PIZZA'),
      items: fc.option(fc.array(orWord(item), { maxLength: 2 }), { nil: undefined }),
      pizza: fc.option(grown(fc.record({ id: fc.uuid(), sizes, toppings, crusts: parts, edges: parts })), {
        nil: undefined,
      }),
    }),
  )

  test('each word of a part that iFood has or may have one day is in the menu or in the list of what is missing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(orWord(category), { minLength: 1, maxLength: 2 }), async (categories) => {
        const { items, groups: made, problems } = await imported(categories)
        const words = JSON.stringify([items, made, problems])
        const told = JSON.stringify(categories).match(/nome\d{9}/g) ?? []
        expect(told.filter((one) => !words.includes(one))).toEqual([])
      }),
      { numRuns: 300, seed: 36 },
    )
  })

  const burger = { name: 'X-tudo', price: { value: 20 } }
  const shelf = (items: readonly unknown[]) => [{ name: 'Lanches', items }]
  const grouped = (group: unknown) => shelf([{ ...burger, optionGroups: [group] }])
  const optioned = (option: unknown) =>
    grouped({ name: 'Ponto', min: 0, max: 1, options: [priced('Ao ponto', 0), option] })

  test.each([
    [
      'an item that is only a word',
      shelf(['X-tudo']),
      ['Lanches: Um item veio só com o texto “X-tudo” e ficou de fora.'],
    ],
    [
      'a category that is only a word',
      ['Promoções'],
      ['Cardápio: Uma categoria veio só com o texto “Promoções” e ficou de fora.'],
    ],
    [
      'a group that is only a word',
      grouped('Ponto'),
      ['X-tudo: Um grupo veio só com o texto “Ponto” e ficou de fora.'],
    ],
    [
      'an option that is only a word',
      optioned('Bem passado'),
      ['X-tudo: Uma opção do grupo Ponto veio só com o texto “Bem passado” e ficou de fora.'],
    ],
    [
      'a structure of a category that is new',
      [{ name: 'Lanches', buffet: [{ name: 'Por quilo' }] }],
      ['Lanches: A categoria Lanches tem “buffet”, que não sabemos ler. Ficou de fora: Por quilo.'],
    ],
    [
      'a list of an item that is new',
      shelf([{ ...burger, modifiers: [{ id: 'm1', name: 'Ponto' }] }]),
      ['X-tudo: Tem “modifiers”, que não sabemos ler. Ficou de fora: Ponto.'],
    ],
    [
      'a list of texts that is new',
      shelf([{ ...burger, removals: ['Sem sal', 'Sem alho'] }]),
      ['X-tudo: Tem “removals”, que não sabemos ler. Ficou de fora: Sem sal, Sem alho.'],
    ],
    [
      'a list of an option that is new',
      optioned({ ...priced('Mal passado', 1), customizations: [{ name: 'Selado' }] }),
      ['X-tudo: A opção Mal passado tem “customizations”, que não sabemos ler. Ficou de fora: Selado.'],
    ],
    [
      'a structure of a group that is new',
      grouped({ name: 'Ponto', options: [priced('Ao ponto', 0)], dependsOn: { name: 'Tamanho' } }),
      ['X-tudo: O grupo Ponto tem “dependsOn”, que não sabemos ler. Ficou de fora: Tamanho.'],
    ],
    [
      'a list in another shape',
      grouped({ name: 'Ponto', options: { first: { name: 'Ao ponto' } } }),
      [
        'X-tudo: O grupo Ponto tem “options”, que não sabemos ler. Ficou de fora: Ao ponto.',
        'X-tudo: O grupo Ponto não tem opções.',
      ],
    ],
    [
      'a price for several',
      optioned({ name: 'Dobro', price: { value: 5, scalePrices: [{ minQuantity: 3, value: 4 }] } }),
      [
        'X-tudo: O preço da opção Dobro tem “scalePrices”, que não sabemos ler. Ficou de fora: minQuantity 3, value 4.',
      ],
    ],
    [
      'the answer in another shape',
      { categories: [{ name: 'Lanches', items: [burger] }] },
      [
        'Um item sem nome: A categoria tem “categories”, que não sabemos ler. Ficou de fora: Lanches, X-tudo.',
      ],
    ],
  ])('%s is named', async (_what, categories, lines) => {
    const { problems } = await imported(categories)
    expect(problems.map(({ where, message }) => `${where}: ${message}`)).toEqual(lines)
  })

  test('a pizza that becomes an item a size tells once what was not read of it', async () => {
    const sizes = [size('s1', 'Média'), size('s2', 'Grande')]
    const toppings = [{ ...topping('Calabresa', { s1: 49, s2: 59 }), recipes: [{ name: 'Sem cebola' }] }]
    const { items, problems } = await imported(pizzas({ sizes, toppings, edges: ['Cheddar'] }))
    expect(items.map(({ name }) => name)).toEqual(['Pizzas Média', 'Pizzas Grande'])
    const lines = problems.map(({ message }) => message).filter((message) => !message.includes('meio a meio'))
    expect(lines).toEqual([
      'Uma opção veio só com o texto “Cheddar” e ficou de fora.',
      'A opção Calabresa tem “recipes”, que não sabemos ler. Ficou de fora: Sem cebola.',
    ])
  })

  test('hours, labels, channels, pictures, weights and diets of any part are no problem', async () => {
    const beside = {
      ...{ id: 'i', status: 'AVAILABLE', index: 3, sequence: 3, serving: 'SERVES_2', hasOptionGroups: true },
      shifts: [{ startTime: '10:00', endTime: '23:00', monday: true }],
      tags: ['VEGAN'],
      contextModifiers: [{ catalogContext: 'INDOOR', price: { value: 1 } }],
      images: ['a.jpg'],
      dietaryRestrictions: ['ORGANIC'],
      weight: { quantity: 300, unit: 'g' },
      sellingOption: { minimum: null, availableUnits: null },
      modifiers: [],
    }
    const optionGroups = [{ ...beside, name: 'Ponto', options: [{ ...beside, ...priced('Ao ponto', 0) }] }]
    const { problems } = await imported([
      { ...beside, name: 'Lanches', items: [{ ...beside, ...burger, optionGroups }] },
    ])
    expect(problems).toEqual([])
  })

  test('a second catalog of the app is named; one of the tables is not the app’s', async () => {
    const catalogs = [
      { catalogId: 'mesa', context: ['INDOOR'] },
      { catalogId: 'c1', context: ['DEFAULT'] },
      { catalogId: 'c2', context: ['DEFAULT', 'WHITELABEL'] },
    ]
    const { items, problems } = await imported(shelf([burger]), catalogs)
    expect(items.map(({ name }) => name)).toEqual(['X-tudo'])
    expect(problems).toEqual([
      {
        where: 'Cardápio',
        message:
          'O iFood tem mais de um cardápio do aplicativo para esta loja. Só o primeiro foi lido; ficou de fora: c2.',
      },
    ])
  })

  test('a shop without a catalog of the app gets a line that says so', async () => {
    const { items, problems } = await imported([], [{ catalogId: 'mesa', context: ['INDOOR'] }])
    expect([items, problems]).toEqual([
      [],
      [{ where: 'Cardápio', message: 'O iFood não tem um cardápio do aplicativo para esta loja.' }],
    ])
  })
})
