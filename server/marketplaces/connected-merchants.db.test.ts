import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { feira, platform } from '../testing/marketplaces/feira/feira.ts'
import { connectedMerchants } from './connected-merchants.ts'
import { MarketplaceError } from './marketplace-error.ts'

const merchants = ['m-1', 'm-2', 'm-3']
let app: TestApp
let storeIds: readonly string[]

beforeAll(async () => {
  app = await testApp({}, [feira('http://127.0.0.1:9')])
  const added: string[] = []
  for (const merchantId of merchants) added.push(await app.addStore({ merchantId, platform }))
  storeIds = added
  await withStoreScope(app.db, storeIds, (tx) =>
    tx
      .updateTable('merchant_routes')
      .set({ credential_id: randomUUID() })
      .where('store_id', 'in', storeIds)
      .execute(),
  )
})
afterAll(() => app.close())

const withLookup = (marketplaceFor: Deps['marketplaces']['marketplaceFor']): Deps => ({
  ...app.deps,
  marketplaces: { ...app.deps.marketplaces, marketplaceFor },
})
const found = async (deps: Deps) =>
  (await connectedMerchants(deps, platform)).flatMap((connection) =>
    connection.merchants.map(({ merchantId }) => merchantId),
  )

test('the credentials of one store are looked up while those of others are slow, and keep their order', async () => {
  const last = Promise.withResolvers<undefined>()
  const asked: string[] = []
  const deps = withLookup(async (channel) => {
    asked.push(channel.storeId)
    if (channel.storeId === storeIds[2]) last.resolve(undefined)
    // Each is known only once the last store has been asked for.
    await last.promise
    return app.deps.marketplaces.of(platform)
  })
  expect(await found(deps)).toEqual(merchants)
  expect(asked).toEqual(storeIds)
})

test('a store that has just been disconnected leaves the others connected', async () => {
  const deps = withLookup(({ storeId }) =>
    storeId === storeIds[1]
      ? Promise.reject(new MarketplaceError(platform, 'not-configured', 'the store disconnected'))
      : Promise.resolve(app.deps.marketplaces.of(platform)),
  )
  expect(await found(deps)).toEqual(['m-1', 'm-3'])
})
