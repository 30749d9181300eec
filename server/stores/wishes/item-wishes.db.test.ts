import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { deleteMenuItem } from '../../../contract/menu/edit-menu.ts'
import * as contract from '../../../contract/menu/menu.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { withStoreScope } from '../../db/scope.ts'
import { sendItem } from '../../menu/menu.ts'
import { putMenu, type TestMenu } from '../../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { lookAtItems } from './look-at-items.ts'

let merchantId: string
const itemId = '5b1a00aa-0000-4000-8000-0000000000e1'
const start = Date.parse('2026-11-27T19:02:10-03:00')
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let store: string
let basic: Person
let manager: Person
let stranger: Person
let menu: TestMenu

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret' })
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
  merchantId = randomUUID()
  await publish(5_990)
  app.setClock(new Date(start))
  ;({ store, basic, manager, stranger } = await standardShop(app, { merchantId }))
  menu = await putMenu(app, store, { merchantId, partnerItemId: itemId })
  await lookAtItems(app.deps, store)
})

const publish = (cents: number) =>
  control.setMerchants([
    { merchantId, name: 'Forno', menu: [{ itemId, code: 'PZ-1', name: 'Pizza', cents, category: 'Pizzas' }] },
  ])
const act = (
  route: typeof contract.pauseMenuItem | typeof contract.resumeMenuItem | typeof contract.resendMenuItem,
  person = basic,
) => app.call(person, route, { params: { itemId: menu.pizza }, body: {} }, { storeId: store })
const setPrice = (priceCents: number) =>
  app.call(
    manager,
    updateMenuItem,
    { params: { itemId: menu.pizza }, body: { version: 1, channelPrices: [{ merchantId, priceCents }] } },
    { storeId: store },
  )
const send = () => sendItem(app.deps, store, menu.pizza)
/** The round of every minute, so much later. */
async function later(ms: number): Promise<void> {
  app.setClock(new Date(app.deps.now().getTime() + ms))
  await lookAtItems(app.deps, store)
}
const said = async () => {
  const { data } = await app.call(basic, contract.readMyMenu, {}, { storeId: store })
  const channel = data.items.find(({ id }) => id === menu.pizza)?.channels[0]
  return Object.fromEntries(
    (channel?.wishes ?? []).map(({ about, state, message }) => [about, `${state}: ${message}`]),
  )
}
const atIfood = async () => (await control.readCatalog(merchantId)).items[0]
const written = async () => (await control.readCatalog(merchantId)).calls.map(({ change }) => change)

test('a first look at a catalogue changes nothing there, and says what is there', async () => {
  expect(await said()).toEqual({
    'on-sale': 'proved: À venda no iFood: provado às 19:02:10.',
    price: 'proved: R$\u00a059,90 no iFood: provado às 19:02:10.',
  })
  expect(await written()).toEqual([])
})

test('a pause is written once, read back and proved to the second', async () => {
  await act(contract.pauseMenuItem)
  expect((await said())['on-sale']).toBe(
    'trying: iFood: à venda desde 19:02, você quer pausado desde 19:02; tentando.',
  )
  app.setClock(new Date(start + 1_000))
  await send()
  await send()
  expect((await said())['on-sale']).toBe('proved: Pausado no iFood: provado às 19:02:11.')
  expect(await written()).toEqual(['status UNAVAILABLE'])
})

test('of two workers that make an item so at once, one writes', async () => {
  await setPrice(6_290)
  await Promise.all([send(), send()])
  expect(await written()).toEqual(['price 62.90'])
  expect((await atIfood())?.cents).toBe(6_290)
})

test('a pause made in iFood’s app is the newest wish, found within five minutes, and only a person undoes it', async () => {
  await control.changeCatalog(merchantId, { itemId, status: 'UNAVAILABLE' })
  await later(4 * minuteMs)
  expect((await said())['on-sale']).toBe('outside: Pausado no iFood às 19:06, por fora.')
  await send()
  await later(4 * minuteMs)
  expect(await written()).toEqual([])
  expect((await act(contract.resendMenuItem, stranger)).status).toBe(404)
  const answers = await Promise.all([act(contract.resendMenuItem), act(contract.resendMenuItem, manager)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await send()
  expect((await atIfood())?.status).toBe('AVAILABLE')
  expect((await said())['on-sale']).toBe('proved: À venda no iFood: provado às 19:10:10.')
})

test('a price changed in iFood’s app stays until a person sets one here, and a pause here does not undo it', async () => {
  await control.changeCatalog(merchantId, { itemId, cents: 6_590 })
  await later(4 * minuteMs)
  expect((await said()).price).toBe('outside: Preço mudado no iFood às 19:06, por fora: R$\u00a065,90.')
  await act(contract.pauseMenuItem)
  await send()
  expect(await written()).toEqual(['status UNAVAILABLE'])
  expect((await atIfood())?.cents).toBe(6_590)
  await setPrice(6_390)
  await send()
  expect((await atIfood())?.cents).toBe(6_390)
})

test('an item that iFood does not know is refused in words, and tried again when it is there and a person asks', async () => {
  await control.setMerchants([{ merchantId, name: 'Forno', menu: [] }])
  await act(contract.pauseMenuItem)
  await send()
  expect((await said())['on-sale']).toMatch(/^refused: O iFood não encontrou este item/)
  await publish(5_990)
  await act(contract.resendMenuItem)
  await send()
  expect((await said())['on-sale']).toMatch(/^proved: Pausado no iFood/)
})

test('that iFood is silent is said after a minute, and ends when it answers', async () => {
  await control.fail(503, 600_000, '/catalog')
  await act(contract.pauseMenuItem)
  await send()
  await later(90_000)
  expect((await said())['on-sale']).toBe(
    'silent: O iFood não responde desde 19:02: o item pode estar à venda por lá. Tentando.',
  )
  await control.fail(503, 0, '/catalog')
  await later(10_000)
  expect((await said())['on-sale']).toMatch(/^proved: Pausado/)
})

test('a category that is paused at iFood hides its items, and their own state is not touched', async () => {
  await control.changeCatalog(merchantId, { pausedCategories: ['Pizzas'] })
  await later(4 * minuteMs)
  expect((await said())['on-sale']).toBe(
    'outside: A categoria deste item está pausada no iFood, por fora: reative por lá.',
  )
  await control.changeCatalog(merchantId, { pausedCategories: [] })
  await later(4 * minuteMs)
  expect((await said())['on-sale']).toMatch(/^proved: À venda/)
  expect(await written()).toEqual([])
})

test('what is known of an item goes with it', async () => {
  await app.call(manager, deleteMenuItem, { params: { itemId: menu.pizza } }, { storeId: store })
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('channel_wishes').select('kind').where('store_id', '=', store).execute(),
  )
  expect(rows).toEqual([])
})
