import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pauseMenuItem, resumeMenuItem } from '../../../contract/menu/menu.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { startOrderingApp, type OrderingApp } from '../../../simulator/open-delivery/start-ordering-app.ts'
import { withStoreScope } from '../../db/scope.ts'
import { tellOffersChanged } from '../../menu/menu.ts'
import { describeStore, document } from '../../menu/open-delivery/testing/official.ts'
import { putMenu, type TestMenu } from '../../menu/testing/menus.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import { connectStore, newCredentials, panelBeside } from './testing/connected-app.ts'

let partner: OrderingApp
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let manager: Person
let basic: Person
let stranger: Person
let menu: TestMenu
let merchant: ReturnType<typeof newCredentials>
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  partner = await startOrderingApp({ actionDelayMs: 10 })
  control = orderingAppControl(partner.url)
  app = await panelBeside(partner.url)
  app.startWorker()
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, manager, basic, stranger } = await standardShop(app))
  menu = await putMenu(app, store)
  await describeStore(app, store, { document })
  merchant = newCredentials()
  await connectWith({})
})

async function connectWith(wish: { readonly refusesObjects?: boolean }): Promise<void> {
  await control.setMerchants([{ ...merchant, name: 'Brasa', ...wish }])
  await connectStore({ app, person: manager, storeId: store, url: partner.url }, merchant)
}

/** Offers that the application received, oldest first. */
const offers = async () =>
  (await control.state()).objectNews
    .filter(({ merchantId, entityType }) => merchantId === merchant.merchantId && entityType === 'ITEM_OFFER')
    .flatMap(({ updatedObjects }) => updatedObjects)
const reread = async () =>
  (await control.state()).menuNews.filter((merchantId) => merchantId === merchant.merchantId).length

const params = () => ({ params: { itemId: menu.pizza } })
const pause = (person = basic, until?: string) =>
  app.call(person, pauseMenuItem, { ...params(), body: until ? { until } : {} }, { storeId: store })
const resume = () => app.call(basic, resumeMenuItem, { ...params(), body: undefined }, { storeId: store })

test('a dish that ran out is off sale at the application at once, which reads nothing else again', async () => {
  expect((await pause()).status).toBe(200)
  const [sent] = await until(offers, (all) => all.length === 1)
  expect(sent).toMatchObject({ itemId: menu.pizza, status: 'UNAVAILABLE', price: { value: 54.9 } })
  expect((await resume()).status).toBe(200)
  expect((await until(offers, (all) => all.length === 2))[1]).toMatchObject({ status: 'AVAILABLE' })
  const waiting = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select('id').where('kind', '=', 'menu-news').execute(),
  )
  expect(waiting).toEqual([])
  expect(await reread()).toBe(0)
  expect((await control.state()).violations).toEqual([])
})

test('of two people who pause it at once one does, and the application is sent it once', async () => {
  const answers = await Promise.all([pause(), pause(manager)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await until(offers, (all) => all.length > 0)
  expect(await offers()).toHaveLength(1)
  expect((await pause()).body.error).toBe('menu/already-paused')
  expect((await pause(stranger)).status).toBe(404)
})

test('a pause with an end puts the dish back on sale there on its own', async () => {
  await pause(basic, new Date(evening.getTime() + 10 * 60_000).toISOString())
  await until(offers, (all) => all.length === 1)
  app.setClock(new Date(evening.getTime() + 11 * 60_000))
  expect((await until(offers, (all) => all.length === 2))[1]).toMatchObject({ status: 'AVAILABLE' })
})

test('an application that takes no single offers reads the whole menu again instead', async () => {
  await control.setMerchants([{ ...merchant, name: 'Brasa', refusesObjects: true }])
  await pause()
  await until(reread, (times) => times === 1)
  expect(await offers()).toEqual([])
})

test('a late try sends what the dish is by then, not what it was', async () => {
  await control.setDown(true)
  await pause()
  await expect(tellOffersChanged(app.deps, store, [menu.pizza])).rejects.toMatchObject({ temporary: true })
  await resume()
  await control.setDown(false)
  await tellOffersChanged(app.deps, store, [menu.pizza])
  expect((await offers()).at(-1)).toMatchObject({ status: 'AVAILABLE' })
})

test('nothing is sent of a store that is not served yet, or of a dish of another store', async () => {
  const other = await putMenu(app, (await standardShop(app)).store)
  await tellOffersChanged(app.deps, store, [other.pizza])
  await describeStore(app, store, { document: null })
  await tellOffersChanged(app.deps, store, [menu.pizza])
  expect(await offers()).toEqual([])
})
