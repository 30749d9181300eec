import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { menuDocument, type DocumentItem, type MenuDocument } from '../../../contract/menu/menu-document.ts'
import {
  allergens,
  itemUnits,
  menuLocks,
  priceMethods,
  menuWeekdays,
  taxClasses,
} from '../../../contract/menu/menu-fields.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { putMenu, type TestMenu } from '../testing/menus.ts'
import { readWholeMenu, writeWholeMenu } from '../menu.ts'

let app: TestApp
let store: string
const now = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(now)
  ;({ store } = await standardShop(app, { name: 'Forno' }))
})

const read = (storeId = store): Promise<MenuDocument> =>
  withStoreScope(app.db, [storeId], (tx) => readWholeMenu(tx, storeId))
const write = (document: MenuDocument, storeId = store): Promise<void> =>
  withStoreScope(app.db, [storeId], (tx) => writeWholeMenu(tx, storeId, document, { now }))
const rowsOf = (table: 'menu_items' | 'menu_option_groups' | 'menu_options' | 'menu_item_pauses') =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom(table).selectAll().where('store_id', '=', store).orderBy('id').execute(),
  )
const effects = (kind: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select(['lane', 'payload'])
      .where('store_id', '=', store)
      .where('kind', '=', kind)
      .execute(),
  )

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'ç', 'ã', 'é', ' ', '0', '1', '2'),
  minLength: 1,
  maxLength: 8,
})
const name = word.map((text) => `N${text}`.trim())
const code = word.map((text) => `C${text}`.trim())
const cents = fc.integer({ min: 0, max: 10_000_000 })
const status = fc.constantFrom('AVAILABLE' as const, 'UNAVAILABLE' as const)
const times = fc.constantFrom('00:00', '11:30', '15:00', '23:59')
const hours = fc.array(
  fc.record({
    dayOfWeek: fc.subarray([...menuWeekdays], { minLength: 1 }),
    timePeriods: fc.record({ startTime: times, endTime: times }),
  }),
  { maxLength: 2 },
)
const uniqueBy = <T>(part: fc.Arbitrary<T>, keyOf: (part: T) => string, maxLength = 4) =>
  fc.uniqueArray(part, { selector: keyOf, maxLength })
const groups = uniqueBy(
  fc.record({
    externalCode: code,
    name,
    description: word,
    status,
    minPermitted: fc.integer({ min: 0, max: 2 }),
    maxPermitted: fc.integer({ min: 2, max: 100 }),
    priceMethod: fc.constantFrom(...priceMethods),
    options: uniqueBy(
      fc.record({
        externalCode: code,
        name,
        description: word,
        status,
        priceCents: cents,
        maxPermitted: fc.integer({ min: 1, max: 100 }),
      }),
      (one) => one.externalCode,
    ),
  }),
  (one) => one.externalCode,
)
/** Some are asked with the first option of the group before. */
const placed = (list: MenuDocument['optionGroups'], inner: readonly number[]): MenuDocument['optionGroups'] =>
  list.map((group, place) => {
    const holder = list[place - 1]
    const [option] = holder?.options ?? []
    return holder && option && inner.includes(place)
      ? { ...group, askedWith: { group: holder.externalCode, option: option.externalCode } }
      : group
  })
const itemWith = (groupCodes: string[]): fc.Arbitrary<DocumentItem> =>
  fc.record({
    externalCode: fc.option(code),
    name,
    description: word,
    serving: fc.option(fc.integer({ min: 1, max: 100 })),
    unit: fc.constantFrom(...itemUnits),
    ean: fc.option(fc.constantFrom('7891000100103', '12345678')),
    photoId: fc.constant(null),
    priceCents: cents,
    channels: fc.subarray(['m-1', 'm-2']).chain((merchants) =>
      fc.tuple(
        ...merchants.map((merchantId) =>
          fc.record({
            platform: fc.constant('ifood' as const),
            merchantId: fc.constant(merchantId),
            partnerItemId: word,
            priceCents: cents,
          }),
        ),
      ),
    ),
    allergen: fc.subarray([...allergens]),
    isAlcoholic: fc.boolean(),
    taxClass: fc.option(fc.constantFrom(...taxClasses)),
    ncm: fc.option(fc.constantFrom('22021000', '19059090')),
    availability: hours,
    locks: fc.subarray([...menuLocks]),
    optionGroups: fc.shuffledSubarray(groupCodes),
  })
const nested = fc.tuple(groups, fc.subarray([1, 2, 3])).map(([list, inner]) => placed(list, inner))
const documents: fc.Arbitrary<MenuDocument> = nested.chain((optionGroups) => {
  const item = itemWith(
    optionGroups.flatMap(({ externalCode, askedWith }) => (askedWith ? [] : [externalCode])),
  )
  return fc
    .record({
      parts: fc.uniqueArray(
        fc.record({ externalCode: code, name, description: word, status, availability: hours }),
        { selector: (one) => one.externalCode, maxLength: 3 },
      ),
      items: uniqueBy(
        fc.record({ item, place: fc.nat(3) }),
        ({ item: one }) => (one.externalCode ?? one.name).toLowerCase(),
        6,
      ),
    })
    .map(({ parts, items }) => {
      const categories = parts.filter(
        (part, index) => parts.findIndex((one) => one.name === part.name) === index,
      )
      const at = (place: number) => items.flatMap((one) => (one.place === place ? [one.item] : []))
      return {
        categories: categories.map((category, place) => ({ ...category, items: at(place) })),
        otherItems: items.flatMap((one) => (one.place >= categories.length ? [one.item] : [])),
        optionGroups,
      }
    })
})

test('whatever menu follows whatever menu, the store’s menu is what was written last', async () => {
  await fc.assert(
    fc.asyncProperty(documents, documents, async (first, second) => {
      expect(menuDocument.safeParse(second).error?.issues).toBeUndefined()
      await write(first)
      expect(await read()).toEqual(first)
      await write(second)
      expect(await read()).toEqual(second)
    }),
    { numRuns: 20 },
  )
})

describe('a menu written over the menu of a store', () => {
  let menu: TestMenu
  beforeEach(async () => {
    menu = await putMenu(app, store, { merchantId: 'm-1', partnerItemId: 'p-1' })
  })

  test('what was read writes back without touching a row', async () => {
    const before = [
      await rowsOf('menu_items'),
      await rowsOf('menu_option_groups'),
      await rowsOf('menu_options'),
    ]
    await write(await read())
    expect([
      await rowsOf('menu_items'),
      await rowsOf('menu_option_groups'),
      await rowsOf('menu_options'),
    ]).toEqual(before)
    expect(await effects('menu-channels')).toEqual([])
  })

  test('an item keeps its id and its pause by its code, also under another name', async () => {
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .insertInto('menu_item_pauses')
        .values({
          store_id: store,
          id: menu.soda,
          item_id: menu.pizza,
          since: now,
          until: null,
          started_by_name: 'Ana',
        })
        .execute(),
    )
    const document = await read()
    const renamed = (item: DocumentItem) => ({ ...item, name: item.name.replace('Pizza de', 'Pizza') })
    await write({
      ...document,
      categories: document.categories.map((one) => ({ ...one, items: one.items.map(renamed) })),
    })
    expect((await rowsOf('menu_items')).map((row) => [row.id, 'name' in row && row.name])).toEqual(
      [
        [menu.pizza, 'Pizza calabresa'],
        [menu.soda, 'Guaraná lata'],
      ].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    )
    expect(await rowsOf('menu_item_pauses')).toHaveLength(1)
  })

  test('what the menu no longer names is deleted, and the partner takes it off sale', async () => {
    await write({ categories: [], otherItems: [], optionGroups: [] })
    expect(await rowsOf('menu_items')).toEqual([])
    expect(await effects('menu-item-gone')).toMatchObject([
      { lane: menu.pizza, payload: { platform: 'ifood', merchantId: 'm-1', partnerItemId: 'p-1' } },
    ])
  })

  test('a changed price of a partner leaves to it', async () => {
    const document = await read()
    await write({
      ...document,
      categories: document.categories.map((category) => ({
        ...category,
        items: category.items.map((item) => ({
          ...item,
          channels: item.channels.map((channel) => ({ ...channel, priceCents: 6_490 })),
        })),
      })),
    })
    expect((await effects('menu-channels')).map((effect) => effect.lane)).toEqual([menu.pizza])
  })

  test('two menus written at once leave one of them, whole', async () => {
    const document = await read()
    const priced = (priceCents: number): MenuDocument => ({
      ...document,
      categories: document.categories.map((category) => ({
        ...category,
        items: category.items.map((item) => ({ ...item, priceCents })),
      })),
    })
    await Promise.all([write(priced(1_000)), write(priced(2_000)), write(priced(3_000))])
    const prices = (await read()).categories.flatMap((one) => one.items.map((item) => item.priceCents))
    expect(new Set(prices).size).toBe(1)
    expect(prices).toHaveLength(2)
  })

  test('two categories swap their names', async () => {
    const document = await read()
    const named = (first: string, second: string): MenuDocument => ({
      ...document,
      categories: document.categories.flatMap((one) => [
        { ...one, externalCode: 'K1', name: first },
        { ...one, externalCode: 'K2', name: second, items: [] },
      ]),
    })
    await write(named('Salgadas', 'Doces'))
    await write(named('Doces', 'Salgadas'))
    expect((await read()).categories.map((one) => one.name)).toEqual(['Doces', 'Salgadas'])
  })
})
