import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as editItem from '../../contract/menu/edit-item.ts'
import * as contract from '../../contract/menu/menu.ts'
import { placeOrder, type PlaceOrderBody } from '../../contract/orders/orders.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { ownOrder } from '../testing/orders.ts'
import { putMenu, type TestMenu } from './testing/menus.ts'

let app: TestApp
let store: string
let basic: Person
let manager: Person
let menu: TestMenu

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, basic, manager } = await standardShop(app, { name: 'Forno' }))
  menu = await putMenu(app, store)
})

type Item = PlaceOrderBody['items'][number]
const pizza = (changes: Partial<Item> = {}): Item => {
  const item: Item = {
    menuItemId: menu.pizza,
    externalCode: null,
    name: 'pizza',
    quantity: 2,
    unitPriceCents: 5_490,
    totalCents: 0,
    notes: null,
    options: [
      {
        menuOptionId: menu.crust.catupiry,
        name: 'Catupiry',
        groupName: 'Borda',
        quantity: 1,
        unitPriceCents: 900,
      },
    ],
    ...changes,
  }
  const options = item.options.reduce((sum, option) => sum + option.quantity * option.unitPriceCents, 0)
  return { ...item, totalCents: item.quantity * (item.unitPriceCents + options) }
}
const place = (items: Item[], key: string = randomUUID()) => {
  const total = items.reduce((sum, item) => sum + item.totalCents, 0)
  const body = ownOrder({
    type: 'TAKEOUT',
    items,
    fees: [],
    discounts: [],
    payments: [{ method: 'PIX', brand: null, cents: total, prepaid: true, changeForCents: null }],
    orderCents: total,
    delivery: null,
  })
  return app.call(basic, placeOrder, { body }, { storeId: store, key })
}
const pause = (itemId = menu.pizza) =>
  app.call(basic, contract.pauseMenuItem, { params: { itemId }, body: {} }, { storeId: store })
const refusalOf = (answer: Awaited<ReturnType<typeof place>>) => [
  answer.status,
  answer.body.error,
  answer.body.details?.map((detail) => detail.path),
]

test('an ordered menu item gets the menu’s name and code', async () => {
  const placed = await place([pizza()])
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  expect(placed.data.items).toMatchObject([
    { name: 'Pizza de calabresa', externalCode: 'PZ-1', totalCents: 12_780, options: [{ name: 'Catupiry' }] },
  ])
  const row = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('order_items').select('product_key').where('store_id', '=', store).executeTakeFirst(),
  )
  expect(row?.product_key).toBe('PZ-1')
})

test('an outdated price of an item or an option is rejected with the new price', async () => {
  await app.call(
    manager,
    editItem.updateMenuItem,
    { params: { itemId: menu.pizza }, body: { priceCents: 5_990, version: 1 } },
    { storeId: store },
  )
  const refused = await place([pizza()])
  expect(refusalOf(refused)).toEqual([409, 'order/menu-changed', ['items.0']])
  expect(refused.body.message).toMatch(/Pizza de calabresa agora custa R\$\s59,90/)
  expect((await place([pizza({ unitPriceCents: 5_990 })])).status).toBe(200)
  const cheap = pizza({ unitPriceCents: 5_990 })
  const [option] = cheap.options
  const wrong = await place([
    pizza({ unitPriceCents: 5_990, options: option ? [{ ...option, unitPriceCents: 100 }] : [] }),
  ])
  expect(wrong.body.message).toMatch(/Catupiry.*agora custa R\$\s9,00/)
})

test('paused items and items missing from the menu are each rejected under their own path', async () => {
  await pause()
  const refused = await place([
    pizza({ menuItemId: menu.soda, unitPriceCents: 750, options: [] }),
    pizza(),
    pizza({ menuItemId: randomUUID(), name: 'Esfiha', options: [] }),
  ])
  expect(refusalOf(refused)).toEqual([409, 'order/menu-changed', ['items.1', 'items.2']])
  expect(refused.body.message).toContain('Pizza de calabresa está pausado.')
  expect(refused.body.message).toContain('Esfiha saiu do cardápio.')
})

test('the number of options must fit the group and each option must belong to the item', async () => {
  expect((await place([pizza({ options: [] })])).body.message).toContain('escolha 1 em “Borda”')
  const two = [menu.crust.catupiry, menu.crust.cheddar].map((menuOptionId, index) => ({
    menuOptionId,
    name: 'Borda',
    groupName: 'Borda',
    quantity: 1,
    unitPriceCents: index === 0 ? 900 : 800,
  }))
  expect((await place([pizza({ options: two })])).body.message).toContain('até 1 em “Borda”')
  const foreign = [{ name: 'Ouro', groupName: null, quantity: 1, unitPriceCents: 0 }]
  expect((await place([pizza({ options: foreign })])).body.message).toContain('Ouro não é uma opção')
})

test('halves cost what the rule of their group says, also from another program, and the order keeps the part of each', async () => {
  await set('menu_option_groups', { price_method: 'MAX', max_permitted: '2' })
  const halves = (catupiry: number, cheddar: number) =>
    pizza({
      options: [
        { menuOptionId: menu.crust.catupiry, unitPriceCents: catupiry },
        { menuOptionId: menu.crust.cheddar, unitPriceCents: cheddar },
      ].map((half) => ({ ...half, name: 'Borda', groupName: 'Borda', quantity: 1 })),
    })
  const refused = await place([halves(900, 800)])
  expect(refusalOf(refused)).toEqual([409, 'order/menu-changed', ['items.0']])
  expect(refused.body.message).toMatch(/Borda, de Pizza de calabresa, agora custa R\$\s9,00/)
  expect((await place([halves(450, 449)])).status).toBe(409)
  for (const sent of [halves(900, 0), halves(450, 450)]) {
    const { data } = await place([sent])
    expect(data.items).toMatchObject([
      { totalCents: 2 * (5_490 + 900), options: [{ unitPriceCents: 450 }, { unitPriceCents: 450 }] },
    ])
  }
  await set('menu_option_groups', { price_method: 'AVG' })
  expect((await place([halves(450, 400)])).data.items).toMatchObject([
    { totalCents: 2 * (5_490 + 850), options: [{ unitPriceCents: 450 }, { unitPriceCents: 400 }] },
  ])
})

test('one option twice counts against how often it may be taken, in one piece or in two', async () => {
  await set('menu_option_groups', { price_method: 'SHARE', max_permitted: '2' })
  const twice = [1, 2].map(() => ({
    menuOptionId: menu.crust.catupiry,
    name: 'Catupiry',
    groupName: 'Borda',
    quantity: 1,
    unitPriceCents: 450,
  }))
  expect((await place([pizza({ options: twice })])).body.message).toContain('até 1 de Catupiry')
  await set('menu_options', { max_permitted: '2' })
  expect((await place([pizza({ options: twice })])).data.items).toMatchObject([
    { totalCents: 2 * (5_490 + 900), options: [{ quantity: 2, unitPriceCents: 450 }] },
  ])
})

test('an item typed in by hand is accepted, even without a menu, unless its code is paused', async () => {
  const loose = (changes: Partial<Item> = {}) => {
    const { menuItemId: _menu, ...item } = pizza({ name: 'Bolo da casa', options: [], ...changes })
    return item
  }
  expect((await place([loose()])).status).toBe(200)
  expect((await place([loose({ externalCode: 'PZ-1', unitPriceCents: 100 })])).status).toBe(200)
  await pause()
  expect((await place([loose({ externalCode: 'PZ-1' })])).body.error).toBe('order/menu-changed')
  expect((await place([loose()])).status).toBe(200)
})

test('an order placed before an item was paused returns the same result when retried with its key', async () => {
  const key = randomUUID()
  const first = await place([pizza()], key)
  await pause()
  await withStoreScope(app.db, [], (tx) => tx.deleteFrom('idempotency_keys').execute(), { uid: basic.uid })
  const again = await place([pizza()], key)
  expect([again.status, again.data.id]).toEqual([200, first.data.id])
  expect((await place([pizza()])).status).toBe(409)
})

const set = (
  table: 'menu_categories' | 'menu_items' | 'menu_options' | 'menu_option_groups',
  columns: Record<string, string>,
) =>
  withStoreScope(app.db, [store], (tx) =>
    tx.updateTable(table).set(columns).where('store_id', '=', store).execute(),
  )

test('an option in want, and a category off sale, are refused; a group off sale is not asked for', async () => {
  await set('menu_options', { status: 'UNAVAILABLE' })
  expect((await place([pizza()])).body.message).toContain('Catupiry, de Pizza de calabresa, está em falta.')
  await set('menu_option_groups', { status: 'UNAVAILABLE' })
  expect((await place([pizza({ options: [] })])).status).toBe(200)
  await set('menu_categories', { status: 'UNAVAILABLE' })
  expect((await place([pizza({ options: [] })])).body.message).toContain('está fora de venda')
})

test('an item is sold in its hours and those of its category only', async () => {
  const only = (startTime: string, endTime: string) =>
    JSON.stringify([
      {
        dayOfWeek: ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'],
        timePeriods: { startTime, endTime },
      },
    ])
  await set('menu_items', { availability: only('03:00', '03:01') })
  expect((await place([pizza()])).body.message).toContain('Pizza de calabresa não sai neste horário.')
  await set('menu_items', { availability: only('00:00', '00:00') })
  expect((await place([pizza()])).status).toBe(200)
  await set('menu_categories', { availability: only('03:00', '03:01') })
  expect((await place([pizza()])).body.error).toBe('order/menu-changed')
})
