import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addMenuCategory } from '../../../contract/menu/edit-menu.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { startOrderingApp, type OrderingApp } from '../../../simulator/open-delivery/start-ordering-app.ts'
import { tellMenuChanged } from '../../menu/menu.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { connectStore, newCredentials, panelBeside } from './testing/connected-app.ts'

let partner: OrderingApp
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let manager: Person
const merchant = newCredentials()
const noon = new Date('2026-11-20T15:00:00Z')

beforeAll(async () => {
  partner = await startOrderingApp({ actionDelayMs: 10 })
  control = orderingAppControl(partner.url)
  app = await panelBeside(partner.url)
  app.setClock(noon)
  ;({ store, manager } = await standardShop(app))
  await control.setMerchants([{ ...merchant, name: 'Brasa' }])
  await connectStore({ app, person: manager, storeId: store, url: partner.url }, merchant)
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})

const news = async () => (await control.state()).menuNews
const addCategory = async (name: string) => {
  const body = { name, description: '', status: 'AVAILABLE' as const, availability: [] }
  const added = await app.call(manager, addMenuCategory, { body }, { storeId: store })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
}

test('two edits of the menu within half a minute have the application read it again once', async () => {
  await addCategory('Pizzas')
  await addCategory('Bebidas')
  expect(await news()).toEqual([])
  app.setClock(new Date(noon.getTime() + 31_000))
  app.startWorker()
  await vi.waitUntil(async () => (await news()).length > 0, { timeout: 20_000, interval: 100 })
  expect(await news()).toEqual([merchant.merchantId])
  expect((await control.state()).violations).toEqual([])
})

test('an application that cannot be reached is tried again', async () => {
  await control.setDown(true)
  await expect(tellMenuChanged(app.deps, store)).rejects.toMatchObject({ temporary: true })
  await control.setDown(false)
  await tellMenuChanged(app.deps, store)
  expect(await news()).toHaveLength(2)
})
