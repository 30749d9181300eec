import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../contract/orders/orders.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../simulator/start-simulator.ts'
import { withStoreScope } from '../db/scope.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'

const ill = randomUUID()
const well = randomUUID()
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let mailServer: Server
let app: TestApp
let illStore: string
let store: string
let person: Person

beforeAll(async () => {
  // Accepts and never says a word.
  mailServer = createServer(() => {})
  await new Promise<void>((resolve) => {
    mailServer.listen(0, '127.0.0.1', () => resolve())
  })
  const address = mailServer.address()
  const port = typeof address === 'object' && address ? address.port : 0
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret', actionDelayMs: 30 })
  control = simulatorControl(simulator.url)
  const menu = [{ code: 'A-1', name: 'Pastel', cents: 1_290 }]
  await control.setMerchants([
    { merchantId: ill, name: 'Doente', menu },
    { merchantId: well, name: 'Sã', menu },
  ])
  app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
    IFOOD_POLL_SECONDS: '1',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'a@b.example',
  })
  illStore = await app.addStore({ name: 'Doente', merchantId: ill })
  store = await app.addStore({ name: 'Sã', merchantId: well })
  person = await app.addPerson('basic', { [store]: 'basic', [illStore]: 'basic' })
  app.startWorker()
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
  mailServer.close()
})

/** Far below every fault's delay: 15 s of a mail or a call, minutes of a queue of them. */
const boundMs = 8_000

const orderAt = (storeId: string, externalId: string) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', storeId)
      .where('external_id', '=', externalId)
      .executeTakeFirst(),
  )

/** An order of the healthy store is on its board, and its acceptance at iFood, while the fault lasts. */
async function served(): Promise<{ boardMs: number; effectMs: number }> {
  const placedAt = performance.now()
  const { orderId } = await control.placeOrder({ merchantId: well, type: 'TAKEOUT' })
  const order = await until(() => orderAt(store, orderId))
  const boardMs = performance.now() - placedAt
  const askedAt = performance.now()
  const asked = await app.call(
    person,
    contract.confirmOrder,
    { params: { orderId: order.id }, body: {} },
    { storeId: store },
  )
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await until(async () => (await control.readLog()).actions.find((action) => action.orderId === orderId))
  return { boardMs, effectMs: performance.now() - askedAt }
}

async function illOrders(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1)
    ids.push((await control.placeOrder({ merchantId: ill, type: 'TAKEOUT' })).orderId)
  // Taken up by the inbox, so that the fault has begun to hurt.
  await until(
    () =>
      withStoreScope(app.db, [illStore], (tx) =>
        tx.selectFrom('inbox').select('event_id').where('store_id', '=', illStore).execute(),
      ),
    (rows) => rows.length >= count,
  )
  return ids
}

test('twenty mails to a server that never answers hold up neither orders nor effects', async () => {
  for (let index = 0; index < 20; index += 1)
    await queueMail(
      app.db,
      { recipient: `p${index}@b.example`, subject: 'Fechamento', text: 't', html: 'h' },
      app.deps.now(),
    )
  const times = await served()
  expect(Math.max(times.boardMs, times.effectMs)).toBeLessThan(boundMs)
  const sent = await app.db.selectFrom('mail_messages').select('sent_at').execute()
  expect(sent.every((mail) => mail.sent_at === null)).toBe(true)
}, 60_000)

test('a merchant whose calls hang for 30 s holds up no other', async () => {
  await control.failMerchant(ill, { status: 503, forMs: 60_000, hangMs: 30_000 })
  const hanging = await illOrders(6)
  const times = await served()
  expect(Math.max(times.boardMs, times.effectMs)).toBeLessThan(boundMs)
  expect(await orderAt(illStore, hanging[0] ?? '')).toBeUndefined()
}, 60_000)

test('a merchant whose calls answer 500 holds up no other, and gets its orders afterwards', async () => {
  await control.failMerchant(ill, { status: 500, forMs: 60_000 })
  const failing = await illOrders(6)
  const times = await served()
  expect(Math.max(times.boardMs, times.effectMs)).toBeLessThan(boundMs)
  await control.failMerchant(ill, { status: 500, forMs: 0 })
  for (const orderId of failing) await until(() => orderAt(illStore, orderId))
}, 90_000)
