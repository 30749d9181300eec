import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { followMerchants, releaseMerchants, reserveMerchants } from './merchant-routes.ts'

const type = 'ifood'
let app: TestApp
let store: string
let other: string
let merchant: string
let now: Date

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, other } = await standardShop(app))
  merchant = uuidv7()
  now = new Date('2026-11-20T22:00:00Z')
  app.setClock(now)
})

const reserve = (storeId: string, merchantIds = [merchant], at = now) =>
  reserveMerchants(app.deps, { storeId, type }, merchantIds, at)
const follow = (storeId = store) => followMerchants(app.deps, { storeId, type })

/** What connecting or disconnecting leaves in the store's row. */
const writeRow = (storeId: string, status: 'active' | 'inactive', version: number) =>
  withStoreScope(app.deps.cells, [storeId], (tx) =>
    tx
      .insertInto('integrations')
      .values({ store_id: storeId, type, merchant_id: merchant, status, route_version: version })
      .onConflict((conflict) =>
        conflict.constraint('integrations_pkey').doUpdateSet({ status, route_version: version }),
      )
      .execute(),
  )

const routes = async () =>
  (
    await app.deps.directory
      .selectFrom('merchant_routes')
      .select('store_id')
      .where('merchant_id', '=', merchant)
      .execute()
  ).map((route) => route.store_id)

test('a merchant that one store is getting is lost for another one, with all others of that call', async () => {
  expect((await reserve(store)).lost).toBeNull()
  const free = uuidv7()
  expect((await reserve(other, [free, merchant])).lost).toBe(merchant)
  expect((await reserve(store, [free])).lost).toBeNull()
})

test('of two stores that reserve one merchant at once, one gets it', async () => {
  const tried = await Promise.all([reserve(store), reserve(other)])
  expect(tried.filter(({ lost }) => lost === null)).toHaveLength(1)
})

test('a refused connection leaves its merchants free, but not those of another call of the store', async () => {
  const firstCall = await reserve(store)
  const secondCall = await reserve(store)
  await releaseMerchants(app.deps.directory, secondCall.id)
  expect((await reserve(other)).lost).toBe(merchant)
  await releaseMerchants(app.deps.directory, firstCall.id)
  expect((await reserve(other)).lost).toBeNull()
})

test('a reservation whose process died ends after five minutes', async () => {
  await reserve(store)
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect((await reserve(other, [merchant], at(4))).lost).toBe(merchant)
  expect((await reserve(other, [merchant], at(5))).lost).toBeNull()
})

test('the merchants lead to the store that its row names, and no longer once it is disconnected', async () => {
  await reserve(store)
  await writeRow(store, 'active', 1)
  expect(await routes()).toEqual([])
  await follow()
  await follow()
  expect(await routes()).toEqual([store])
  expect((await reserve(other)).lost).toBe(merchant)
  await writeRow(store, 'inactive', 2)
  await follow()
  expect(await routes()).toEqual([])
  expect((await reserve(other)).lost).toBeNull()
})

test('a slower process that read an older state of the row changes nothing', async () => {
  await writeRow(store, 'inactive', 2)
  await follow()
  await writeRow(store, 'active', 1)
  await follow()
  expect(await routes()).toEqual([])
})

test('a merchant that another store got after a reservation ran out is never taken back, and a person sees it', async () => {
  await writeRow(other, 'active', 1)
  await follow(other)
  await writeRow(store, 'active', 1)
  await expect(follow()).rejects.toThrow('leads to another store')
  expect(await routes()).toEqual([other])
})
