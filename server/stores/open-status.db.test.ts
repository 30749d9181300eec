import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { weekdays, readOpenStatus, readStoresNow } from '../../contract/stores/stores.ts'
import { saveWeek } from '../../contract/stores/hours.ts'
import { readMyModules, saveMyModules } from '../../contract/stores/modules.ts'
import { pauseMenuItem } from '../../contract/menu/menu.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { addDish } from '../testing/dish.ts'
import { standardShop } from '../testing/standard-shop.ts'

let app: TestApp
let store: string
let manager: Person
const allDay = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, manager } = await standardShop(app))
  await app.call(manager, saveWeek, { body: { week: allDay, version: 0 } }, { storeId: store })
})

const status = async () => (await app.call(manager, readOpenStatus, { params: { storeId: store } })).data
const codes = async () => (await status()).reasons.map(({ code }) => code)

// docs/product/stores.md:12 “with something to sell”
test('a store without anything to sell is closed within its hours, and says why', async () => {
  expect(await status()).toMatchObject({
    open: false,
    nextChange: null,
    reasons: [{ code: 'nothing-to-sell', message: 'o cardápio não tem nenhum item à venda.' }],
  })
  const listed = await app.call(manager, readStoresNow, { query: { selection: store } })
  expect(listed.data.stores[0]?.status.open).toBe(false)
  const item = await addDish(app, store)
  expect(await status()).toMatchObject({ open: true, reasons: [] })
  await app.call(manager, pauseMenuItem, { params: { itemId: item }, body: {} }, { storeId: store })
  expect(await codes()).toEqual(['nothing-to-sell'])
})

test('a marketplace sells from its own menu, so a store that has only that is open', async () => {
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('integrations')
      .values({ store_id: store, type: 'ifood', merchant_id: `m-${store}`, status: 'active' })
      .execute(),
  )
  expect((await status()).open).toBe(true)
})

// docs/product/stores.md:16 “a service that is switched off”
test('a service that is switched off is among the reasons, and the store sells in the other ways', async () => {
  await addDish(app, store)
  const { version } = (await app.call(manager, readMyModules, {}, { storeId: store })).data
  const body = { version, modules: { takeout: false } }
  await app.call(manager, saveMyModules, { body }, { storeId: store })
  const now = await status()
  expect(now).toMatchObject({
    open: true,
    reasons: [{ code: 'service-off', message: 'a retirada está desligada.', channel: null }],
  })
  expect(now.reasons[0]?.since).not.toBeNull()
})
