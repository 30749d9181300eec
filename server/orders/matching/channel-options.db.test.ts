import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  matchChannelItem,
  readChannelItems,
  unmatchChannelItem,
} from '../../../contract/orders/channel-items.ts'
import { readOrder, type SoldOption } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
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

const option = (name: string, changes: Partial<SoldOption> = {}): SoldOption => ({
  name,
  groupName: 'Borda',
  quantity: 1,
  unitPriceCents: 500,
  ...changes,
})
const crust = option('Borda vulcão', { externalCode: 'KT-BV' })

async function take(
  options: readonly SoldOption[],
  changes: { readonly item?: string } = {},
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
    items: [
      {
        name: changes.item ?? 'Pizza de calabresa',
        externalCode: changes.item === undefined ? 'PZ-1' : null,
        quantity: 1,
        unitPriceCents: 5_000,
        totalCents: 5_500,
        notes: null,
        options: [...options],
      },
    ],
    fees: [],
    discounts: [],
    payments: [],
    delivery: null,
    schedule: null,
    indoor: null,
    notes: null,
    orderCents: 5_500,
    isTest: false,
    raw: {},
  }
  return orderInbox.take(app.deps, { storeId: store, platform: 'keeta' }, order)
}

const here = () => ({ storeId: store })
const read = async () => (await app.call(manager, readChannelItems, {}, here())).data
const which = { platform: 'keeta', kind: 'option', sentKey: 'KT-BV' } as const
const match = (itemId: string | null, person = manager, changes: object = {}) =>
  app.call(person, matchChannelItem, { body: { ...which, itemId, ...changes } }, here())
const unmatch = (person = manager) => app.call(person, unmatchChannelItem, { body: which }, here())
const optionsOf = async (orderId: string) => {
  const { data } = await app.call(basic, readOrder, { params: { orderId } }, here())
  return data.order.items.flatMap(({ options }) => options)
}
const marksOf = async (orderId: string) =>
  (await optionsOf(orderId)).map(({ name, unmapped, ourName }) => [name, unmapped ?? ourName ?? null])

describe('an option of an order', () => {
  test('that is in no question of the menu is marked, and waits once for a manager', async () => {
    const orderId = await take([crust, option('CHEDDAR')])
    await take([crust])
    expect(await marksOf(orderId)).toEqual([
      ['Borda vulcão', true],
      ['CHEDDAR', null],
    ])
    expect(await read()).toEqual({
      items: [
        {
          ...which,
          name: 'Borda vulcão',
          externalCode: 'KT-BV',
          groupName: 'Borda',
          firstSentAt: now.toISOString(),
          lastSentAt: now.toISOString(),
          sold: null,
          decision: null,
        },
      ],
      waiting: 1,
      decided: 0,
    })
  })

  test('below another option is marked as that one is', async () => {
    const orderId = await take([option('Cheddar', { options: [crust] })])
    expect((await optionsOf(orderId))[0]?.options).toMatchObject([{ name: 'Borda vulcão', unmapped: true }])
    expect((await read()).waiting).toBe(1)
  })

  test.each([
    ['of the code of ours, whatever its name', option('Borda 2', { externalCode: 'CHEDDAR-OURS' })],
    ['of the name of an item, such as a flavour that is sold alone', option('Guaraná lata')],
    ['to be left out', option('Sem cebola')],
    ['to be left out, as the question says', option('Cebola', { groupName: 'Retirar' })],
  ])('%s is not marked', async (_what, sent) => {
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('menu_options')
        .set({ external_code: 'CHEDDAR-OURS' })
        .where('store_id', '=', store)
        .where('id', '=', menu.crust.cheddar)
        .execute(),
    )
    expect(await marksOf(await take([sent]))).toEqual([[sent.name, null]])
  })

  test('is not marked where its item waits, or the menu asks nothing', async () => {
    const orderId = await take([crust], { item: 'Pizza que ninguém conhece' })
    expect(await marksOf(orderId)).toEqual([['Borda vulcão', null]])
    await withStoreScope(app.db, [store], (tx) =>
      tx.deleteFrom('menu_options').where('store_id', '=', store).execute(),
    )
    expect(await marksOf(await take([crust]))).toEqual([['Borda vulcão', null]])
  })

  test('and an item of the same code are two decisions', async () => {
    await take([crust])
    await take([], { item: 'kt-bv' })
    const { items } = await read()
    expect(items.map(({ kind, sentKey }) => [kind, sentKey])).toEqual([
      ['item', 'kt-bv'],
      ['option', 'KT-BV'],
    ])
  })
})

describe('what a manager matched once', () => {
  test('has our name in open orders and in later ones, and the name that the customer read', async () => {
    const open = await take([crust, option('Outra borda')])
    const { data } = await match(menu.crust.catupiry)
    expect(data.items.find(({ decision }) => decision)?.decision).toMatchObject({
      itemId: menu.crust.catupiry,
      itemName: 'Catupiry',
      byName: 'manager',
    })
    expect(await marksOf(open)).toEqual([
      ['Borda vulcão', 'Catupiry'],
      ['Outra borda', true],
    ])
    expect(await marksOf(await take([crust]))).toEqual([['Borda vulcão', 'Catupiry']])
  })

  test('may be an item of the menu, or none', async () => {
    const open = await take([crust])
    expect((await match(menu.soda)).status).toBe(200)
    expect(await marksOf(open)).toEqual([['Borda vulcão', 'Guaraná lata']])
    await unmatch()
    expect((await match(null)).status).toBe(200)
    for (const orderId of [open, await take([crust])])
      expect(await marksOf(orderId)).toEqual([['Borda vulcão', null]])
  })

  test('waits again when it is taken back, and when our option is deleted', async () => {
    const open = await take([crust])
    await match(menu.crust.catupiry)
    expect((await unmatch()).data).toMatchObject({ waiting: 1, decided: 0 })
    expect(await marksOf(open)).toEqual([['Borda vulcão', true]])
    await match(menu.crust.catupiry)
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .deleteFrom('menu_options')
        .where('store_id', '=', store)
        .where('id', '=', menu.crust.catupiry)
        .execute(),
    )
    expect(await read()).toMatchObject({ waiting: 1, decided: 0 })
    expect(await marksOf(await take([crust]))).toEqual([['Borda vulcão', true]])
  })
})

describe('a decision', () => {
  beforeEach(() => take([crust]))

  test('is a manager’s of the store', async () => {
    expect((await match(menu.crust.catupiry, basic)).body.error).toBe('permission/denied')
    expect((await match(menu.crust.catupiry, stranger)).status).toBe(404)
    expect((await unmatch(basic)).body.error).toBe('permission/denied')
    expect((await unmatch(stranger)).status).toBe(404)
    expect((await read()).decided).toBe(0)
  })

  test('is refused for an option that no order brought, of another store, and for an item that is an option', async () => {
    const theirs = await putMenu(app, other)
    expect((await match(menu.crust.catupiry, manager, { sentKey: 'nada' })).body.error).toBe(
      'order/channel-item-not-found',
    )
    expect((await match(menu.crust.catupiry, manager, { kind: 'item' })).body.error).toBe(
      'order/channel-item-not-found',
    )
    expect((await match(theirs.crust.catupiry)).body.error).toBe('menu/item-not-found')
    await take([], { item: 'X-Burger' })
    const item = { kind: 'item', sentKey: 'x-burger' }
    expect((await match(menu.crust.catupiry, manager, item)).body.error).toBe('menu/item-not-found')
  })

  test('is refused in the other state, and of two people at once is one', async () => {
    expect((await unmatch()).body.error).toBe('order/channel-item-waits')
    const matched = await Promise.all([match(menu.crust.catupiry), match(menu.crust.cheddar)])
    expect(matched.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await match(menu.soda)).body.error).toBe('order/channel-item-decided')
  })
})
