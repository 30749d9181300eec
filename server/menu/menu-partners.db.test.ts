import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as editItem from '../../contract/menu/edit-item.ts'
import * as contract from '../../contract/menu/menu.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../simulator/start-simulator.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { until } from '../testing/until.ts'
import { putMenu, type TestMenu } from './testing/menus.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000e'
const itemId = '5b1a00aa-0000-4000-8000-0000000000e1'
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
    IFOOD_POLL_SECONDS: '5',
  })
  app.startWorker()
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
beforeEach(async () => {
  await control.reset()
  await control.setMerchants([
    { merchantId, name: 'Forno', menu: [{ itemId, code: 'PZ-1', name: 'Pizza de calabresa', cents: 5_990 }] },
  ])
  ;({ store, basic, manager, stranger } = await standardShop(app, { name: 'Forno' }))
  menu = await putMenu(app, store, { merchantId, partnerItemId: itemId })
})

const pause = () =>
  app.call(basic, contract.pauseMenuItem, { params: { itemId: menu.pizza }, body: {} }, { storeId: store })
const resume = () =>
  app.call(basic, contract.resumeMenuItem, { params: { itemId: menu.pizza }, body: {} }, { storeId: store })
const resend = (person: Person) =>
  app.call(person, contract.resendMenuItem, { params: { itemId: menu.pizza }, body: {} }, { storeId: store })
const atIfood = async () => (await control.readCatalog(merchantId)).items[0]
const outbox = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select(['last_error', 'dead_at'])
      .where('store_id', '=', store)
      .where('kind', '=', 'menu-channels')
      .execute(),
  )
const channel = async () => {
  const { data } = await app.call(basic, contract.readMyMenu, {}, { storeId: store })
  return data.items.find((item) => item.id === menu.pizza)?.channels[0]
}

test('pausing and resuming an item is sent to iFood', async () => {
  const paused = await pause()
  expect(paused.data.channels[0]).toMatchObject({ status: 'AVAILABLE', pending: true })
  await expect.poll(async () => (await atIfood())?.status).toBe('UNAVAILABLE')
  await expect.poll(channel).toMatchObject({ status: 'UNAVAILABLE', pending: false, refusal: null })
  await resume()
  await expect.poll(async () => (await atIfood())?.status).toBe('AVAILABLE')
  await expect.poll(channel).toMatchObject({ status: 'AVAILABLE', pending: false })
})

test('a new iFood price is sent to iFood without any unchanged field', async () => {
  await app.call(
    manager,
    editItem.updateMenuItem,
    {
      params: { itemId: menu.pizza },
      body: { version: 1, channelPrices: [{ merchantId, priceCents: 6_290 }] },
    },
    { storeId: store },
  )
  await expect.poll(async () => (await atIfood())?.cents).toBe(6_290)
  expect((await control.readCatalog(merchantId)).calls.map((call) => call.change)).toEqual(['price 62.90'])
})

test('while iFood does not respond the sync is retried, and sends the state current at that time', async () => {
  await control.fail(503, 60_000, '/catalog')
  await pause()
  await until(outbox, (rows) => rows.some((row) => row.last_error !== null))
  await resume()
  await control.fail(503, 0, '/catalog')
  await until(outbox, (rows) => rows.length === 0)
  expect(await channel()).toMatchObject({ status: 'AVAILABLE', pending: false, refusal: null })
  expect((await control.readCatalog(merchantId)).calls.map(({ change }) => change)).not.toContain(
    'status UNAVAILABLE',
  )
  expect((await atIfood())?.status).toBe('AVAILABLE')
  await pause()
  await expect.poll(async () => (await atIfood())?.status).toBe('UNAVAILABLE')
})

test('a change that iFood rejects is shown with its reason, stays in effect here and can be resent', async () => {
  await control.setMerchants([{ merchantId, name: 'Forno', menu: [] }])
  await pause()
  await expect
    .poll(channel)
    .toMatchObject({ status: 'AVAILABLE', pending: false, refusal: { message: /não encontrou este item/ } })
  expect((await resend(stranger)).status).toBe(404)
  await control.setMerchants([
    { merchantId, name: 'Forno', menu: [{ itemId, code: 'PZ-1', name: 'Pizza', cents: 5_990 }] },
  ])
  const answers = await Promise.all([resend(basic), resend(manager)])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await expect.poll(async () => (await atIfood())?.status).toBe('UNAVAILABLE')
  await expect.poll(channel).toMatchObject({ status: 'UNAVAILABLE', refusal: null })
  expect((await resend(basic)).body.error).toBe('menu/nothing-to-resend')
})

test('after the last attempt the effect is a dead letter and the item shows that iFood did not respond', async () => {
  await control.fail(503, 60_000, '/catalog')
  await pause()
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('outbox')
      .set({ attempts: 39 })
      .where('store_id', '=', store)
      .where('kind', '=', 'menu-channels')
      .execute(),
  )
  await expect.poll(channel).toMatchObject({ pending: false, refusal: { message: /O iFood não respondeu/ } })
  const dead = await outbox()
  expect(dead).toHaveLength(1)
  expect(dead[0]?.dead_at).not.toBeNull()
})
