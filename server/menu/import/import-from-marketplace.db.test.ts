import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  applyMenuImport,
  readMenuImport,
  searchMyMarketplaceMenu,
} from '../../../contract/menu/import-menu.ts'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import { putMenu } from '../testing/menus.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000e'
const pizzaId = '5b1a00aa-0000-4000-8000-0000000000e1'
const sodaId = '5b1a00aa-0000-4000-8000-0000000000e2'
let simulator: Simulator
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret', actionDelayMs: 30 })
  app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
  })
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
beforeEach(async () => {
  await simulatorControl(simulator.url).setMerchants([
    {
      merchantId,
      name: 'Forno',
      menu: [
        { itemId: pizzaId, code: 'PZ-1', name: 'Pizza de calabresa', cents: 6_490 },
        { itemId: sodaId, code: 'RF-9', name: 'Guaraná 2 L', cents: 1_690, image: 'forno/guarana.jpg' },
      ],
    },
  ])
  ;({ store, manager } = await standardShop(app, { name: 'Forno' }))
  await app.db.deleteFrom('merchant_routes').execute()
  await app.db
    .insertInto('merchant_routes')
    .values({ platform: 'ifood', merchant_id: merchantId, store_id: store })
    .execute()
})

const here = () => ({ storeId: store })
async function search(text?: string) {
  const { data } = await app.call(manager, searchMyMarketplaceMenu, { body: text ? { text } : {} }, here())
  await relayOutbox(app.deps, [store], effectHandlers(app.deps))
  return (await app.call(manager, readMenuImport, { params: { importId: data.importId } }, here())).data
}

test("iFood's catalogue brings its prices for its own customers and links new items to it", async () => {
  await putMenu(app, store, { merchantId, partnerItemId: pizzaId })
  const preview = await search()
  expect(preview).toMatchObject({ state: 'ready', kind: 'marketplace', foundAs: 'marketplace', items: 2 })
  expect(
    preview.changes
      .filter(({ kind }) => kind !== 'gone')
      .map(({ kind, name, fields }) => [kind, name, fields.map(({ field }) => field)]),
  ).toEqual([
    ['changed', expect.any(String), expect.arrayContaining(['channelPrice'])],
    ['new', 'Guaraná 2 L', expect.arrayContaining(['channelPrice'])],
  ])
  expect(preview.changes.find(({ kind }) => kind === 'new')?.fields).toContainEqual({
    field: 'photo',
    before: '',
    after: 'https://static-images.ifood.com.br/image/upload/t_high/pratos/forno/guarana.jpg',
  })
  const keys = preview.changes.flatMap(({ kind, key }) => (kind === 'gone' ? [] : [key]))
  await app.call(
    manager,
    applyMenuImport,
    { params: { importId: preview.id }, body: { ticked: keys, menu: preview.menu } },
    here(),
  )
  const { data } = await app.call(manager, readMyMenu, {}, here())
  const soda = data.items.find(({ name }) => name === 'Guaraná 2 L')
  expect(soda?.priceCents).toBe(1_690)
  // It came from there: nothing is sent back.
  expect(soda?.channels).toMatchObject([{ merchantId, priceCents: 1_690, pending: false }])
})

test('a category of pizzas becomes an item whose halves share a price, and the import says what it assumed', async () => {
  const priced = (name: string, value: number) => ({ name, price: { value } })
  const topping = (name: string, value: number) => ({ name, prices: { s1: { value } } })
  const pizza = {
    id: 'p1',
    sizes: [{ id: 's1', name: 'Grande', acceptedFractions: [1, 2] }],
    crusts: [priced('Fina', 0)],
    edges: [priced('Catupiry', 8)],
    toppings: [topping('Calabresa', 59.9), topping('Portuguesa', 64.9)],
  }
  const categories = [{ id: 'c1', name: 'Pizzas', template: 'PIZZA', pizza }]
  await simulatorControl(simulator.url).setMerchants([{ merchantId, name: 'Forno', menu: [], categories }])
  const preview = await search()
  expect(preview.leftOut).toMatchObject([
    { where: 'Pizzas', message: expect.stringContaining('meio a meio') },
  ])
  const keys = preview.changes.flatMap(({ kind, key }) => (kind === 'new' ? [key] : []))
  const body = { ticked: keys, menu: preview.menu }
  await app.call(manager, applyMenuImport, { params: { importId: preview.id }, body }, here())
  const { data } = await app.call(manager, readMyMenu, {}, here())
  const groups = data.optionGroups.map(({ name, priceMethod, maxPermitted }) => [
    name,
    priceMethod,
    maxPermitted,
  ])
  expect(groups).toEqual([
    ['Tamanho', 'SUM', 1],
    ['Sabores', 'AVG', 2],
    ['Massa', 'SUM', 1],
    ['Borda', 'SUM', 1],
  ])
})

test('a text finds the items of the catalogue that have it, and takes nothing away', async () => {
  await putMenu(app, store)
  const preview = await search('guarana')
  expect(preview.changes.map(({ name }) => name)).toEqual(['Guaraná 2 L'])
})

test('of a store at several marketplaces the one that shows its menu is read, whatever the others are called', async () => {
  await app.db
    .insertInto('merchant_routes')
    .values({ platform: 'keeta', merchant_id: '466663', store_id: store })
    .execute()
  expect(await search()).toMatchObject({ state: 'ready', foundAs: 'marketplace', items: 2 })
  const { data } = await app.call(
    manager,
    searchMyMarketplaceMenu,
    { body: { merchantId: '466663' } },
    here(),
  )
  await relayOutbox(app.deps, [store], effectHandlers(app.deps))
  const named = await app.call(manager, readMenuImport, { params: { importId: data.importId } }, here())
  expect(named.data.problem).toBe('A Keeta não mostra o cardápio a outros sistemas.')
})
