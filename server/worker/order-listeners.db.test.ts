import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../contract/orders/orders.ts'
import { asUser, withStoreScope } from '../db/scope.ts'
import { handleInbox } from '../marketplaces/inbox/handle-inbox.ts'
import { pollMarketplaces } from '../marketplaces/poll.ts'
import { orderInbox } from '../orders/orders.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { printDesk } from '../printing/testing/print-desk.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { startOddIfood, type OddIfood } from '../testing/odd-ifood.ts'
import { ownOrder } from '../testing/orders.ts'
import { orderListeners } from './order-listeners.ts'

const noon = new Date('2026-11-24T15:00:00Z')
const hour = 3_600_000
let partner: OddIfood
let app: TestApp
let merchantId: string
let store: string
let manager: Person

beforeAll(async () => {
  partner = await startOddIfood()
  app = await testApp({ IFOOD_BASE_URL: partner.url, IFOOD_CLIENT_ID: 'a', IFOOD_CLIENT_SECRET: 'b' })
})
afterAll(async () => {
  await app.close()
  await partner.stop()
})
/** A store for which each listener has something to do. */
beforeEach(async () => {
  app.setClock(noon)
  merchantId = randomUUID()
  store = await app.addStore({ merchantId })
  manager = await app.addPerson('manager', { [store]: 'manager' })
  await printDesk(app, store, manager).addPrinter()
  await asUser(app.db, manager.uid, (tx) =>
    tx
      .insertInto('notification_choices')
      .values({ uid: manager.uid, choices: '{"cancelled": ["mail"]}', saved_at: noon })
      .execute(),
  )
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('whatsapp_settings')
      .values({ store_id: store, kinds: ['accepted'], saved_at: noon, saved_by: manager.uid })
      .execute(),
  )
})

const hearing = (moved: typeof orderListeners.moved) =>
  Object.assign(app.deps, { orderListeners: { ...orderListeners, moved } })
const act = (orderId: string, route: typeof contract.confirmOrder) =>
  app.call(manager, route, { params: { orderId }, body: {} }, { storeId: store })
const place = async () =>
  (await app.call(manager, contract.placeOrder, { body: ownOrder() }, { storeId: store, key: randomUUID() }))
    .data.id

/** An order by phone from its acceptance to its conclusion; the store came by a referral, the order by an ad. */
async function walkOwnOrder(): Promise<void> {
  const orderId = await place()
  const later = { storeId: store, lane: randomUUID(), dueAt: new Date(noon.getTime() + hour) }
  await withStoreScope(app.db, [store], async (tx) => {
    await enqueue(tx, 'ad-conversion', { orderId, step: 1 }, { ...later, key: `ad ${orderId} 1` })
    await enqueue(tx, 'referral-progress', { step: 1 }, { ...later, key: `${randomUUID()} 1` })
  })
  for (const route of [
    contract.confirmOrder,
    contract.startPreparation,
    contract.markReady,
    contract.dispatchOrder,
    contract.deliverOrder,
    contract.concludeOrder,
  ])
    expect((await act(orderId, route as typeof contract.confirmOrder)).status).toBe(200)
}

/** An order that iFood's customer cancels. */
async function walkMarketplaceOrder(): Promise<void> {
  const orderId = randomUUID()
  const createdAt = noon.toISOString()
  const order = {
    id: orderId,
    orderType: 'TAKEOUT',
    createdAt,
    merchant: { id: merchantId },
    items: [{ name: 'Suco', quantity: 1, unitPrice: 9, totalPrice: 9 }],
    total: { orderAmount: 9 },
  }
  partner.setOrder(orderId, JSON.stringify(order))
  for (const fullCode of ['PLACED', 'CANCELLED']) {
    const event = { id: randomUUID(), fullCode, code: fullCode, orderId, merchantId, createdAt }
    partner.addEvent(event.id, merchantId, JSON.stringify(event))
  }
  await pollMarketplaces(app.deps)
  await handleInbox(app.deps, store, orderInbox)
}

/** What each listener writes, and how often. */
async function effects(): Promise<Readonly<Record<string, number>>> {
  const soon = new Date(noon.getTime() + hour / 2)
  const outbox = (kind: string): RawBuilder<unknown> =>
    sql`outbox where kind = ${kind} and due_at < ${soon} and store_id`
  const rows: Readonly<Record<keyof typeof orderListeners.moved, RawBuilder<unknown>>> = {
    printing: sql`print_jobs where store_id`,
    whatsapp: sql`outgoing_messages where store_id`,
    notifications: outbox('notice'),
    ads: outbox('ad-conversion'),
    referral: outbox('referral-progress'),
  }
  const counts = Object.entries(rows).map(
    ([room, table]) => sql`(select count(*)::int from ${table} = ${store}) as ${sql.ref(room)}`,
  )
  return withStoreScope(app.db, [store], async (tx) => {
    const found = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(tx)
    return found.rows[0] ?? {}
  })
}

const all = { printing: 1, whatsapp: 1, notifications: 1, ads: 1, referral: 1 }

test('each room that listens writes its own when orders move', async () => {
  hearing(orderListeners.moved)
  await walkOwnOrder()
  await walkMarketplaceOrder()
  expect(await effects()).toEqual(all)
})

test.each(Object.keys(orderListeners.moved))(
  'without the listener of %s exactly its effects are missing',
  async (room) => {
    hearing(Object.fromEntries(Object.entries(orderListeners.moved).filter(([name]) => name !== room)))
    await walkOwnOrder()
    await walkMarketplaceOrder()
    expect(await effects()).toEqual({ ...all, [room]: 0 })
  },
)

test('a listener that fails undoes the move, and what the others wrote', async () => {
  hearing({ ...orderListeners.moved, failing: () => Promise.reject(new Error('made by the test')) })
  const orderId = await place()
  expect((await act(orderId, contract.confirmOrder)).status).toBe(500)
  const { data } = await app.call(manager, contract.readOrder, { params: { orderId } }, { storeId: store })
  expect([data.order.status, data.timeline.map(({ type }) => type)]).toEqual(['placed', ['PLACED']])
  expect(await effects()).toEqual({ printing: 0, whatsapp: 0, notifications: 0, ads: 0, referral: 0 })
})
