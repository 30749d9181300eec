import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { enqueue } from './enqueue.ts'

let app: TestApp
let store: string
beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
})
afterAll(() => app.close())

const waiting = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select(['kind', 'key']).where('store_id', '=', store).orderBy('kind').execute(),
  )

test('of two waiting effects of one kind and key the second is not written', async () => {
  const place = { storeId: store, lane: store, dueAt: new Date(Date.now() + 60_000), key: 'once' }
  await Promise.all(
    [1, 2].map(() => withStoreScope(app.db, [store], (tx) => enqueue(tx, 'capacity-return', {}, place))),
  )
  await withStoreScope(app.db, [store], (tx) => enqueue(tx, 'channel-pause', {}, place))
  expect(await waiting()).toEqual([
    { kind: 'capacity-return', key: 'once' },
    { kind: 'channel-pause', key: 'once' },
  ])
})

test('without a key the same effect may wait twice', async () => {
  const place = { storeId: store, lane: store, dueAt: new Date(Date.now() + 60_000) }
  for (let time = 0; time < 2; time += 1)
    await withStoreScope(app.db, [store], (tx) => enqueue(tx, 'print-expiry', {}, place))
  expect((await waiting()).filter(({ kind }) => kind === 'print-expiry')).toHaveLength(2)
})
