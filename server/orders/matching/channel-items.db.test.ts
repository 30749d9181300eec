import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteMenuItem, restoreInMenu } from '../../../contract/menu/edit-menu.ts'
import {
  matchChannelItem,
  readChannelItems,
  unmatchChannelItem,
  type ChannelItem,
} from '../../../contract/orders/channel-items.ts'
import { readOrder } from '../../../contract/orders/orders.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { MarketplaceItem, MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
import { putMenu, type TestMenu } from '../../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { orderInbox } from '../orders.ts'

// A Friday, 20:15 in São Paulo.
const now = new Date('2026-11-20T23:15:00Z')
let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person
let menu: TestMenu

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(now)
  ;({ store, other, manager, basic, stranger } = await standardShop(app))
  menu = await putMenu(app, store)
})

const burger = { name: 'X-Burger da casa', externalCode: 'KT-77' }
const item = (changes: Partial<MarketplaceItem>): MarketplaceItem => ({
  name: 'Guaraná lata',
  externalCode: null,
  quantity: 1,
  unitPriceCents: 2_000,
  totalCents: 2_000,
  notes: null,
  options: [],
  ...changes,
})

async function take(
  items: readonly Partial<MarketplaceItem>[],
  platform: Platform = 'keeta',
  storeId = store,
): Promise<string> {
  const order: MarketplaceOrder = {
    externalId: randomUUID(),
    merchantId: 'm-1',
    displayId: null,
    type: 'TAKEOUT',
    timing: 'INSTANT',
    createdAt: now,
    promisedAt: null,
    preparationStartAt: null,
    customer: { name: 'Ana', phone: null, document: null, ordersCount: null },
    items: items.map(item),
    fees: [],
    discounts: [],
    payments: [],
    delivery: null,
    schedule: null,
    indoor: null,
    notes: null,
    orderCents: items.length * 2_000,
    isTest: false,
    raw: {},
  }
  return orderInbox.take(app.deps, { storeId, platform }, order)
}

const here = () => ({ storeId: store })
const list = async (): Promise<readonly ChannelItem[]> =>
  (await app.call(manager, readChannelItems, {}, here())).data.items
const match = (itemId: string | null, person = manager, changes: object = {}) =>
  app.call(
    person,
    matchChannelItem,
    { body: { platform: 'keeta', sentKey: 'KT-77', itemId, ...changes } },
    here(),
  )
const unmatch = (person = manager, changes: object = {}) =>
  app.call(person, unmatchChannelItem, { body: { platform: 'keeta', sentKey: 'KT-77', ...changes } }, here())
const itemsOf = async (orderId: string) =>
  (await app.call(basic, readOrder, { params: { orderId } }, here())).data.order.items
const sold = (storeId = store) =>
  withStoreScope(app.db, [storeId], async (tx) => {
    const rows = await tx
      .selectFrom('product_days')
      .select(({ fn }) => ['product_key', fn.sum<number>('cents').as('cents')])
      .where('store_id', '=', storeId)
      .where('quantity_milli', '<>', 0)
      .groupBy('product_key')
      .orderBy('product_key')
      .execute()
    return rows.map(({ product_key: key, cents }) => `${key} ${cents}`)
  })
const productName = (key: string) =>
  withStoreScope(app.db, [store], async (tx) => {
    const row = await tx
      .selectFrom('sold_products')
      .select('name')
      .where('store_id', '=', store)
      .where('product_key', '=', key)
      .executeTakeFirst()
    return row?.name
  })

describe('an item of an order', () => {
  test('that no item of the menu has the code or the name of is marked, and waits once for a manager', async () => {
    const orderId = await take([burger, {}, { name: 'Pizza de calabresa', externalCode: 'PZ-1' }])
    await take([burger])
    expect((await itemsOf(orderId)).map(({ unmapped }) => unmapped)).toEqual([true, undefined, undefined])
    expect(await list()).toEqual([
      {
        platform: 'keeta',
        kind: 'item',
        sentKey: 'KT-77',
        ...burger,
        groupName: null,
        firstSentAt: now.toISOString(),
        lastSentAt: now.toISOString(),
        sold: { quantity: 2, cents: 4_000 },
        decision: null,
      },
    ])
  })

  test('is not marked where the store has no menu', async () => {
    await take([burger], 'keeta', other)
    const { data } = await app.call(stranger, readChannelItems, {}, { storeId: other })
    expect(data).toEqual({ items: [], waiting: 0, decided: 0 })
  })

  test('of another channel waits on its own', async () => {
    await take([burger])
    await take([burger], 'aiqfome')
    await match(menu.pizza)
    expect((await list()).map(({ platform, decision }) => [platform, decision?.itemName])).toEqual([
      ['aiqfome', undefined],
      ['keeta', 'Pizza de calabresa'],
    ])
  })
})

test('an item that waits and no order brings for half a year is forgotten; what was decided is not', async () => {
  await take([burger, { name: 'Suco de caju' }, { name: 'Bolo de rolo' }])
  await match(menu.pizza)
  app.setClock(new Date(now.getTime() + 179 * 86_400_000))
  await take([{ name: 'Suco de caju' }])
  const later = new Date(now.getTime() + 181 * 86_400_000)
  app.setClock(later)
  await take([{ name: 'Tapioca' }])
  const { rows } = await withStoreScope(app.db, [store], (tx) =>
    sql<{ name: string }>`select name from channel_items where store_id = ${store} order by name`.execute(tx),
  )
  expect(rows.map(({ name }) => name)).toEqual(['Suco de caju', 'Tapioca', 'X-Burger da casa'])
})

describe('what a manager matched once', () => {
  test('holds for later orders and for open ones, in the reports and without our product being renamed', async () => {
    // At another channel: at Keeta the day's first sale of our pizza is the match.
    await take([{ name: 'Pizza de calabresa', externalCode: 'PZ-1' }], 'aiqfome')
    const open = await take([burger, {}])
    const ended = await take([burger])
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('orders')
        .set({ open: false, status: 'concluded', completed_at: now })
        .where('store_id', '=', store)
        .where('id', '=', ended)
        .execute(),
    )
    const answer = await match(menu.pizza)
    expect(answer.data).toMatchObject({ waiting: 0, decided: 1 })
    expect(answer.data.items[0]?.decision).toMatchObject({ itemId: menu.pizza, byName: 'manager' })
    const later = await take([burger])
    for (const orderId of [open, later])
      expect((await itemsOf(orderId))[0]).toMatchObject({
        name: 'X-Burger da casa',
        externalCode: 'KT-77',
        productKey: 'PZ-1',
      })
    expect((await itemsOf(open))[0]?.unmapped).toBeUndefined()
    expect((await itemsOf(ended))[0]).toMatchObject({ unmapped: true })
    // The pizza itself, the order that was open and the later one; the ended one is as it was counted.
    expect(await sold()).toEqual(['KT-77 2000', 'PZ-1 6000', 'guaraná lata 2000'])
    expect(await productName('PZ-1')).toBe('Pizza de calabresa')
  })

  test('brings the law’s facts of our item, also to an order that is open', async () => {
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('menu_items')
        .set({ is_alcoholic: true })
        .where('store_id', '=', store)
        .where('id', '=', menu.soda)
        .execute(),
    )
    const orderId = await take([{ name: 'Chope 500 ml', externalCode: null }])
    await match(menu.soda, manager, { sentKey: 'chope 500 ml' })
    const { data } = await app.call(basic, readOrder, { params: { orderId } }, here())
    expect(data.order).toMatchObject({ alcohol: true, items: [{ alcoholic: true }] })
    expect(data.timeline.map(({ type, note }) => [type, note])).toContainEqual([
      'ITEM_MATCHED',
      'Chope 500 ml → Guaraná lata',
    ])
  })

  test('may be “not of the menu”: it is marked no more, and counts as it was sent', async () => {
    const open = await take([burger])
    expect((await match(null)).data.items[0]?.decision).toMatchObject({ itemId: null, itemName: null })
    const later = await take([burger])
    for (const orderId of [open, later]) expect((await itemsOf(orderId))[0]?.unmapped).toBeUndefined()
    expect(await sold()).toEqual(['KT-77 4000'])
  })

  test('waits again when our item is deleted, and is matched again when it comes back', async () => {
    await take([burger])
    await match(menu.pizza)
    const { data } = await app.call(manager, deleteMenuItem, { params: { itemId: menu.pizza } }, here())
    expect((await list())[0]?.decision).toBeNull()
    expect((await itemsOf(await take([burger])))[0]?.unmapped).toBe(true)
    await app.call(manager, restoreInMenu, { params: { deletionId: data.deletionId }, body: {} }, here())
    expect((await itemsOf(await take([burger])))[0]).toMatchObject({ productKey: 'PZ-1' })
  })

  test('can be taken back: open orders and later ones are marked again', async () => {
    const open = await take([burger])
    await match(menu.pizza)
    expect((await unmatch()).data).toMatchObject({ waiting: 1, decided: 0 })
    const later = await take([burger])
    for (const orderId of [open, later]) {
      const [first] = await itemsOf(orderId)
      expect(first).toMatchObject({ unmapped: true })
      expect(first?.productKey).toBeUndefined()
    }
    expect(await sold()).toEqual(['KT-77 4000'])
  })
})

describe('a decision', () => {
  beforeEach(() => take([burger]))

  test.each([
    ['match', () => match(menu.pizza, basic), () => match(menu.pizza, stranger)],
    ['undo', () => unmatch(basic), () => unmatch(stranger)],
  ])('to %s is a manager’s of the store', async (_what, byBasic, byStranger) => {
    expect((await byBasic()).body.error).toBe('permission/denied')
    expect((await byStranger()).status).toBe(404)
    expect((await list())[0]?.decision).toBeNull()
  })

  test('for an item that no order brought, or to an item of another store, is refused', async () => {
    const theirs = await putMenu(app, other)
    expect((await match(menu.pizza, manager, { sentKey: 'nada' })).body.error).toBe(
      'order/channel-item-not-found',
    )
    expect((await match(menu.pizza, manager, { platform: 'ifood' })).body.error).toBe(
      'order/channel-item-not-found',
    )
    expect((await unmatch(manager, { sentKey: 'nada' })).body.error).toBe('order/channel-item-not-found')
    expect((await match(theirs.pizza)).body.error).toBe('menu/item-not-found')
  })

  test('is refused while the item is in the other state', async () => {
    expect((await unmatch()).body.error).toBe('order/channel-item-waits')
    await match(menu.pizza)
    expect((await match(menu.soda)).body.error).toBe('order/channel-item-decided')
    expect((await list())[0]?.decision?.itemName).toBe('Pizza de calabresa')
  })

  test('of two people at once is one decision', async () => {
    const matched = await Promise.all([match(menu.pizza), match(menu.soda)])
    expect(matched.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const undone = await Promise.all([unmatch(), unmatch()])
    expect(undone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('beside an order that comes in at the same moment leaves both whole', async () => {
    const [answer] = await Promise.all([match(menu.pizza), take([burger]), take([burger])])
    expect(answer.status).toBe(200)
    expect((await itemsOf(await take([burger])))[0]).toMatchObject({ productKey: 'PZ-1' })
  })
})
