import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteWithoutPassword } from '../../contract/identity/people.ts'
import { placeOrder, readBoard, readOrder } from '../../contract/orders/orders.ts'
import { noteOrder } from '../../contract/orders/work.ts'
import { beginOnce } from '../db/idempotency-keys.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { ownOrder } from '../testing/orders.ts'
import { standardShop } from '../testing/standard-shop.ts'

let app: TestApp
let store: string
let basic: Person
let manager: Person
beforeAll(async () => {
  app = await testApp()
  ;({ store, basic, manager } = await standardShop(app))
})
afterAll(() => app.close())

async function asOwner(statement: string, key: string): Promise<void> {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const { rowCount } = await owner.query(statement, [key])
  await owner.end()
  expect(rowCount).toBe(1)
}

const place = (key: string, body = ownOrder()) =>
  app.call(basic, placeOrder, { body }, { storeId: store, key })
const orders = async () => (await app.call(basic, readBoard, { query: {} })).data.orders

test('an order in doubt is answered at once when it is sent again', async () => {
  const key = randomUUID()
  const first = await place(key)
  // As a killed process leaves it: the order is there, and the key says that it still runs.
  await asOwner(`update idempotency_keys set status = null, reply = null where key = $1`, key)
  const again = await place(key)
  expect([again.status, again.data.id]).toEqual([200, first.data.id])
  expect((await orders()).filter((order) => order.id === first.data.id)).toHaveLength(1)
})

test('of 20 sendings at once each gets the one order', async () => {
  const key = randomUUID()
  const before = (await orders()).length
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(key)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1)
  expect((await orders()).length).toBe(before + 1)
})

test('the same key with another order is refused', async () => {
  const key = randomUUID()
  await place(key)
  const other = ownOrder({ notes: 'outro' })
  expect((await place(key, other)).body.error).toBe('idempotency/conflict')
})

/** As the server keeps that call of `noteOrder`. */
const onceOf = (key: string, { params, body }: { readonly params: object; readonly body: object }) => ({
  uid: basic.uid,
  selectedStore: store,
  route: noteOrder.name,
  key,
  requestHash: createHash('sha256')
    .update(JSON.stringify([params, undefined, body]))
    .digest(),
})

test('another call in doubt waits 15 s, and is then taken over', async () => {
  const { data: order } = await place(randomUUID())
  const key = randomUUID()
  const input = { params: { orderId: order.id }, body: { text: 'a' } }
  const once = onceOf(key, input)
  await beginOnce(app.deps, once, app.deps.now())
  const note = () => app.call(basic, noteOrder, input, { storeId: store, key })
  expect((await note()).body.error).toBe('idempotency/in-progress')
  await asOwner(
    `update idempotency_keys set created_at = created_at - interval '16 seconds' where key = $1`,
    key,
  )
  expect((await note()).status).toBe(200)
})

test('a call that a crash cut off while the clock was a day ahead waits 15 s too, and happens once', async () => {
  const { data: order } = await place(randomUUID())
  const start = app.deps.now().getTime()
  const key = randomUUID()
  const input = { params: { orderId: order.id }, body: { text: 'uma vez' } }
  const once = onceOf(key, input)
  await beginOnce(app.deps, once, new Date(start + 86_400_000))
  const note = () => app.call(basic, noteOrder, input, { storeId: store, key })
  app.setClock(new Date(start))
  expect((await note()).body.error).toBe('idempotency/in-progress')
  // It may still run: the longest run has fifteen seconds.
  app.setClock(new Date(start + 14_000))
  expect((await note()).body.error).toBe('idempotency/in-progress')
  app.setClock(new Date(start + 16_000))
  expect([(await note()).status, (await note()).status]).toEqual([200, 200])
  const read = await app.call(basic, readOrder, { params: { orderId: order.id } }, { storeId: store })
  expect(read.data.timeline.filter(({ note: text }) => text === 'uma vez')).toHaveLength(1)
  app.setClock(null)
})

test('a call of no store is the same call whatever store the user looks at', async () => {
  const invite = (selected: string) =>
    app.call(
      manager,
      inviteWithoutPassword,
      { body: { email: 'uma.vez@balcao.example', role: 'basic', storeIds: [store] } },
      { storeId: selected, key: 'one-invitation' },
    )
  const first = await invite(store)
  expect(first.status).toBe(200)
  expect((await invite(randomUUID())).data).toEqual(first.data)
})
