import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { menuDocument, type DocumentItem, type MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { Candidate, RawItem } from './candidate.ts'
import { candidateFrom } from './candidate-from.ts'
import { candidateOfMenu } from './candidate-of-menu.ts'
import { differenceOf } from './menu-difference.rules.ts'
import { withChanges } from './with-changes.rules.ts'

const item = (name: string, more: Partial<DocumentItem> = {}): DocumentItem => ({
  externalCode: null,
  name,
  description: '',
  serving: null,
  unit: 'UN',
  ean: null,
  photoId: null,
  priceCents: 1_000,
  channels: [],
  allergen: [],
  isAlcoholic: false,
  taxClass: null,
  ncm: null,
  availability: [],
  locks: [],
  optionGroups: [],
  ...more,
})
const shelf = (name: string, items: DocumentItem[]): MenuDocument['categories'][number] => ({
  externalCode: `C-${name}`,
  name,
  description: '',
  status: 'AVAILABLE',
  availability: [],
  items,
})
const menu = (
  categories: MenuDocument['categories'],
  optionGroups: MenuDocument['optionGroups'] = [],
  otherItems: DocumentItem[] = [],
): MenuDocument => ({ categories, otherItems, optionGroups })
const group = (
  code: string,
  name: string,
  options: [string, number][],
): MenuDocument['optionGroups'][number] => ({
  externalCode: code,
  name,
  description: '',
  status: 'AVAILABLE',
  minPermitted: 0,
  maxPermitted: 1,
  priceMethod: 'SUM',
  options: options.map(([option, priceCents]) => ({
    externalCode: `O-${option}`,
    name: option,
    description: '',
    status: 'AVAILABLE' as const,
    priceCents,
    maxPermitted: 1,
  })),
})
const told = (items: Partial<RawItem>[]): Candidate =>
  candidateFrom(
    items.map((one) => ({ where: '', category: 'Lanches', name: 'X', priceCents: 1_000, ...one })),
  )
const all = () => true
const seen = (current: MenuDocument, other: Candidate) =>
  differenceOf(current, other).map(({ kind, name, fields, locked }) => [
    kind,
    name,
    fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
    locked,
  ])

describe('what another menu changes', () => {
  test('is new, changed or gone, each field with its old and new value', () => {
    const current = menu([shelf('Lanches', [item('X-Salada'), item('X-Bacon')])])
    const other = told([
      { name: 'x-salada', priceCents: 1_250, description: 'Com alface' },
      { name: 'X-Egg' },
    ])
    expect(seen(current, other)).toEqual([
      [
        'changed',
        'X-Salada',
        [
          'name: X-Salada → x-salada',
          'priceCents: R$\u00A010,00 → R$\u00A012,50',
          'description:  → Com alface',
        ],
        [],
      ],
      ['new', 'X-Egg', [], []],
      ['gone', 'X-Bacon', [], []],
    ])
  })

  test('what the other menu does not say is no change', () => {
    const current = menu([
      shelf('Lanches', [item('X', { description: 'Da casa', allergen: ['MILK'], serving: 2 })]),
    ])
    expect(seen(current, told([{ name: 'X' }]))).toEqual([])
  })

  test('a photo elsewhere is for an item without one, unless the store locked it', () => {
    const photoUrl = 'https://loja.example/x.jpg'
    const photoId = 'a'.repeat(64)
    const seenWith = (more: Partial<DocumentItem>) =>
      seen(menu([shelf('Lanches', [item('X', more)])]), told([{ name: 'X', photoUrl }]))
    expect(seenWith({})).toEqual([['changed', 'X', [`photo:  → ${photoUrl}`], []]])
    expect(seenWith({ photoId })).toEqual([])
    expect(seenWith({ locks: ['photo'] })).toEqual([['changed', 'X', [], ['photo']]])
  })

  test('a menu that does not say how halves are charged leaves the store’s rule; one that says it changes it', () => {
    const flavours = { ...group('G', 'Sabores', [['Calabresa', 4_000]]), priceMethod: 'MAX' as const }
    const current = menu([shelf('Lanches', [item('X', { optionGroups: ['G'] })])], [flavours])
    const options = [{ name: 'Calabresa', priceCents: 4_000 }]
    const silent = { name: 'Sabores', minPermitted: 0, maxPermitted: 1, options }
    expect(seen(current, told([{ name: 'X', groups: [silent] }]))).toEqual([])
    const other = told([{ name: 'X', groups: [{ ...silent, priceMethod: 'SHARE' }] }])
    const listed = 'Calabresa (+\u00A0R$\u00A040,00)'
    expect(seen(current, other)).toEqual([
      [
        'changed',
        'X',
        [`optionGroups: Sabores (0 a 1, a mais cara): ${listed} → Sabores (0 a 1, proporcional): ${listed}`],
        [],
      ],
    ])
    expect(withChanges(current, other, all).optionGroups).toMatchObject([
      { externalCode: 'G', priceMethod: 'SHARE' },
    ])
    const renamed = told([{ name: 'X', groups: [{ ...silent, name: 'Sabores da casa' }] }])
    expect(withChanges(current, renamed, all).optionGroups).toMatchObject([{ name: 'Sabores da casa' }])
  })

  test('a code finds the item whatever its name; the name finds it when one of them has no code', () => {
    const current = menu([shelf('Lanches', [item('X-Tudo', { externalCode: '7' }), item('Água')])])
    const other = told([
      { name: 'X tudo especial', externalCode: '7' },
      { name: 'agua', externalCode: '9', category: 'Bebidas' },
    ])
    expect(seen(current, other)).toEqual([
      ['changed', 'X-Tudo', ['name: X-Tudo → X tudo especial'], []],
      ['changed', 'Água', ['name: Água → agua', 'category: Lanches → Bebidas', 'externalCode:  → 9'], []],
    ])
  })

  test('two different codes are two items, also under one name', () => {
    const current = menu([shelf('Lanches', [item('X', { externalCode: '1' })])])
    expect(seen(current, told([{ name: 'X', externalCode: '2' }]))).toEqual([
      ['new', 'X', ['externalCode:  → 2'], []],
      ['gone', 'X', [], []],
    ])
  })

  test('a locked field is listed apart and never changed', () => {
    const current = menu([shelf('Lanches', [item('X', { locks: ['price'] })])])
    const other = told([{ name: 'X', priceCents: 9_900, description: 'Novo' }])
    expect(seen(current, other)).toEqual([['changed', 'X', ['description:  → Novo'], ['priceCents']]])
    const [changed] = withChanges(current, other, all).categories[0]?.items ?? []
    expect([changed?.priceCents, changed?.description]).toEqual([1_000, 'Novo'])
  })

  test("a marketplace's price is the one there; the store's own stays", () => {
    const channel = { platform: 'ifood' as const, merchantId: 'm-1', partnerItemId: 'p-1' }
    const current = menu([shelf('Lanches', [item('X', { channels: [{ ...channel, priceCents: 1_200 }] })])])
    const other = told([{ name: 'X', priceCents: 1_500, channel }])
    expect(seen(current, other)).toEqual([
      ['changed', 'X', ['channelPrice: R$\u00A012,00 → R$\u00A015,00'], []],
    ])
    const [changed] = withChanges(current, other, all).categories[0]?.items ?? []
    expect([changed?.priceCents, changed?.channels[0]?.priceCents]).toEqual([1_000, 1_500])
  })
})

describe('a menu with the ticked changes', () => {
  test('nothing ticked: the same menu, to the byte', () => {
    const current = menu(
      [shelf('Lanches', [item('X'), item('Y')])],
      [group('G1', 'Molho', [['Barbecue', 0]])],
    )
    expect(JSON.stringify(withChanges(current, told([{ name: 'Z' }]), () => false))).toBe(
      JSON.stringify(current),
    )
  })

  test('only what is ticked changes', () => {
    const current = menu([shelf('Lanches', [item('A'), item('B'), item('C')])])
    const other = told([{ name: 'A', priceCents: 1 }, { name: 'B', priceCents: 2 }, { name: 'D' }])
    const next = withChanges(current, other, (key) => key === 'changed b' || key === 'new d')
    expect(next.categories[0]?.items.map((one) => [one.name, one.priceCents])).toEqual([
      ['A', 1_000],
      ['B', 2],
      ['C', 1_000],
      ['D', 1_000],
    ])
  })

  test('a shelf that loses its last item goes with it; one that was empty before stays', () => {
    const current = menu([shelf('Lanches', [item('A')]), shelf('Futuro', [])])
    const next = withChanges(current, told([{ name: 'B', category: 'Bebidas' }]), all)
    expect(next.categories.map((one) => one.name)).toEqual(['Futuro', 'Bebidas'])
  })

  test('a group that changes for all of its items keeps its code; for some of them it becomes two', () => {
    const molho = group('G1', 'Molho', [
      ['Barbecue', 0],
      ['Alho', 100],
    ])
    const current = menu(
      [shelf('Lanches', [item('A', { optionGroups: ['G1'] }), item('B', { optionGroups: ['G1'] })])],
      [molho],
    )
    const groups = [
      {
        name: 'Molho',
        minPermitted: 0,
        maxPermitted: 1,
        options: [
          { name: 'Barbecue', priceCents: 0 },
          { name: 'Alho', priceCents: 150 },
        ],
      },
    ]
    const other = told([
      { name: 'A', groups },
      { name: 'B', groups },
    ])
    const both = withChanges(current, other, all)
    expect(
      both.optionGroups.map((one) => [
        one.externalCode,
        one.options[1]?.externalCode,
        one.options[1]?.priceCents,
      ]),
    ).toEqual([['G1', 'O-Alho', 150]])
    const one = withChanges(current, other, (key) => key === 'changed a')
    expect(one.optionGroups.map((made) => made.options[1]?.priceCents)).toEqual([100, 150])
    expect(one.categories[0]?.items[1]?.optionGroups).toEqual(['G1'])
  })
})

const names = fc.constantFrom('A', 'a', 'B', 'C', 'D', 'E', 'F')
const menus: fc.Arbitrary<MenuDocument> = fc
  .record({
    groups: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('G1', 'G2', 'G3'),
        fc.constantFrom('Molho', 'Ponto'),
        fc.uniqueArray(fc.tuple(fc.constantFrom('um', 'dois', 'três'), fc.integer({ min: 0, max: 300 })), {
          minLength: 1,
          selector: ([name]) => name,
        }),
      ),
      { selector: ([code]) => code },
    ),
    items: fc.uniqueArray(
      fc.record({
        name: names,
        externalCode: fc.option(fc.constantFrom('1', '2', '3', '4')),
        shelf: fc.constantFrom('Um', 'Dois', ''),
        priceCents: fc.integer({ min: 0, max: 5_000 }),
        locks: fc.subarray(['price', 'name', 'optionGroups'] as const),
        groups: fc.subarray(['G1', 'G2', 'G3']),
      }),
      { selector: (one) => one.externalCode ?? one.name.toLowerCase() },
    ),
    inner: fc.subarray(['G2', 'G3'] as const),
  })
  .map(({ groups, items, inner }) => {
    // A group of an option is one of the first group's, or of the second's.
    const above = (code: string, place: number) => {
      const holder = groups[place - 1]
      const [option] = holder?.[2][0] ?? []
      return holder && option && inner.includes(code as 'G2')
        ? { askedWith: { group: holder[0], option: `O-${option}` } }
        : {}
    }
    const codes = new Set(
      groups.filter(([code], place) => !('askedWith' in above(code, place))).map(([code]) => code),
    )
    const made = (shelfName: string) =>
      items
        .filter((one) => one.shelf === shelfName)
        .map(({ name, externalCode, priceCents, groups: named, locks }) =>
          item(name, {
            externalCode,
            priceCents,
            locks: [...locks],
            optionGroups: named.filter((code) => codes.has(code as 'G1')),
          }),
        )
    return menu(
      [shelf('Um', made('Um')), shelf('Dois', made('Dois'))],
      groups.map(([code, name, options], place) => ({
        ...group(code, name, options),
        ...above(code, place),
      })),
      made(''),
    )
  })

describe('any two menus', () => {
  test('a menu differs from itself in nothing', () => {
    fc.assert(
      fc.property(menus, (current) => {
        expect(differenceOf(current, candidateOfMenu(current))).toEqual([])
      }),
    )
  })

  test('with nothing ticked the menu stays the same to the byte', () => {
    fc.assert(
      fc.property(menus, menus, (current, other) => {
        expect(JSON.stringify(withChanges(current, candidateOfMenu(other), () => false))).toBe(
          JSON.stringify(current),
        )
      }),
    )
  })

  test('whatever is ticked, the result is a menu that can be kept', () => {
    fc.assert(
      fc.property(menus, menus, fc.func(fc.boolean()), (current, other, ticked) => {
        const next = withChanges(current, candidateOfMenu(other), ticked)
        const parsed = z.safeParse(menuDocument, next)
        // Two names that a person wrote may meet; every other rule holds.
        const issues = parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)
        expect(issues.filter((message) => !message.includes('está duas vezes'))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('with everything ticked only what is locked still differs', () => {
    fc.assert(
      fc.property(menus, menus, (current, other) => {
        const candidate = candidateOfMenu(other)
        const next = withChanges(current, candidate, all)
        const left = differenceOf(next, candidate).filter(
          (one) => one.fields.length > 0 || one.kind !== 'changed',
        )
        expect(left).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

test('2,000 items with their options are compared and joined within two seconds', () => {
  const groups = Array.from({ length: 100 }, (_, index) =>
    group(`G${index}`, `Grupo ${index}`, [
      ['um', index],
      ['dois', 2 * index],
    ]),
  )
  const items = (price: number) =>
    Array.from({ length: 2_000 }, (_, index) =>
      item(`Item ${index}`, {
        externalCode: `K${index}`,
        priceCents: price + index,
        optionGroups: [`G${index % 100}`, `G${(index + 1) % 100}`],
      }),
    )
  const current = menu([shelf('Lanches', items(1_000))], groups)
  const other = candidateOfMenu(menu([shelf('Lanches', items(2_000))], groups))
  const begun = performance.now()
  expect(differenceOf(current, other)).toHaveLength(2_000)
  withChanges(current, other, all)
  expect(performance.now() - begun).toBeLessThan(2_000)
})
