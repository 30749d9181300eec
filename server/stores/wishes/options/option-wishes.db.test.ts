import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteOptionGroup,
  resendMenuOption,
  updateOptionGroup,
} from '../../../../contract/menu/edit-menu.ts'
import { readMyMenu } from '../../../../contract/menu/menu.ts'
import { minuteMs } from '../../../../contract/shared/durations.ts'
import { simulatorControl } from '../../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../../simulator/start-simulator.ts'
import { putMenu, type TestMenu } from '../../../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../../../testing/app.ts'
import { standardShop } from '../../../testing/standard-shop.ts'
import { lookAtItems } from '../look-at-items.ts'

const itemId = '5b1a00aa-0000-4000-8000-0000000000e1'
const start = Date.parse('2026-11-27T19:02:10-03:00')
let merchantId: string
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
  await publish()
  app.setClock(new Date(start))
  ;({ store, basic, manager, stranger } = await standardShop(app, { merchantId }))
  menu = await putMenu(app, store, { merchantId, partnerItemId: itemId })
  // The first look finds which option is which, the next one what is there.
  await lookAtItems(app.deps, store)
  await lookAtItems(app.deps, store)
})

const catupiry = { id: 'there-catupiry', code: 'B-1', name: 'CATUPIRY', cents: 1_000 }
const cheddar = { id: 'there-cheddar', code: 'B-2', name: 'Cheddar', cents: 800 }

async function publish(options: readonly (typeof catupiry)[] = [catupiry, cheddar]): Promise<void> {
  const sold = options.map((option) => ({ ...option, status: 'AVAILABLE' as const }))
  const groups = [{ id: 'there-crust', name: 'Escolha a borda', min: 1, max: 1, options: sold }]
  const pizza = { itemId, code: 'PZ-1', name: 'Pizza', cents: 5_990, category: 'Pizzas', groups }
  await control.setMerchants([{ merchantId, name: 'Forno', menu: [pizza] }])
}

type Changed = Partial<Awaited<ReturnType<typeof groupNow>>['options'][number]> & {
  channelPrices?: { merchantId: string; priceCents: number }[]
}
/** Saves the group as it is, with this change of its catupiry; null: without it. */
async function save(change: Changed | null, person = manager) {
  const {
    id: groupId,
    name,
    description,
    status,
    minPermitted,
    maxPermitted,
    version,
    options,
  } = await groupNow()
  const kept = options.flatMap(
    ({ id, name: called, description: told, status: sold, priceCents, maxPermitted: most }) => {
      const option = { id, name: called, description: told, status: sold, priceCents, maxPermitted: most }
      if (id !== menu.crust.catupiry) return [option]
      return change ? [{ ...option, ...change }] : []
    },
  )
  const body = { name, description, status, minPermitted, maxPermitted, version, options: kept }
  return app.call(person, updateOptionGroup, { params: { groupId }, body }, { storeId: store })
}
async function groupNow() {
  const { data } = await app.call(basic, readMyMenu, {}, { storeId: store })
  const group = data.optionGroups.find(({ id }) => id === menu.crust.groupId)
  if (!group) throw new Error('no group')
  return group
}
const resend = (person = basic, about?: 'on-sale' | 'price') =>
  app.call(
    person,
    resendMenuOption,
    { params: { optionId: menu.crust.catupiry }, body: about ? { about } : {} },
    { storeId: store },
  )
const look = () => lookAtItems(app.deps, store)
async function later(ms: number): Promise<void> {
  app.setClock(new Date(app.deps.now().getTime() + ms))
  await look()
}
const said = async () => {
  const { options } = await groupNow()
  const channel = options.find(({ id }) => id === menu.crust.catupiry)?.channels?.[0]
  return Object.fromEntries(
    (channel?.wishes ?? []).map(({ about, state, message }) => [about, `${state}: ${message}`]),
  )
}
const written = async () => (await control.readCatalog(merchantId)).calls.map(({ change }) => change)
const there = async () =>
  (await control.readCatalog(merchantId)).items[0]?.groups?.[0]?.options.find(({ id }) => id === catupiry.id)

test('an option is matched by its name within its item, and a first look changes nothing there', async () => {
  expect(await said()).toEqual({
    'on-sale': 'proved: À venda no iFood: provado às 19:02:10.',
    // As it is there: the price at a marketplace is one of its own.
    price: 'proved: R$\u00a010,00 no iFood: provado às 19:02:10.',
  })
  expect(await written()).toEqual([])
})

test('an option taken off sale here is paused there, read back and proved to the second', async () => {
  await save({ status: 'UNAVAILABLE' })
  expect((await said())['on-sale']).toBe(
    'trying: iFood: à venda desde 19:02, você quer pausada desde 19:02; tentando.',
  )
  app.setClock(new Date(start + 1_000))
  await look()
  await look()
  expect((await said())['on-sale']).toBe('proved: Pausada no iFood: provado às 19:02:11.')
  expect(await written()).toEqual(['option status UNAVAILABLE'])
})

test('of two workers that take an option off sale at once, one writes', async () => {
  await save({ status: 'UNAVAILABLE' })
  await Promise.all([look(), look()])
  expect(await written()).toEqual(['option status UNAVAILABLE'])
})

test('its price there is one of its own, and only a manager sets it', async () => {
  await save({ priceCents: 950 })
  await look()
  expect(await written()).toEqual([])
  const prices = { channelPrices: [{ merchantId, priceCents: 1_150 }] }
  expect((await save(prices, basic)).status).toBe(403)
  await save(prices)
  await look()
  expect((await there())?.cents).toBe(1_150)
  expect((await said()).price).toBe('proved: R$\u00a011,50 no iFood: provado às 19:02:10.')
  const elsewhere = await save({ channelPrices: [{ merchantId: 'another', priceCents: 1 }] })
  expect(elsewhere.status).toBe(422)
})

test('an option paused in iFood’s app is the newest wish, and only a person undoes it', async () => {
  await control.changeCatalog(merchantId, { optionId: catupiry.id, status: 'UNAVAILABLE' })
  await later(4 * minuteMs)
  expect((await said())['on-sale']).toBe('outside: Pausada no iFood às 19:06, por fora.')
  await save({ priceCents: 950 })
  await later(4 * minuteMs)
  expect(await written()).toEqual([])
  expect((await resend(stranger)).status).toBe(404)
  expect((await resend(basic, 'price')).status).toBe(409)
  const answers = await Promise.all([resend(), resend(manager)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await look()
  expect((await there())?.status).toBe('AVAILABLE')
  expect((await said())['on-sale']).toBe('proved: À venda no iFood: provado às 19:10:10.')
})

test('an option that is deleted here is taken off sale there', async () => {
  await save(null)
  await look()
  expect((await there())?.status).toBe('UNAVAILABLE')
  expect(await written()).toEqual(['option status UNAVAILABLE'])
})

test('a group that is deleted here takes its options off sale there', async () => {
  await app.call(manager, deleteOptionGroup, { params: { groupId: menu.crust.groupId } }, { storeId: store })
  await look()
  expect(await written()).toEqual(['option status UNAVAILABLE', 'option status UNAVAILABLE'])
})

test('an option that iFood has under another id from now on is matched again', async () => {
  await publish([{ ...catupiry, id: 'there-again' }, cheddar])
  await later(4 * minuteMs)
  await later(1_000)
  expect((await said())['on-sale']).toMatch(/^proved: À venda no iFood/)
  await save({ status: 'UNAVAILABLE' })
  await look()
  expect((await control.readCatalog(merchantId)).calls).toMatchObject([{ itemId: 'there-again' }])
})

test('an option that iFood does not show any more is refused in words', async () => {
  await publish([cheddar])
  await save({ status: 'UNAVAILABLE' })
  await look()
  expect((await said())['on-sale']).toBe(
    'refused: O iFood não encontrou esta opção no cardápio de lá. Confira no aplicativo do iFood.',
  )
})
