import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFailedRows, replayFailedRow } from '../../../contract/failed-work/failed-work.ts'
import { withStoreScope } from '../../db/scope.ts'
import { orderInbox } from '../../orders/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { givenMoment } from '../../testing/given-moment.ts'
import { startOddIfood, type OddIfood } from '../../testing/odd-ifood.ts'
import { until } from '../../testing/until.ts'
import { pollMarketplaces } from '../poll.ts'
import { inboxLanes } from './handle-inbox.ts'
import type { OrderInbox } from './order-inbox.ts'

let partner: OddIfood
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  partner = await startOddIfood()
  app = await testApp({ IFOOD_BASE_URL: partner.url, IFOOD_CLIENT_ID: 'a', IFOOD_CLIENT_SECRET: 'b' })
  store = await app.addStore({ merchantId: 'm' })
  manager = await app.addPerson('manager', { [store]: 'manager' })
})
afterAll(async () => {
  await app.close()
  await partner.stop()
})

/** A process that begins after everything that waits. */
const laterProcess = new Date('2100-01-01T00:00:00Z')
/** A process that is killed in the middle: what it began never ends. */
const killed: OrderInbox = { ...orderInbox, find: () => new Promise(() => {}) }

/** A new order at the marketplace, its event kept here. */
async function keptEvent(): Promise<string> {
  const orderId = randomUUID()
  const eventId = randomUUID()
  const order = {
    id: orderId,
    orderType: 'TAKEOUT',
    createdAt: givenMoment.toISOString(),
    merchant: { id: 'm' },
    items: [{ name: 'Suco', quantity: 1, unitPrice: 9, totalPrice: 9 }],
    total: { orderAmount: 9 },
  }
  partner.setOrder(orderId, JSON.stringify(order))
  const event = {
    id: eventId,
    fullCode: 'PLACED',
    code: 'PLC',
    orderId,
    merchantId: 'm',
    createdAt: givenMoment,
  }
  partner.addEvent(eventId, 'm', JSON.stringify(event))
  await pollMarketplaces(app.deps)
  return eventId
}

const rowOf = (eventId: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('inbox')
      .select(['lost_claims', 'dead_at', 'handled_at', 'last_error'])
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow(),
  )
async function die(eventId: string, deaths: number): Promise<void> {
  for (const lane of await inboxLanes(app.deps, store, killed, laterProcess)) void lane.run()
  await until(async () => (await rowOf(eventId)).lost_claims === deaths)
}

test('an event that ended its process three times waits for a person, and others are handled', async () => {
  const bad = await keptEvent()
  // Of the first death nothing is known.
  await die(bad, 1)
  await die(bad, 2)
  const good = await keptEvent()
  for (const lane of await inboxLanes(app.deps, store, orderInbox, laterProcess)) await lane.run()
  expect((await rowOf(bad)).dead_at).not.toBeNull()
  expect((await rowOf(bad)).handled_at).toBeNull()
  expect((await rowOf(good)).handled_at).not.toBeNull()
  const failed = await app.call(manager, readFailedRows, { query: { selection: store } })
  expect(failed.data.rows.map(({ id }) => id)).toEqual([bad])
  const replay = { body: { queue: 'inbox' as const, id: bad } }
  expect((await app.call(manager, replayFailedRow, replay, { storeId: store })).status).toBe(200)
  for (const lane of await inboxLanes(app.deps, store, orderInbox, laterProcess)) await lane.run()
  expect(await rowOf(bad)).toMatchObject({ dead_at: null, last_error: null })
  expect((await rowOf(bad)).handled_at).not.toBeNull()
})

test('an event that came after the process began costs no claim', async () => {
  const event = await keptEvent()
  for (const lane of await inboxLanes(app.deps, store, killed, new Date(0))) void lane.run()
  for (const lane of await inboxLanes(app.deps, store, orderInbox, new Date(0))) await lane.run()
  expect(await rowOf(event)).toMatchObject({ lost_claims: 0, last_error: null })
})
