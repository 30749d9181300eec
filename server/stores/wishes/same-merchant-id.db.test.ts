import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCapacity, setCapacity } from '../../../contract/orders/rules.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { pausingMarketplace } from '../../testing/marketplaces/pausing.ts'
import { wishPause } from './reconcile-store.ts'

/** The id that Open Delivery proposes is made by us, so each application that speaks it is given the same. */
let merchantId: string
let made = 0
const steady = { chance: () => false }
const platforms = ['ifood', 'keeta'] as const
const channels = platforms.map((platform) => pausingMarketplace(platform, 0, steady))
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  app = await testApp(
    {},
    channels.map(({ kind }) => kind),
  )
})
afterAll(() => app.close())
beforeEach(async () => {
  made += 1
  merchantId = `12345678000190-${String(made)}`
  app.setClock(new Date('2026-11-27T15:00:00Z'))
  store = await app.addStore({ merchantId, platform: 'ifood' })
  await withStoreScope(app.db, [store], async (tx) => {
    await tx
      .insertInto('integrations')
      .values({ store_id: store, type: 'keeta', merchant_id: merchantId })
      .execute()
  })
  manager = await app.addPerson('Rita', { [store]: 'manager' })
})

test('a store that two marketplaces know by one id is paused at both', async () => {
  const here = { storeId: store }
  const { version } = (await app.call(manager, readCapacity, {}, here)).data
  await app.call(manager, setCapacity, { body: { level: 'paused', untilMinutes: 30, version } }, here)
  await wishPause(app.deps, store)
  const end = new Date('2026-11-27T15:30:00Z')
  expect(channels.map(({ pauses }) => pauses.get(merchantId)?.map((pause) => pause.end))).toEqual([
    [end],
    [end],
  ])
  const { data } = await app.call(manager, readCapacity, {}, here)
  expect(data.channels.map(({ platform, state }) => [platform, state])).toEqual([
    ['ifood', 'paused'],
    ['keeta', 'paused'],
  ])
})

test('a wish that names no marketplace, as the version before writes it, is that of the marketplace with the id', async () => {
  await withStoreScope(app.db, [store], (tx) =>
    tx.updateTable('integrations').set({ status: 'inactive' }).where('type', '=', 'ifood').execute(),
  )
  const wish = {
    store_id: store,
    merchant_id: merchantId,
    kind: 'hours',
    version: 1,
    origin: 'here',
    wished: '[]',
    wished_at: app.deps.now(),
    look_at: app.deps.now(),
  }
  const kept = await withStoreScope(app.db, [store], async (tx) => {
    await tx.insertInto('channel_wishes').values(wish).execute()
    await tx
      .insertInto('channel_wishes')
      .values({ ...wish, version: 2 })
      .onConflict((same) => same.constraint('channel_wishes_pkey').doUpdateSet({ version: 2 }))
      .execute()
    return tx
      .selectFrom('channel_wishes')
      .select(['platform', 'version'])
      .where('store_id', '=', store)
      .execute()
  })
  expect(kept).toEqual([{ platform: 'keeta', version: 2 }])
})
