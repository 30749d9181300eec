import { describe, expect, test } from 'vitest'
import { optionsCents } from '../../../../contract/menu/option-prices.ts'
import type { MenuDocument } from '../../../../contract/menu/menu-document.ts'
import { ifoodCatalogue } from '../../../marketplaces/ifood/catalogue.ts'
import type { Candidate } from '../../difference/candidate.ts'
import { differenceOf } from '../../difference/menu-difference.rules.ts'
import { withChanges } from '../../difference/with-changes.rules.ts'
import { readCatalogue } from './read-catalogue.ts'
import { ifoodWith, pizzas, priced, size, topping } from './testing/catalogue.ts'

const imported = async (...answers: Parameters<typeof ifoodWith>) =>
  readCatalogue(await ifoodCatalogue(ifoodWith(...answers)).read('m'), 'ifood', 'm')

const groupsOf = (candidate: Candidate, name: string) =>
  candidate.items
    .find((item) => item.name === name)
    ?.groups?.map((index) => candidate.groups[index])
    .map((group) => [
      group?.name,
      group?.minPermitted,
      group?.maxPermitted,
      group?.options.map((option) => [option.name, option.priceCents]),
    ])

describe('a category of pizzas', () => {
  test('is an item with size, flavours, crust and edge', async () => {
    const candidate = await imported(pizzas({}))
    expect(candidate.items).toMatchObject([{ name: 'Pizzas', category: 'Pizzas', priceCents: 0 }])
    expect(groupsOf(candidate, 'Pizzas')).toEqual([
      ['Tamanho', 1, 1, [['Grande', 0]]],
      [
        'Sabores',
        1,
        2,
        [
          ['Calabresa', 5_990],
          ['Portuguesa', 6_490],
        ],
      ],
      ['Massa', 1, 1, [['Fina', 0]]],
      ['Borda', 0, 1, [['Catupiry', 800]]],
    ])
  })

  test('charges halves as one pizza, and says that iFood did not say how', async () => {
    const candidate = await imported(pizzas({}))
    const flavours = candidate.groups.find(({ name }) => name === 'Sabores')
    expect(flavours?.assumedPriceMethod).toBe('AVG')
    const halves = [5_990, 6_490].map((priceCents, index) => ({
      menuOptionId: String(index),
      quantity: 1,
      priceCents,
      priceMethod: flavours?.assumedPriceMethod ?? 'SUM',
    }))
    expect(optionsCents(halves)).toBe(6_240)
    expect(candidate.problems).toMatchObject([
      { where: 'Pizzas', message: expect.stringContaining('meio a meio') },
    ])
  })

  test('becomes a group that charges the average, and leaves the rule of a group that the store has', async () => {
    const candidate = await imported(pizzas({}))
    const menuAfter = (menu: MenuDocument) => withChanges(menu, candidate, () => true)
    const first = menuAfter({ categories: [], otherItems: [], optionGroups: [] })
    const methodsOf = (menu: MenuDocument) =>
      menu.optionGroups.map(({ name, priceMethod }) => [name, priceMethod])
    expect(methodsOf(first)).toContainEqual(['Sabores', 'AVG'])
    const dearest = first.optionGroups.map((group) =>
      group.name === 'Sabores' ? { ...group, priceMethod: 'MAX' as const } : group,
    )
    expect(methodsOf(menuAfter({ ...first, optionGroups: dearest }))).toContainEqual(['Sabores', 'MAX'])
    expect(differenceOf(first, candidate)).toEqual([])
  })

  test('is an item a size where flavours cost more in another size', async () => {
    const sizes = [
      size('s1', 'Média'),
      size('s2', 'Grande', { externalCode: 'G', acceptedFractions: [1, 2, 3] }),
    ]
    const toppings = [topping('Calabresa', { s1: 49.9, s2: 59.9 }), topping('Doce', { s2: 60 })]
    const candidate = await imported(pizzas({ sizes, toppings }))
    expect(candidate.items).toMatchObject([
      { name: 'Pizzas Média' },
      { name: 'Pizzas Grande', externalCode: 'G' },
    ])
    expect(groupsOf(candidate, 'Pizzas Média')?.[0]).toEqual(['Sabores', 1, 2, [['Calabresa', 4_990]]])
    expect(groupsOf(candidate, 'Pizzas Grande')?.[0]).toEqual([
      'Sabores',
      1,
      3,
      [
        ['Calabresa', 5_990],
        ['Doce', 6_000],
      ],
    ])
    expect(candidate.problems).toContainEqual({
      where: 'Pizzas Média',
      message: 'Doce não tem preço no tamanho Média.',
    })
  })

  test.each([
    ['sizes', { sizes: [] }, ['Calabresa', 'Portuguesa', 'Fina', 'Catupiry']],
    ['flavours', { toppings: [] }, ['Grande', 'Fina', 'Catupiry']],
  ])('without %s is named as left out', async (_what, pizza, names) => {
    const candidate = await imported(pizzas(pizza))
    expect(candidate.items).toEqual([])
    for (const name of names) expect(candidate.problems.map(({ message }) => message).join()).toContain(name)
  })

  test('of the newer kind, an item with four groups, is read the same way', async () => {
    const group = (optionGroupType: string, name: string, options: readonly object[]) => ({
      optionGroupType,
      name,
      min: 1,
      max: 1,
      options,
    })
    const perSize = (name: string, s1: number, s2: number) => ({
      name,
      price: { value: s1 },
      contextModifiers: [
        { catalogContext: 'DEFAULT', parentOptionId: 's2', price: { value: s2 } },
        { catalogContext: 'INDOOR', parentOptionId: 's2', price: { value: 1 } },
      ],
    })
    const item = {
      id: 'i1',
      name: 'Pizza',
      type: 'PIZZA',
      price: { value: 0 },
      optionGroups: [
        group('SIZE', 'Escolha o tamanho', [
          { id: 's1', name: 'Média', fractions: [1] },
          { id: 's2', name: 'Grande', fractions: [1, 2] },
        ]),
        group('CRUST', 'Massa', [priced('Fina', 0)]),
        group('EDGE', 'Borda', [priced('Sem borda', 0)]),
        group('TOPPING', 'Sabor', [perSize('Calabresa', 49.9, 59.9)]),
      ],
    }
    const candidate = await imported([{ name: 'Pizzas', template: 'PIZZA', items: [item] }])
    expect(groupsOf(candidate, 'Pizza Média')?.[2]).toEqual(['Sabor', 1, 1, [['Calabresa', 4_990]]])
    expect(groupsOf(candidate, 'Pizza Grande')?.[2]).toEqual(['Sabor', 1, 2, [['Calabresa', 5_990]]])
    expect(groupsOf(candidate, 'Pizza Grande')?.[1]).toEqual(['Borda', 1, 1, [['Sem borda', 0]]])
  })
})

describe('a combo', () => {
  const burger = {
    name: 'Hambúrguer',
    price: { value: 0 },
    optionGroups: [
      {
        name: 'Deseja retirar?',
        min: 0,
        max: 2,
        options: [priced('Sem tomate', 0), priced('Sem alface', 0)],
      },
      {
        name: 'Ponto',
        min: 1,
        max: 1,
        options: [
          { ...priced('Ao ponto', 1), optionGroups: [{ name: 'Sal', options: [priced('Sem sal', 0)] }] },
        ],
      },
    ],
  }
  const combo = { id: 'i', name: 'Combo', type: 'COMBO_V2', price: { value: 30 } }

  test('keeps the groups of its options at the depth that they have', async () => {
    const optionGroups = [{ name: 'Escolha', min: 1, max: 1, options: [burger] }]
    const candidate = await imported([{ name: 'Combos', items: [{ ...combo, optionGroups }] }])
    expect(groupsOf(candidate, 'Combo')).toEqual([['Escolha', 1, 1, [['Hambúrguer', 0]]]])
    expect(candidate.problems).toEqual([])
    const { optionGroups: groups } = withChanges(
      { categories: [], otherItems: [], optionGroups: [] },
      candidate,
      () => true,
    )
    const holderOf = (code: string | undefined) =>
      groups.flatMap(({ options }) => options).find(({ externalCode }) => externalCode === code)?.name
    expect(
      groups.map(({ name, minPermitted, maxPermitted, askedWith }) => [
        name,
        minPermitted,
        maxPermitted,
        holderOf(askedWith?.option),
      ]),
    ).toEqual([
      ['Escolha', 1, 1, undefined],
      ['Deseja retirar?', 0, 2, 'Hambúrguer'],
      ['Ponto', 1, 1, 'Hambúrguer'],
      ['Sal', 0, 1, 'Ao ponto'],
    ])
  })

  test('read again changes nothing; one question less is a change of the item', async () => {
    const read = (groups: readonly unknown[]) =>
      imported([
        {
          name: 'Combos',
          items: [
            {
              ...combo,
              optionGroups: [
                { name: 'Escolha', min: 1, max: 1, options: [{ ...burger, optionGroups: groups }] },
              ],
            },
          ],
        },
      ])
    const before = withChanges(
      { categories: [], otherItems: [], optionGroups: [] },
      await read(burger.optionGroups),
      () => true,
    )
    expect(differenceOf(before, await read(burger.optionGroups))).toEqual([])
    const less = await read(burger.optionGroups.slice(1))
    expect(differenceOf(before, less)).toMatchObject([
      { kind: 'changed', fields: [{ field: 'optionGroups' }] },
    ])
    expect(withChanges(before, less, () => true).optionGroups.map(({ name }) => name)).toEqual([
      'Escolha',
      'Ponto',
      'Sal',
    ])
  })

  test('whose option cannot be kept says what goes with it', async () => {
    const odd = { ...burger, price: { value: -1 } }
    const optionGroups = [{ name: 'Escolha', min: 1, max: 1, options: [odd, priced('Pastel', 5)] }]
    const candidate = await imported([{ name: 'Combos', items: [{ ...combo, optionGroups }] }])
    const [problem] = candidate.problems
    expect(problem?.message).toContain('Hambúrguer')
    for (const name of ['Deseja retirar?', 'Ponto']) expect(problem?.message).toContain(name)
  })
})
