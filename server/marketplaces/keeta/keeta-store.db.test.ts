import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enableIntegration } from '../../../contract/integrations/integrations.ts'
import { updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { endBreak, scheduleBreak } from '../../../contract/stores/hours.ts'
import { spawnKeeta } from '../../../simulator/keeta/spawn-keeta.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../../../simulator/spawn-program.ts'
import { withStoreScope } from '../../db/scope.ts'
import { tellMenuChanged, tellOffersChanged } from '../../menu/menu.ts'
import { describeStore, document } from '../../menu/open-delivery/testing/official.ts'
import { putMenu, type TestMenu } from '../../menu/testing/menus.ts'
import { wishPause } from '../../stores/stores.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'

const software = { clientId: 'balcao', clientSecret: 'segredo-do-balcao' }
const evening = new Date('2026-11-20T22:00:00Z')
let partner: SpawnedSimulator
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let manager: Person
let basic: Person
let stranger: Person
let menu: TestMenu
let merchantId: string

beforeAll(async () => {
  partner = await spawnKeeta({ ...software, actionDelayMs: 5, pollsPerMinute: 10_000 })
  control = orderingAppControl(partner.url)
  app = await testApp({
    KEETA_BASE_URL: partner.url,
    KEETA_CLIENT_ID: software.clientId,
    KEETA_CLIENT_SECRET: software.clientSecret,
    PUBLIC_URL: 'https://painel.example',
  })
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
  merchantId = String(randomInt(100_000, 999_999_999))
  await control.setMerchants([{ merchantId, name: 'Brasa' }])
  const body = { type: 'keeta' as const, merchantId }
  expect((await app.call(manager, enableIntegration, { body }, here())).status).toBe(200)
})

const here = () => ({ storeId: store })
const pushed = async () => (await control.state()).objectNews.filter((news) => news.merchantId === merchantId)
const told = async () =>
  (await control.state()).statusNews
    .filter((news) => news.merchantId === merchantId)
    .map(({ merchantStatus }) => merchantStatus)
const stop = (person = manager) => {
  const end = new Date(evening.getTime() + 30 * 60_000).toISOString()
  const body = { name: 'Falta de gás', start: evening.toISOString(), end }
  return app.call(person, scheduleBreak, { body }, here())
}

test('an edit sends Keeta the whole menu, under the id that the store has there', async () => {
  const body = { version: 1, name: 'Pizza de calabresa da casa' }
  await app.call(manager, updateMenuItem, { params: { itemId: menu.pizza }, body }, here())
  await tellMenuChanged(app.deps, store)
  const [news] = await pushed()
  expect(news?.entityType).toBe('MERCHANT')
  expect(news?.updatedObjects).toMatchObject([{ id: merchantId.padStart(36, '0'), status: 'AVAILABLE' }])
  const [whole] = (news?.updatedObjects ?? []) as readonly { readonly items: readonly { name: string }[] }[]
  expect(whole?.items.map(({ name }) => name)).toContain(body.name)
  expect((await control.state()).violations).toEqual([])
})

test('a dish that ran out reaches Keeta with the whole menu of half a minute, since it takes no single objects', async () => {
  await tellOffersChanged(app.deps, store, [menu.pizza])
  expect(await pushed()).toEqual([])
  const waiting = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select('due_at').where('kind', '=', 'menu-news').execute(),
  )
  expect(waiting).toEqual([{ due_at: new Date(evening.getTime() + 30_000) }])
})

test('Keeta reads a store that is not served yet at our address, which says what is missing', async () => {
  await describeStore(app, store, { document: null })
  await tellMenuChanged(app.deps, store)
  expect(await pushed()).toEqual([])
  expect((await control.state()).menuNews).toContain(merchantId)
})

test('a pause closes the store at Keeta, and its end opens it, each once', async () => {
  const made = await stop()
  expect(made.status).toBe(200)
  await wishPause(app.deps, store)
  await wishPause(app.deps, store)
  expect(await told()).toEqual(['UNAVAILABLE'])
  await expect(control.placeOrder({ merchantId })).rejects.toThrow('404')
  await app.call(manager, endBreak, { params: { id: made.data.id } }, here())
  await wishPause(app.deps, store)
  expect(await told()).toEqual(['UNAVAILABLE', 'AVAILABLE'])
  expect((await control.state()).violations).toEqual([])
})

test('nobody closes the store of others there, or with a lower role', async () => {
  expect((await stop(basic)).body.error).toBe('permission/denied')
  expect((await stop(stranger)).status).toBe(404)
  await wishPause(app.deps, store)
  expect(await told()).toEqual([])
})

test('while Keeta cannot be reached the news waits, and is then what the store wants by then', async () => {
  await control.setDown(true)
  const made = await stop()
  await expect(wishPause(app.deps, store)).rejects.toMatchObject({ temporary: true })
  await app.call(manager, endBreak, { params: { id: made.data.id } }, here())
  await control.setDown(false)
  await wishPause(app.deps, store)
  expect(await told()).toEqual([])
})
