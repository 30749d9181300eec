import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import {
  channelsText,
  entriesWith,
  found,
  pauseWords,
  priceText,
  resumeWords,
  rowsOf,
  saleText,
  sectionsOfRows,
  type MenuRow,
  type StoreMenu,
} from './menu-rows.rules.ts'
import { categoryNamed, noFacts } from '../../testing/menu-parts.ts'

const store = (name: string): Store => ({ id: name, name, role: 'owner' }) as Store

interface Dish {
  readonly name: string
  readonly code?: string | null
  readonly category?: string | null
  readonly cents?: number
  readonly paused?: boolean
  readonly photo?: boolean
  readonly platforms?: readonly string[]
}

function menuOf(name: string, dishes: readonly Dish[]): StoreMenu {
  const categories = [...new Set(dishes.flatMap(({ category = 'Pratos' }) => category ?? []))]
  const items = dishes.map((dish, at): MenuItem => ({
    id: `${name}/${String(at)}`,
    categoryId: dish.category === null ? null : `${name}/${dish.category ?? 'Pratos'}`,
    name: dish.name,
    description: '',
    externalCode: dish.code ?? null,
    productKey: dish.code ?? dish.name,
    priceCents: dish.cents ?? 1_000,
    photoUrl: dish.photo ? '/photo' : null,
    status: dish.paused ? 'UNAVAILABLE' : 'AVAILABLE',
    pause: dish.paused
      ? { since: '2026-11-20T12:00:00.000Z', until: null, byName: 'Lia', reason: null }
      : null,
    channels: (dish.platforms ?? []).map((platform) => ({
      platform: platform as 'ifood',
      merchantId: platform,
      priceCents: 1_000,
      status: 'AVAILABLE',
      pending: false,
      refusal: null,
    })),
    optionGroupIds: [],
    ...noFacts,
    version: 1,
  }))
  const menu: Menu = {
    categories: categories.map((category) => categoryNamed(`${name}/${category}`, category)),
    items,
    optionGroups: [],
  }
  return { store: store(name), menu }
}

const shape = (rows: readonly MenuRow[]) =>
  rows.map((row) => row.entries.map(({ item }) => item.id).join(' '))
const only = (menus: readonly StoreMenu[]): MenuRow => {
  const [row, ...more] = rowsOf(menus)
  if (!row || more.length > 0) throw new Error(`${String(more.length + 1)} rows`)
  return row
}

describe('one dish of several stores', () => {
  test('is one row by its external code, whatever the stores call it', () => {
    const menus = [
      menuOf('A', [{ name: 'Água', code: 'BEB-1' }]),
      menuOf('B', [{ name: 'Água sem gás', code: 'BEB-1', category: 'Bebidas' }]),
    ]
    expect(shape(rowsOf(menus))).toEqual(['A/0 B/0'])
  })

  test('is one row by name and category when the codes differ or are missing, whatever accents and case', () => {
    const menus = [
      menuOf('A', [{ name: 'Pão de Alho', code: 'A-1' }]),
      menuOf('B', [{ name: 'pao de alho', code: 'Z-9' }]),
      menuOf('C', [{ name: 'PÃO DE ALHO ' }]),
    ]
    expect(shape(rowsOf(menus))).toEqual(['A/0 B/0 C/0'])
  })

  test('stays apart where only the name is the same', () => {
    const menus = [
      menuOf('A', [{ name: 'Calabresa', category: 'Pizzas' }]),
      menuOf('B', [{ name: 'Calabresa', category: 'Porções' }]),
    ]
    expect(shape(rowsOf(menus))).toEqual(['A/0', 'B/0'])
  })

  test('two dishes of one store are two rows, even with one name', () => {
    const menus = [menuOf('A', [{ name: 'Suco' }, { name: 'SUCO' }]), menuOf('B', [{ name: 'Suco' }])]
    expect(shape(rowsOf(menus))).toEqual(['A/0 B/0', 'A/1'])
  })

  test('every item of every store is in exactly one row, and a row has at most one item of a store', () => {
    const dish = fc.record({
      name: fc.constantFrom('Água', 'agua', 'Suco', 'Pão de alho', 'Pizza', '🍕', ''),
      code: fc.option(fc.constantFrom('1', '2', 'BEB-1', ' 1', '')),
      category: fc.option(fc.constantFrom('Bebidas', 'bebidas', 'Pratos')),
    })
    fc.assert(
      fc.property(
        fc.array(fc.array(dish, { maxLength: 9 }), { maxLength: 6 }),
        fc.boolean(),
        (given, reversed) => {
          const menus = given.map((dishes, at) => menuOf(`S${String(at)}`, dishes))
          const rows = rowsOf(reversed ? menus.toReversed() : menus)
          const ids = rows.flatMap((row) => row.entries.map(({ item }) => item.id))
          expect(ids.toSorted()).toEqual(
            menus.flatMap(({ menu }) => menu.items.map(({ id }) => id)).toSorted(),
          )
          for (const { entries } of rows)
            expect(new Set(entries.map((entry) => entry.store.id)).size).toBe(entries.length)
          const drawn = sectionsOfRows(rows, menus).flatMap((section) => section.rows.map(({ key }) => key))
          expect(drawn.toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
          expect(new Set(drawn).size).toBe(drawn.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('searching and filtering', () => {
  const menus = [
    menuOf('A', [
      { name: 'Pão de alho', code: 'CE-2', category: 'Entradas', photo: true },
      { name: 'Café', cents: 0, category: 'Bebidas' },
    ]),
    menuOf('B', [{ name: 'Pão de alho', code: 'CE-2', category: 'Entradas', paused: true }]),
  ]
  const names = (typed: string, gap: Parameters<typeof found>[2] = null) =>
    found(rowsOf(menus), typed, gap).map(({ name }) => name)

  test('finds by parts of name, code and category, in any order and without accents', () => {
    expect(names('PAO alh')).toEqual(['Pão de alho'])
    expect(names('ce-2')).toEqual(['Pão de alho'])
    expect(names('entradas pão')).toEqual(['Pão de alho'])
    expect(names('cafe')).toEqual(['Café'])
    expect(names('cafe alho')).toEqual([])
    expect(names('  ')).toHaveLength(2)
  })

  test('narrows to what is paused, has no photo or has no price in some store', () => {
    expect(names('', 'paused')).toEqual(['Pão de alho'])
    expect(names('', 'photo')).toEqual(['Pão de alho', 'Café'])
    expect(names('', 'price')).toEqual(['Café'])
    expect(rowsOf(menus).map((row) => entriesWith(row, 'photo').length)).toEqual([1, 1])
  })

  test('the categories of all stores come in the order of their menus, the rest last', () => {
    const sections = sectionsOfRows(rowsOf([...menus, menuOf('C', [{ name: 'X', category: null }])]), menus)
    expect(sections.map((section) => section.name)).toEqual(['Entradas', 'Bebidas', null])
  })
})

describe('the words of a row', () => {
  const drink = (paused = false, cents = 650) => [{ name: 'Água', code: '1', paused, cents }]
  const three = (...paused: boolean[]) => only(paused.map((one, at) => menuOf('ABC'[at] ?? '', drink(one))))

  test('say where it is sold and where it is paused', () => {
    expect(saleText(three(false, false, false), 3)).toBe('À venda nas 3 lojas')
    expect(saleText(three(false, false), 3)).toBe('À venda em 2 de 3 lojas')
    expect(saleText(three(true, false, false), 3)).toBe('Pausado em A')
    expect(saleText(three(true, true, false), 3)).toBe('Pausado em A e B')
    expect(saleText(three(true, true, true), 3)).toBe('Pausado nas 3 lojas')
    expect(saleText(three(false), 3)).toBe('A')
    expect(saleText(three(true), 3)).toBe('Pausado em A')
    expect(saleText(three(true), 1)).toBe('Pausado')
  })

  test('the button says how many stores it pauses, and never “todas” when some are not chosen', () => {
    const all = { shown: 3, all: 3 }
    expect(pauseWords(three(false, false, false), all)).toBe('Pausar em todas as lojas (3)')
    expect(pauseWords(three(false, false, false), { shown: 3, all: 6 })).toBe(
      'Pausar nas lojas escolhidas (3)',
    )
    expect(pauseWords(three(true, false, false), all)).toBe('Pausar nas outras 2 lojas')
    expect(pauseWords(three(true, true, false), all)).toBe('Pausar na outra loja')
    expect(pauseWords(three(false), { shown: 1, all: 1 })).toBe('Pausar item')
    expect(resumeWords(three(true, true, true), 3)).toBe('Voltar a vender em todas as lojas (3)')
    expect(resumeWords(three(true, true, false), 3)).toBe('Voltar a vender em 2 lojas')
    expect(resumeWords(three(true, false, false), 3)).toBe('Voltar a vender em A')
  })

  test('a price is a range where stores differ, and zero is no price', () => {
    const price = (...cents: number[]) =>
      priceText(only(cents.map((one, at) => menuOf('ABC'[at] ?? '', drink(false, one)))))
    expect(price(650, 650)).toBe('R$\u00a06,50')
    expect(price(690, 650, 0)).toBe('R$\u00a06,50 a R$\u00a06,90')
    expect(price(0)).toBeNull()
  })

  test('name every channel that a pause reaches', () => {
    const row = only([
      menuOf('A', [{ name: 'Água', platforms: ['ifood'] }]),
      menuOf('B', [{ name: 'Água', platforms: ['ifood'] }]),
    ])
    expect(channelsText(row.entries)).toBe('em todos os canais destas lojas: canal próprio e iFood')
    expect(channelsText(row.entries.slice(0, 1))).toContain('desta loja')
  })
})
