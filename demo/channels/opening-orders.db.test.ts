import { expect, test } from 'vitest'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { testApp } from '../../server/testing/app.ts'
import { until } from '../../server/testing/until.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator } from '../../simulator/start-simulator.ts'
import { demoStores } from '../demo-stores.ts'
import { knownBooks } from '../history/known-books.ts'
import { seedMenu } from '../seed/seed-menu.ts'
import { seedPeopleAndStores } from '../seed/seed.ts'
import { prepareDemoStaff } from '../staff/prepare-demo-staff.ts'
import { staffCalls } from '../staff/staff-calls.ts'
import { prepareDemoIfood } from './demo-ifood.ts'
import { ownChannelCustomer } from './own-channel-customer.ts'
import { placeOpeningOrders } from './opening-orders.ts'

test('the demo opens with an allergy at a dish and with money asked for an order that was delivered', async () => {
  const simulator = await startSimulator({ clientId: 'demo', clientSecret: 'secret' })
  const app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'demo',
    IFOOD_CLIENT_SECRET: 'secret',
    IFOOD_POLL_SECONDS: '1',
  })
  const database = await openDatabase(app.ownerUrl, { role: 'balcao_app', max: 2 })
  const [store] = demoStores
  if (!store) throw new Error('The demo has no store')
  await seedPeopleAndStores(database, new Date())
  await seedMenu(database.db, store, new Date())
  await app.db.insertInto('leases').values({ name: 'demo-seed', holder: 'done', until: new Date() }).execute()
  await prepareDemoStaff(app.ownerUrl)
  const control = simulatorControl(simulator.url)
  await prepareDemoIfood(control, { reviews: [], approved: [], books: await knownBooks(app.ownerUrl) })
  app.startWorker()
  const customer = ownChannelCustomer(staffCalls(await app.fastify.listen({ port: 0, host: '127.0.0.1' })))
  await placeOpeningOrders(control, customer)

  const disputed = await until(() =>
    withStoreScope(database.db, [store.id], (tx) =>
      tx
        .selectFrom('disputes')
        .innerJoin('orders', (join) =>
          join.onRef('orders.store_id', '=', 'disputes.store_id').onRef('orders.id', '=', 'order_id'),
        )
        .select(['orders.id', 'orders.status', 'orders.created_at', 'disputes.opened_at'])
        .where('disputes.store_id', '=', store.id)
        .where('orders.status', '=', 'concluded')
        .executeTakeFirst(),
    ),
  )
  expect(disputed.opened_at.getTime() - disputed.created_at.getTime()).toBeGreaterThan(60 * 60_000)
  const rows = await withStoreScope(database.db, [store.id], async (tx) => ({
    steps: await tx
      .selectFrom('order_events')
      .select('type')
      .where('store_id', '=', store.id)
      .where('order_id', '=', disputed.id)
      .execute(),
    items: await tx.selectFrom('order_items').select(['name', 'detail']).execute(),
  }))
  expect(rows.steps.map(({ type }) => type)).toEqual(expect.arrayContaining(['CONFIRMED', 'DISPATCHED']))
  const allergic = rows.items.filter(({ detail }) => JSON.stringify(detail).includes('Alergia a amendoim'))
  expect(allergic).toHaveLength(1)
  const category = store.menu.find(({ name }) => name === allergic[0]?.name)?.category
  expect(category).not.toBe('Bebidas')
  await database.close()
  await app.close()
  await simulator.stop()
}, 60_000)
