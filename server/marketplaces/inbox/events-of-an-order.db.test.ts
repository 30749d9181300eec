import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrder } from '../../../contract/orders/orders.ts'
import { readFailedRows, replayFailedRow } from '../../../contract/failed-work/failed-work.ts'
import { withStoreScope } from '../../db/scope.ts'
import { orderInbox } from '../../orders/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { givenMoment } from '../../testing/given-moment.ts'
import { startOddIfood, type OddIfood } from '../../testing/odd-ifood.ts'
import { pollMarketplaces } from '../poll.ts'
import { handleInbox } from './handle-inbox.ts'

let partner: OddIfood
let app: TestApp
let database: pg.Client
let store: string
let manager: Person

beforeAll(async () => {
  partner = await startOddIfood()
  app = await testApp({ IFOOD_BASE_URL: partner.url, IFOOD_CLIENT_ID: 'a', IFOOD_CLIENT_SECRET: 'b' })
  store = await app.addStore({ merchantId: 'm' })
  manager = await app.addPerson('manager', { [store]: 'manager' })
  database = new pg.Client({ connectionString: app.ownerUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await app.close()
  await partner.stop()
})

/** The order's id at the marketplace. */
function ordered(): string {
  const id = randomUUID()
  const document = {
    id,
    orderType: 'TAKEOUT',
    createdAt: givenMoment.toISOString(),
    merchant: { id: 'm' },
    items: [{ name: 'Suco', quantity: 1, unitPrice: 9, totalPrice: 9 }],
    total: { orderAmount: 9 },
  }
  partner.setOrder(id, JSON.stringify(document))
  return id
}
let second = 0
function happened(orderId: string, fullCode: string): void {
  second += 1
  const at = new Date(givenMoment.getTime() + second * 1_000).toISOString()
  const event = { id: randomUUID(), fullCode, code: fullCode, orderId, merchantId: 'm', createdAt: at }
  partner.addEvent(event.id, 'm', JSON.stringify(event))
}
async function delivered(): Promise<void> {
  await pollMarketplaces(app.deps)
  await handleInbox(app.deps, store, orderInbox)
}
async function readExternal(externalId: string) {
  const { id } = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('orders').select('id').where('external_id', '=', externalId).executeTakeFirstOrThrow(),
  )
  const { data } = await app.call(manager, readOrder, { params: { orderId: id } }, { storeId: store })
  return { status: data.order.status, types: data.timeline.map(({ type }) => type) }
}
const failed = async () =>
  (await app.call(manager, readFailedRows, { query: { selection: store } })).data.rows

test.each(['toString', 'constructor', '__proto__'])(
  'an event with the code %s is kept under that name, and the customer’s cancellation after it counts',
  async (code) => {
    const order = ordered()
    happened(order, 'PLACED')
    happened(order, code)
    await delivered()
    happened(order, 'CANCELLED')
    await delivered()
    expect(await readExternal(order)).toEqual({ status: 'cancelled', types: ['PLACED', code, 'CANCELLED'] })
  },
)

test('an event that cannot be applied is set aside; the others of its order are applied, and a replay takes it', async () => {
  await database.query(`
    create function refuse_for_test() returns trigger language plpgsql as $$
      begin raise exception 'refused by the test' using errcode = '22023'; end $$;
    create trigger refuse_for_test before insert on order_events for each row
      when (new.type = 'UNFORESEEN') execute function refuse_for_test();`)
  const order = ordered()
  for (const code of ['PLACED', 'UNFORESEEN', 'CONFIRMED', 'CANCELLED']) happened(order, code)
  await delivered()
  expect(await readExternal(order)).toEqual({
    status: 'cancelled',
    types: ['PLACED', 'CONFIRMED', 'CANCELLED'],
  })

  for (let tries = 0; tries < 5; tries += 1) {
    app.setClock(new Date(app.deps.now().getTime() + 10 * 60_000))
    await handleInbox(app.deps, store, orderInbox)
  }
  const [row] = await failed()
  expect(row).toMatchObject({ queue: 'inbox', kind: 'UNFORESEEN', error: 'refused by the test' })

  await database.query('drop function refuse_for_test cascade')
  const body = { queue: 'inbox' as const, id: row?.id ?? '' }
  expect((await app.call(manager, replayFailedRow, { body }, { storeId: store })).status).toBe(200)
  await handleInbox(app.deps, store, orderInbox)
  expect(await failed()).toEqual([])
  expect((await readExternal(order)).types).toEqual(['PLACED', 'UNFORESEEN', 'CONFIRMED', 'CANCELLED'])
})

test('an event whose kept document is no event any more waits alone', async () => {
  const order = ordered()
  for (const code of ['PLACED', 'DAMAGED', 'CANCELLED']) happened(order, code)
  await pollMarketplaces(app.deps)
  await database.query(`update inbox set payload = '{}' where code = 'DAMAGED'`)
  await handleInbox(app.deps, store, orderInbox)
  expect(await readExternal(order)).toEqual({ status: 'cancelled', types: ['PLACED', 'CANCELLED'] })
})

test('an order that another event makes is heard as placed first, and its own event tells it no second time', async () => {
  const order = ordered()
  happened(order, 'RECOMMENDED_PREPARATION_START')
  happened(order, 'CONFIRMED')
  await delivered()
  const types = ['PLACED', 'RECOMMENDED_PREPARATION_START', 'CONFIRMED']
  expect(await readExternal(order)).toEqual({ status: 'confirmed', types })
  expect((await heard()).slice(-3)).toEqual(types)
  happened(order, 'PLACED')
  happened(order, 'DISPATCHED')
  await delivered()
  expect(await readExternal(order)).toEqual({ status: 'dispatched', types: [...types, 'DISPATCHED'] })
})

/** The live events of orders, oldest first. */
async function heard(): Promise<readonly string[]> {
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('live_events').select('type').where('order_id', 'is not', null).orderBy('seq').execute(),
  )
  return rows.map(({ type }) => type)
}
