import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../../contract/orders/orders.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('once an order has waited too long, the report counts the same waiting orders as the badge', async () => {
  const store = await app.addStore({ name: 'Brasa' })
  const manager = await app.addPerson('manager', { [store]: 'manager' })
  const place = async () =>
    (await app.call(manager, placeOrder, { body: ownOrder() }, { storeId: store, key: crypto.randomUUID() }))
      .data.id
  const waiting = async () =>
    (await app.call(manager, readDailyReport, { query: {} })).data.problems.filter(
      ({ kind }) => kind === 'unaccepted',
    )
  const old = await place()
  await place()
  await place()
  expect(await waiting()).toEqual([])
  await withStoreScope(app.deps.cells, [store], (tx) =>
    sql`update orders set created_at = created_at - interval '5 minutes' where store_id = ${store} and id = ${old}`.execute(
      tx,
    ),
  )
  expect((await waiting()).map(({ message }) => message)).toEqual([
    '3 pedidos esperam aceite em Brasa; o mais antigo, há 5 minutos.',
  ])
  const now = (await app.call(manager, readStoresNow, { query: {} })).data
  expect(now.stores[0]?.waiting.placed).toBe(3)
})
