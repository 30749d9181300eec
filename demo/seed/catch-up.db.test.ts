import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { takeOrders } from '../../server/orders/taking/order-intake.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { catchUpDemo } from './catch-up.ts'
import { demoOrder, type DemoOrderInput } from '../history/demo-orders.ts'
import { demoStores, type DemoStore } from '../demo-stores.ts'
import { seededRandom } from '../random.ts'
import { seedPeopleAndStores } from './seed.ts'

const [store, closed] = demoStores as unknown as readonly [DemoStore, DemoStore]
const hourMs = 3_600_000
const now = new Date()
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)

let app: TestApp
let database: Database
const ids: Record<string, string> = {}

/** An evening's demo that was stopped seven hours ago; one of its stores was closed by a visitor. */
beforeAll(async () => {
  app = await testApp()
  database = await openDatabase(app.ownerUrl, { role: 'balcao_app', max: 2 })
  await seedPeopleAndStores(database, ago(24))
  await app.db.insertInto('leases').values({ name: 'demo-seed', holder: 'done', until: now }).execute()
  const take = async (name: string, input: Partial<DemoOrderInput>) => {
    const at = ago(7)
    const made = demoOrder({
      store,
      at,
      random: seededRandom(7),
      stopsAt: 'placed',
      platform: 'ifood',
      ...input,
    })
    ids[name] = made.order.id
    await takeOrders(database.db, [{ ...made.order, refund_cents: 0 }])
  }
  await take('waiting', {})
  await take('preparing', { platform: 'balcao', stopsAt: 'preparing' })
  await take('ofClosed', { store: closed, stopsAt: 'ready' })
  await take('later', { platform: 'balcao' })
  await take('laterThere', {})
  await withStoreScope(database.db, [store.id], async (tx) => {
    await tx
      .updateTable('orders')
      .set({ preparation_start_at: new Date(now.getTime() + hourMs) })
      .where('store_id', '=', store.id)
      .where('id', 'in', [ids['later'] ?? '', ids['laterThere'] ?? ''])
      .execute()
    await tx
      .insertInto('outbox')
      .values({
        store_id: store.id,
        id: crypto.randomUUID(),
        lane: ids['waiting'] ?? '',
        kind: 'marketplace-action',
      })
      .execute()
  })
  await withStoreScope(database.db, [closed.id], (tx) =>
    tx.updateTable('stores').set({ active: false }).where('id', '=', closed.id).execute(),
  )
})
afterAll(async () => {
  await database.close()
  await app.close()
})

const ordersOf = (of: DemoStore) =>
  withStoreScope(database.db, [of.id], (tx) =>
    tx
      .selectFrom('orders')
      .select(['id', 'status', 'open', 'created_at', 'completed_at', 'pending_action'])
      .where('store_id', '=', of.id)
      .orderBy('created_at')
      .execute(),
  )

test('a demo that is started again has no order that its channels forgot, and no empty hours', async () => {
  const { ended, made } = await catchUpDemo(app.ownerUrl, now)
  expect(ended).toBe(4)
  expect(made).toBeGreaterThan(0)
  const orders = await ordersOf(store)
  const byName = (name: string) => orders.find(({ id }) => id === ids[name])
  expect(
    [byName('waiting'), byName('preparing'), byName('later'), byName('laterThere')].map((one) => one?.status),
  ).toEqual(['concluded', 'concluded', 'placed', 'cancelled'])
  // It ended that evening, not when the demo came back.
  expect(byName('waiting')?.completed_at?.getTime()).toBeLessThan(ago(6).getTime())
  expect(
    await withStoreScope(database.db, [store.id], (tx) =>
      tx
        .selectFrom('outbox')
        .select('id')
        .where('lane', '=', ids['waiting'] ?? '')
        .execute(),
    ),
  ).toEqual([])
  const since = orders.filter(({ created_at }) => created_at.getTime() > ago(7).getTime())
  expect(since.length).toBeGreaterThan(0)
  expect(since.every(({ created_at }) => created_at <= now)).toBe(true)
  // What is open now was made within the last hour.
  expect(since.filter(({ open, created_at }) => open && created_at < ago(1))).toEqual([])
  const events = await withStoreScope(database.db, [store.id], (tx) =>
    tx
      .selectFrom('order_events')
      .select('type')
      .where('order_id', '=', ids['preparing'] ?? '')
      .orderBy('at')
      .execute(),
  )
  expect(events.map(({ type }) => type).at(-1)).toBe('CONCLUDED')
})

test('nobody orders from a store that a visitor closed; its order under way ends all the same', async () => {
  const orders = await ordersOf(closed)
  expect(orders.map(({ id, status }) => [id, status])).toEqual([[ids['ofClosed'], 'concluded']])
})

test('started again at once, nothing is left to do', async () => {
  expect(await catchUpDemo(app.ownerUrl, now)).toEqual({ ended: 0, made: 0 })
})
