import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMenuItem } from '../../../contract/menu/edit-item.ts'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import * as contract from '../../../contract/menu/publications.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { withStoreScope } from '../../db/scope.ts'
import { lookAtItems } from '../../stores/stores.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import { putMenu, type TestMenu } from '../testing/menus.ts'
import { publish } from './publish.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000e'
const pizzaId = '5b1a00aa-0000-4000-8000-0000000000e1'
const cakeId = '5b1a00aa-0000-4000-8000-0000000000e3'
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let store: string
let basic: Person
let manager: Person
let stranger: Person
let menu: TestMenu

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret', actionDelayMs: 30 })
  control = simulatorControl(simulator.url)
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
  await control.reset()
  await control.setMerchants([
    {
      merchantId,
      name: 'Forno',
      contexts: ['DEFAULT', 'WHITELABEL'],
      menu: [
        { itemId: pizzaId, code: 'PZ-1', name: 'Pizza calabreza', cents: 5_990, category: 'Pizzas' },
        { itemId: cakeId, code: 'BL-1', name: 'Bolo de cenoura', cents: 1_200, category: 'Doces' },
      ],
    },
  ])
  ;({ store, basic, manager, stranger } = await standardShop(app, { name: 'Forno' }))
  menu = await putMenu(app, store, { merchantId, partnerItemId: pizzaId })
  await app.db.deleteFrom('merchant_routes').execute()
  await app.db
    .insertInto('merchant_routes')
    .values({ platform: 'ifood', merchant_id: merchantId, store_id: store })
    .execute()
})

const here = () => ({ storeId: store })
/** Until nothing is due any more. */
const work = async () => {
  while ((await relayOutbox(app.deps, [store], effectHandlers(app.deps))) > 0);
}
/** The next look at the catalogue, some minutes later. */
const look = async () => {
  app.setClock(new Date(app.deps.now().getTime() + 4 * minuteMs))
  await lookAtItems(app.deps, store)
}
const begin = (person = manager) =>
  app.call(person, contract.beginMenuPublication, { body: { platform: 'ifood', merchantId } }, here())
const read = async (publicationId: string) =>
  (await app.call(manager, contract.readMenuPublication, { params: { publicationId } }, here())).data
const compared = async () => {
  const { publicationId } = (await begin()).data
  await work()
  return read(publicationId)
}
type Shown = Awaited<ReturnType<typeof read>>
const keysOf = ({ parts }: Shown, kinds = ['new', 'changed']) =>
  parts.flatMap(({ change }) => (kinds.includes(change.kind) ? [change.key] : []))
const confirm = (shown: Shown, ticked = keysOf(shown), person = manager) =>
  app.call(
    person,
    contract.confirmMenuPublication,
    { params: { publicationId: shown.id }, body: { ticked: [...ticked], menu: shown.menu } },
    here(),
  )
const published = async (kinds?: string[]) => {
  const shown = await compared()
  expect((await confirm(shown, keysOf(shown, kinds))).status).toBe(200)
  await work()
  return read(shown.id)
}
const takeBack = (publicationId: string, person = manager) =>
  app.call(person, contract.takeBackMenuPublication, { params: { publicationId }, body: {} }, here())
const resume = (publicationId: string, person = manager) =>
  app.call(person, contract.resumeMenuPublication, { params: { publicationId }, body: {} }, here())
const atIfood = async () => (await control.readCatalog(merchantId)).items
const put = async () =>
  (await control.readCatalog(merchantId)).calls.filter(({ change }) => change.startsWith('put'))

test('the difference is shown before anything is written: new, changed, and only there', async () => {
  const shown = await compared()
  expect(shown).toMatchObject({ state: 'ready', categories: [], leftOut: [], canTakeBack: false })
  expect(
    shown.parts.map(({ change }) => [change.kind, change.name, change.fields.map(({ field }) => field)]),
  ).toEqual([
    ['changed', 'Pizza de calabresa', ['name', 'optionGroups']],
    ['new', 'Guaraná lata', []],
    ['gone', 'Bolo de cenoura', []],
  ])
  expect(shown.parts[0]?.change.fields[0]).toEqual({
    field: 'name',
    before: 'Pizza calabreza',
    after: 'Pizza de calabresa',
  })
  expect((await control.readCatalog(merchantId)).calls).toEqual([])
})

test('what was confirmed is written whole and read back; what is only there is left alone', async () => {
  const done = await published()
  expect(done).toMatchObject({ state: 'done', problem: null, canTakeBack: true })
  expect(done.endedAt).not.toBeNull()
  expect(done.parts.map(({ chosen, state }) => [chosen, state])).toEqual([
    [true, 'proved'],
    [true, 'proved'],
    [false, 'waiting'],
  ])
  const there = await atIfood()
  expect(there.map(({ name, cents, status }) => [name, cents, status])).toEqual([
    ['Pizza de calabresa', 5_990, 'AVAILABLE'],
    ['Bolo de cenoura', 1_200, 'AVAILABLE'],
    ['Guaraná lata', 750, 'AVAILABLE'],
  ])
  expect(there[0]?.groups).toMatchObject([
    { name: 'Borda', min: 1, max: 1, options: [{ name: 'Catupiry', cents: 900 }, { name: 'Cheddar' }] },
  ])
  // From now on its price and its sale there are wished from here.
  const { data } = await app.call(manager, readMyMenu, {}, here())
  expect(data.items.find(({ id }) => id === menu.soda)?.channels).toMatchObject([
    { merchantId, priceCents: 750 },
  ])
  expect((await compared()).parts.map(({ change }) => change.kind)).toEqual(['gone'])
})

test('a new item is sold in the app alone until somebody says otherwise at iFood', async () => {
  await published()
  const soda = (await atIfood()).find(({ name }) => name === 'Guaraná lata')
  expect(soda).toMatchObject({
    more: { item: { contextModifiers: [{ catalogContext: 'WHITELABEL', status: 'UNAVAILABLE' }] } },
  })
})

test('what is only there goes off sale when it is ticked, in one batch', async () => {
  const done = await published(['gone'])
  expect(done.parts.filter(({ chosen }) => chosen).map(({ state }) => state)).toEqual(['proved'])
  expect((await atIfood()).map(({ name, status }) => [name, status])).toEqual([
    ['Pizza calabreza', 'AVAILABLE'],
    ['Bolo de cenoura', 'UNAVAILABLE'],
  ])
  expect((await control.readCatalog(merchantId)).calls).toEqual([
    { merchantId, itemId: cakeId, change: 'status UNAVAILABLE by batch' },
  ])
})

test('one step back makes the catalogue as it was, and what was new is off sale and not wished any more', async () => {
  const before = await atIfood()
  const done = await published(['new', 'changed', 'gone'])
  const { publicationId } = (await takeBack(done.id)).data
  await work()
  const back = await read(publicationId)
  expect(back).toMatchObject({ state: 'done', takesBack: true, canTakeBack: false })
  expect(back.parts.map(({ state }) => state)).toEqual(['proved', 'proved', 'proved'])
  expect(
    (await atIfood()).map(({ name, cents, status, groups }) => [name, cents, status, groups ?? []]),
  ).toEqual([
    ...before.map(({ name, cents, status }) => [name, cents, status, []]),
    ['Guaraná lata', 750, 'UNAVAILABLE', expect.anything()],
  ])
  const { data } = await app.call(manager, readMyMenu, {}, here())
  expect(data.items.find(({ id }) => id === menu.soda)?.channels).toEqual([])
  await work()
  expect((await atIfood()).find(({ name }) => name === 'Guaraná lata')?.status).toBe('UNAVAILABLE')
  expect((await takeBack(done.id)).body.error).toBe('menu/publication-not-last')
  expect((await takeBack(back.id)).body.error).toBe('menu/publication-not-last')
  // It is offered again, and comes back as the item that it was.
  const again = await published()
  expect(again.parts.filter(({ chosen }) => chosen).every(({ state }) => state === 'proved')).toBe(true)
  expect((await atIfood()).map(({ name, status }) => [name, status])).toEqual([
    ['Pizza de calabresa', 'AVAILABLE'],
    ['Bolo de cenoura', 'AVAILABLE'],
    ['Guaraná lata', 'AVAILABLE'],
  ])
})

test('only managers publish, and another store has no such publication', async () => {
  const shown = await compared()
  expect((await begin(basic)).status).toBe(403)
  expect((await confirm(shown, keysOf(shown), basic)).status).toBe(403)
  expect((await takeBack(shown.id, basic)).status).toBe(403)
  expect((await resume(shown.id, basic)).status).toBe(403)
  const other = await standardShop(app, { name: 'Outra' })
  const params = { publicationId: shown.id }
  const answers = await Promise.all([
    app.call(other.manager, contract.readMenuPublication, { params }, { storeId: other.store }),
    app.call(
      other.manager,
      contract.confirmMenuPublication,
      { params, body: { ticked: [], menu: shown.menu } },
      { storeId: other.store },
    ),
    app.call(other.manager, contract.takeBackMenuPublication, { params, body: {} }, { storeId: other.store }),
    app.call(other.manager, contract.resumeMenuPublication, { params, body: {} }, { storeId: other.store }),
    confirm(shown, keysOf(shown), stranger),
    app.call(
      other.manager,
      contract.beginMenuPublication,
      { body: { platform: 'ifood', merchantId } },
      { storeId: other.store },
    ),
  ])
  expect(answers.map(({ body }) => body.error)).toEqual([
    ...Array.from({ length: 4 }, () => 'menu/publication-not-found'),
    'store/not-found',
    'menu/no-merchant',
  ])
  expect(await put()).toEqual([])
})

test('a publication is confirmed once, and never over a menu that has changed since', async () => {
  const [first, second] = [await compared(), await compared()]
  const statuses = (await Promise.all([confirm(first), confirm(first), confirm(second)])).map(
    ({ body }) => body.error,
  )
  expect(statuses.filter((error) => error === undefined)).toHaveLength(1)
  await work()
  expect(await put()).toHaveLength(2)
  const third = await compared()
  const body = { category: 'Doces', name: 'Brownie', priceCents: 900 }
  await app.call(manager, addMenuItem, { body }, here())
  expect((await confirm(third, keysOf(third, ['gone']))).body.error).toBe('menu/changed-meanwhile')
  expect((await resume(third.id)).body.error).toBe('menu/publication-not-ready')
})

test('a run that ends in the middle is continued, and nothing is there twice', async () => {
  const shown = await compared()
  await confirm(shown)
  // The process ends after the first item left, before it was noted.
  const marketplace = await app.deps.marketplaces.marketplaceFor({ storeId: store, platform: 'ifood' })
  const { publishing } = marketplace
  if (!publishing) throw new Error('no publishing')
  const killed: typeof publishing = {
    ...publishing,
    writeItem: async (...sent) => {
      await publishing.writeItem(...sent)
      throw new Error('killed')
    },
  }
  const marketplaces = {
    ...app.deps.marketplaces,
    marketplaceFor: () => Promise.resolve({ ...marketplace, publishing: killed }),
  }
  await expect(publish({ ...app.deps, marketplaces }, store, shown.id)).rejects.toThrow('killed')
  expect((await put()).map(({ change }) => change)).toEqual(['put Pizza de calabresa'])
  await work()
  const done = await read(shown.id)
  expect(done).toMatchObject({ state: 'done', canTakeBack: true })
  expect((await atIfood()).map(({ name }) => name)).toEqual([
    'Pizza de calabresa',
    'Bolo de cenoura',
    'Guaraná lata',
  ])
  await takeBack(done.id)
  await work()
  // What was kept is what was there before the first try.
  expect((await atIfood())[0]?.name).toBe('Pizza calabreza')
})

test('while iFood asks to wait nothing is lost, and the wait is as long as it says', async () => {
  const shown = await compared()
  await confirm(shown)
  await control.fail(429, 30_000, '/catalog')
  await work()
  const waiting = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select('due_at').where('kind', '=', 'menu-publication').executeTakeFirstOrThrow(),
  )
  const waitMs = waiting.due_at.getTime() - app.deps.now().getTime()
  expect(waitMs).toBeGreaterThan(20_000)
  expect(waitMs).toBeLessThanOrEqual(30_000)
  await control.fail(503, 0, '/catalog')
  await publish(app.deps, store, shown.id)
  await publish(app.deps, store, shown.id)
  expect((await read(shown.id)).state).toBe('done')
})

test('what iFood refuses is named with its words, and is sent again once it is mended', async () => {
  await control.setMerchants([
    {
      merchantId,
      name: 'Forno',
      menu: [{ itemId: pizzaId, code: 'PZ-1', name: 'Pizza calabreza', cents: 5_990, category: 'Pizzas' }],
    },
  ])
  const shown = await compared()
  await confirm(shown)
  // Before it is sent, somebody makes an item with the same code there.
  const menuThere = [
    { itemId: pizzaId, code: 'PZ-1', name: 'Pizza calabreza', cents: 5_990, category: 'Pizzas' },
    { itemId: cakeId, code: 'guaraná lata', name: 'Outro', cents: 100, category: 'Pizzas' },
  ]
  await control.setMerchants([{ merchantId, name: 'Forno', menu: menuThere }])
  await work()
  const done = await read(shown.id)
  expect(done.parts.map(({ change, state, problem }) => [change.name, state, problem])).toEqual([
    ['Pizza de calabresa', 'proved', null],
    ['Guaraná lata', 'refused', expect.stringContaining('externalCode is already in use')],
  ])
  await control.setMerchants([{ merchantId, name: 'Forno', menu: menuThere.slice(0, 1) }])
  expect((await resume(done.id)).status).toBe(200)
  await work()
  expect((await read(done.id)).parts.map(({ state }) => state)).toEqual(['proved', 'proved'])
  expect((await resume(done.id)).body.error).toBe('menu/publication-not-ready')
})

test('a price that somebody changed there is wished again when it is published', async () => {
  await published()
  await look()
  await control.changeCatalog(merchantId, { itemId: pizzaId, cents: 7_500 })
  // It is somebody's hand there, so it is the newest wish.
  await look()
  expect((await atIfood())[0]?.cents).toBe(7_500)
  const shown = await compared()
  expect(shown.parts[0]?.change.fields.map(({ field }) => field)).toEqual(['channelPrice'])
  await confirm(shown)
  await work()
  expect((await read(shown.id)).state).toBe('done')
  await look()
  expect((await atIfood())[0]?.cents).toBe(5_990)
})
