import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteOrder } from '../../contract/orders/work.ts'
import { onCommit, type Committed } from '../db/after-commit.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { inTransaction, withStoreScope } from '../db/scope.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let store: string
let person: Person

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
  person = await app.addPerson('basic', { [store]: 'basic' })
})
afterAll(() => app.close())

/** Looks by the clock are a second apart, so an event that arrives sooner each time was announced. */
const sooner = 600

test('a verb that announces nothing itself reaches a waiting stream', async () => {
  app.deps.live.start([app.ownerUrl])
  const { orderId } = await app.deps.intake.take(simpleOrder(store, uuidv7(), randomUUID()))
  const heard: string[] = []
  const leave = await app.deps.live.attach(
    { uid: person.uid, sessionId: person.sessionId, roles: new Map([[store, 1]]) },
    {
      write: (text) => {
        if (text.includes('NOTE')) heard.push(text)
        return true
      },
      close: () => {},
    },
    null,
  )
  const delays: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const startedAt = performance.now()
    const text = `nota ${round}`
    const answer = await app.call(
      person,
      noteOrder,
      { params: { orderId }, body: { text } as never },
      { storeId: store },
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await until(() => heard.length > round)
    delays.push(performance.now() - startedAt)
  }
  leave()
  // The first may have met the clock's look by chance.
  expect(Math.min(...delays.slice(1))).toBeLessThan(sooner)
}, 60_000)

test('an effect wakes the outbox', async () => {
  app.startWorker()
  const delays: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const startedAt = performance.now()
    await withStoreScope(app.db, [store], (tx) =>
      enqueue(tx, 'conclude-delivered', {}, { storeId: store, lane: randomUUID(), dueAt: app.deps.now() }),
    )
    await until(waiting, (rows) => rows === 0)
    delays.push(performance.now() - startedAt)
  }
  expect(Math.min(...delays.slice(1))).toBeLessThan(sooner)
}, 60_000)

test('notes are delivered after the commit, and never after a rollback', async () => {
  const told: Committed[] = []
  onCommit(app.db, (committed) => told.push(committed))
  const mail = { recipient: 'a@b.example', subject: 's', text: 't', html: 'h' }
  const work = async (tx: Parameters<typeof publishStoreEvent>[0]) => {
    publishStoreEvent(tx, store, 'menu', app.deps.now())
    await enqueue(tx, 'capacity-return', {}, { storeId: store, lane: store, dueAt: app.deps.now() })
    await queueMail(tx, mail, app.deps.now())
    expect(told).toEqual([])
  }
  const fails = withStoreScope(app.db, [store], async (tx) => {
    await work(tx)
    throw new Error('no')
  })
  await expect(fails).rejects.toThrow('no')
  expect(told).toEqual([])
  await withStoreScope(app.db, [store], work)
  expect(told).toEqual([{ live: true, queues: new Set(['outbox', 'mail']), printing: new Set() }])
  await inTransaction(app.db, () => Promise.resolve())
  expect(told).toHaveLength(1)
  // Begun elsewhere it could not be delivered.
  await expect(app.db.transaction().execute((tx) => queueMail(tx, mail, app.deps.now()))).rejects.toThrow(
    'withStoreScope',
  )
})

async function waiting(): Promise<number> {
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where('store_id', '=', store)
      .where('kind', '=', 'conclude-delivered')
      .execute(),
  )
  return rows.length
}
