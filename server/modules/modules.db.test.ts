import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmOrder, placeOrder, type PlaceOrderBody } from '../../contract/orders/orders.ts'
import { readOrderRules, saveOrderRules } from '../../contract/orders/rules.ts'
import { printOrder } from '../../contract/printing/printing.ts'
import { readOrderBilling } from '../../contract/reports/order-billing.ts'
import { readReviews } from '../../contract/reviews/reviews.ts'
import type { ModuleKey } from '../../contract/stores/module-keys.ts'
import {
  readModules,
  readMyModules,
  saveModules,
  saveMyModules,
  type StoreModules,
} from '../../contract/stores/modules.ts'
import { readOpenStatus, readStore } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { ownOrder } from '../testing/orders.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  shop = await standardShop(app)
})

const at = () => ({ storeId: shop.store })
const read = async () => (await app.call(shop.manager, readMyModules, {}, at())).data
const isOn = (modules: StoreModules, key: ModuleKey) => modules.modules.find((one) => one.key === key)?.on

async function save(
  modules: Partial<Record<ModuleKey, boolean>>,
  person: Person = shop.manager,
  version?: number,
) {
  return app.call(
    person,
    saveMyModules,
    { body: { modules, version: version ?? (await read()).version } },
    at(),
  )
}
async function saved(modules: Partial<Record<ModuleKey, boolean>>): Promise<StoreModules> {
  const answer = await save(modules)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}
const place = (changes: Partial<PlaceOrderBody> = {}, key: string = randomUUID()) =>
  app.call(shop.basic, placeOrder, { body: ownOrder(changes) }, { ...at(), key })

test('both addresses are the same resource, and the audit keeps before and after', async () => {
  expect(isOn(await saved({ reviews: false }), 'reviews')).toBe(false)
  const params = { storeId: shop.store }
  const byId = (await app.call(shop.manager, readModules, { params })).data
  expect(byId).toEqual(await read())
  expect(byId).toMatchObject({ version: 1, savedBy: 'manager' })
  const changed = await app.call(shop.manager, saveModules, {
    params,
    body: { modules: { reviews: true }, version: 1 },
  })
  expect(changed.data.version).toBe(2)
  const rows = await withStoreScope(app.db, [shop.store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select('details')
      .where('store_id', '=', shop.store)
      .where('action', '=', 'store/modules-saved')
      .orderBy('at')
      .execute(),
  )
  expect(rows[0]?.details).toMatchObject({ before: { reviews: true }, after: { reviews: false } })
})

test('of two people at once one wins and the other gets what is there now', async () => {
  const both = await Promise.all([
    save({ indoor: false }, shop.manager, 0),
    save({ takeout: false }, shop.manager, 0),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const stale = both.find(({ status }) => status === 409)
  expect(stale?.body.error).toBe('module/stale')
  expect(stale?.body.current).toMatchObject({ version: 1 })
})

test('a lower role, another store and made-up modules are refused', async () => {
  expect((await save({ indoor: false }, shop.basic, 0)).status).toBe(403)
  expect((await save({ indoor: false }, shop.stranger, 0)).status).toBe(404)
  const params = { storeId: shop.store }
  const body = { modules: { indoor: false }, version: 0 }
  expect((await app.call(shop.basic, saveModules, { params, body })).status).toBe(403)
  expect((await app.call(shop.stranger, saveModules, { params, body })).status).toBe(404)
  for (const modules of [{}, { kitchen: true }, { delivery: 'sim' }, { __proto__: { x: 1 }, delivery: null }])
    expect((await save(modules as never, shop.manager, 0)).status).toBe(400)
  expect((await read()).version).toBe(0)
})

test('a module does not stay on without what it needs', async () => {
  const refused = await save({ delivery: false, takeout: false })
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain('Agendamento precisa de entrega ou retirada')
  expect((await save({ delivery: false, takeout: false, scheduling: false })).status).toBe(200)
})

test('a new order of a service that is off is refused in words; one that was taken before is answered again', async () => {
  const key = randomUUID()
  const taken = await place({}, key)
  expect(taken.status).toBe(200)
  const off = await saved({ delivery: false })
  expect(off.modules.find((one) => one.key === 'delivery')).toMatchObject({ on: false, running: 1 })
  const refused = await place()
  expect([refused.status, refused.body.error]).toEqual([422, 'module/off'])
  expect(refused.body.message).toBe(
    'O módulo “Entrega” está desligado nesta loja. Um gerente pode ligar em Ajustes, Entrega.',
  )
  expect((await place({}, key)).data.id).toBe(taken.data.id)
  const { delivery: _gone, ...takeout } = ownOrder()
  expect((await place({ ...takeout, type: 'TAKEOUT' })).status).toBe(200)
  const { data } = await app.call(shop.basic, readStore, { params: { storeId: shop.store } })
  expect(data.modulesOff).toEqual(['delivery'])
})

test('without scheduling an order is for now', async () => {
  await saved({ scheduling: false })
  const hour = 3_600_000
  const schedule = {
    start: new Date(Date.now() + hour).toISOString(),
    end: new Date(Date.now() + 2 * hour).toISOString(),
  }
  const refused = await place({ schedule })
  expect([refused.status, refused.body.error]).toEqual([422, 'module/off'])
  expect((await place()).status).toBe(200)
})

test('with every service off the store is closed, and says why', async () => {
  await saved({ delivery: false, takeout: false, indoor: false, scheduling: false })
  const { data } = await app.call(shop.basic, readOpenStatus, { params: { storeId: shop.store } })
  expect(data.open).toBe(false)
  expect(data.nextChange).toBeNull()
  expect(data.reasons.map(({ code }) => code)).toContain('services-off')
})

test('automatic acceptance is what the rules of the channels say: one truth, both ways', async () => {
  expect(isOn(await read(), 'autoAccept')).toBe(false)
  expect(isOn(await saved({ autoAccept: true }), 'autoAccept')).toBe(true)
  const rules = (await app.call(shop.manager, readOrderRules, {}, at())).data.rules
  const own = rules.find(({ platform }) => platform === 'balcao')
  expect(own).toMatchObject({ autoAccept: true, onlyWhenOpen: true })
  const { platform: _platform, ...fields } = own ?? (rules[0] as NonNullable<typeof own>)
  const byRules = await app.call(
    shop.manager,
    saveOrderRules,
    { params: { platform: 'balcao' }, body: { ...fields, cashLimitCents: 5_000, autoAccept: false } },
    at(),
  )
  expect(byRules.status).toBe(200)
  expect(isOn(await read(), 'autoAccept')).toBe(false)
  await saved({ autoAccept: true })
  await saved({ autoAccept: false })
  const after = (await app.call(shop.manager, readOrderRules, {}, at())).data.rules
  // The other rules of the channel stay as they were.
  expect(after.find(({ platform }) => platform === 'balcao')).toMatchObject({
    autoAccept: false,
    cashLimitCents: 5_000,
  })
})

test('with printing off an accepted order has no ticket, and asking for one is refused', async () => {
  await withStoreScope(app.db, [shop.store], (tx) =>
    tx
      .insertInto('printers')
      .values({ store_id: shop.store, id: uuidv7(), name: 'Cozinha', kind: 'network', address: '10.0.0.9' })
      .execute(),
  )
  const jobs = (orderId: string) =>
    withStoreScope(app.db, [shop.store], (tx) =>
      tx.selectFrom('print_jobs').select('id').where('order_id', '=', orderId).execute(),
    )
  const accept = async () => {
    const { data } = await place()
    await app.call(shop.basic, confirmOrder, { params: { orderId: data.id }, body: {} }, at())
    return data.id
  }
  expect(await jobs(await accept())).toHaveLength(1)
  await saved({ printing: false })
  const silent = await accept()
  expect(await jobs(silent)).toEqual([])
  const asked = await app.call(shop.basic, printOrder, { body: { orderId: silent } }, at())
  expect([asked.status, asked.body.error]).toEqual([422, 'module/off'])
})

test('reviews and payouts that are off are refused, and leave the other stores readable', async () => {
  const second = await app.addStore({ name: 'Segunda' })
  const both = await app.addPerson('Gerente', { [shop.store]: 'manager', [second]: 'manager' })
  await saved({ reviews: false, finance: false })
  for (const route of [readReviews, readOrderBilling] as (typeof readReviews)[]) {
    const alone = await app.call(both, route, { query: { selection: shop.store } })
    expect([alone.status, alone.body.error], route.name).toEqual([422, 'module/off'])
    expect((await app.call(both, route, { query: { selection: `${shop.store},${second}` } })).status).toBe(
      200,
    )
  }
})
