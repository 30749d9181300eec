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
const failingSince = () =>
  withStoreScope(app.db, [store], async (tx) => {
    const rows = await tx
      .selectFrom('channel_wishes')
      .select('failing_since')
      .where('store_id', '=', store)
      .where('kind', '=', 'on-sale')
      .execute()
    return rows[0]?.failing_since ?? null
  })
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

test('while iFood does not respond the item is tried without end, and what is sent is the wish of that moment', async () => {
  await control.fail(503, 60_000, '/catalog')
  await pause()
  await until(failingSince, (since) => since !== null)
  await resume()
  // The try of the former wish that was in flight has failed too: none is left to arrive late.
  await until(failingSince, (since) => since !== null)
  await control.fail(503, 0, '/catalog')
  await expect.poll(channel).toMatchObject({ status: 'AVAILABLE', pending: false, refusal: null })
  expect((await control.readCatalog(merchantId)).calls.map(({ change }) => change)).not.toContain(
    'status UNAVAILABLE',
  )
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
