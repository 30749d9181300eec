import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Order, placeOrder } from '../../contract/orders/orders.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { testApp } from '../../server/testing/app.ts'
import { ownOrder } from '../../server/testing/orders.ts'
import { demoStores } from '../demo-stores.ts'
import { prepareDemoStaff } from './prepare-demo-staff.ts'
import { seedPeopleAndStores } from '../seed/seed.ts'
import { staffCalls } from './staff-calls.ts'
import { workBoards } from './work-boards.ts'

test('staff accept an order that nobody took, and the visitor has none of their sessions', async () => {
  const app = await testApp()
  const database = await openDatabase(app.ownerUrl, { role: 'balcao_app', max: 2 })
  await seedPeopleAndStores(database, new Date())
  await app.db.insertInto('leases').values({ name: 'demo-seed', holder: 'done', until: new Date() }).execute()
  await prepareDemoStaff(app.ownerUrl)
  // At each start; people who are there already are left as they are.
  await prepareDemoStaff(app.ownerUrl)
  const calls = staffCalls(await app.fastify.listen({ port: 0, host: '127.0.0.1' }))
  const [store] = demoStores
  if (!store) throw new Error('The demo has no store')
  const open = await calls.call<{ open: boolean }>(store, 'GET', `/stores/storeId/${store.id}/open-status`)
  expect(open.open).toBe(true)
  const { id } = await calls.call<Reply<typeof placeOrder>>(store, 'POST', '/orders', ownOrder(), {
    'idempotency-key': randomUUID(),
  })
  const status = async () => (await calls.call<{ order: Order }>(store, 'GET', `/orders/${id}`)).order.status

  await workBoards(calls, new Date())
  expect(await status()).toBe('placed')
  await workBoards(calls, new Date(Date.now() + 6 * 60_000))
  expect(await status()).toBe('confirmed')

  const sessions = await database.db.selectFrom('sessions').select('uid').execute()
  expect(new Set(sessions.map(({ uid }) => uid))).toEqual(new Set(['demo-staff-rosa', 'demo-staff-teo']))
  expect(sessions).toHaveLength(2)
  await database.close()
  await app.close()
})
