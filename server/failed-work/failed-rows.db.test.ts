import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFailedRows, replayFailedRow } from '../../contract/failed-work/failed-work.ts'
import { withStoreScope } from '../db/scope.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
  other = await app.addStore()
  manager = await app.addPerson('gerente', { [store]: 'manager' })
  basic = await app.addPerson('atendente', { [store]: 'basic' })
})
afterAll(() => app.close())

async function failedEffect(storeId = store, dead = true): Promise<string> {
  const lane = randomUUID()
  return withStoreScope(app.db, [storeId], async (tx) => {
    await enqueue(tx, 'conclude-delivered', {}, { storeId, lane, dueAt: app.deps.now() })
    const row = await tx
      .updateTable('outbox')
      .set({ attempts: 40, last_error: 'no answer', dead_at: dead ? app.deps.now() : null })
      .where('store_id', '=', storeId)
      .where('attempts', '=', 0)
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}
async function failedEvent(): Promise<string> {
  const id = randomUUID()
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('inbox')
      .values({
        store_id: store,
        source: 'ifood',
        event_id: id,
        order_external_id: null,
        code: 'PLACED',
        payload: '{}',
        partner_at: app.deps.now(),
        via: 'polling',
        attempts: 6,
        last_error: 'bad document',
        dead_at: app.deps.now(),
      })
      .execute(),
  )
  return id
}
const listed = async () =>
  (await app.call(manager, readFailedRows, { query: { selection: store } })).data.rows.map((row) => row.id)
const replay = (id: string, queue: 'inbox' | 'outbox' = 'outbox', person = manager, storeId = store) =>
  app.call(person, replayFailedRow, { body: { queue, id } }, { storeId })

test('a manager lists failed effects and events and replays them', async () => {
  const effect = await failedEffect()
  const event = await failedEvent()
  const { data } = await app.call(manager, readFailedRows, { query: { selection: store } })
  expect(data.rows).toMatchObject([
    { queue: 'inbox', id: event, kind: 'PLACED', error: 'bad document' },
    { queue: 'outbox', id: effect, kind: 'conclude-delivered', attempts: 40, error: 'no answer' },
  ])
  expect((await replay(effect)).status).toBe(200)
  expect((await replay(event, 'inbox')).status).toBe(200)
  expect(await listed()).toEqual([])
  app.startWorker()
  const left = async () =>
    withStoreScope(app.db, [store], async (tx) => [
      ...(await tx.selectFrom('outbox').select('id').where('store_id', '=', store).execute()),
      ...(await tx
        .selectFrom('inbox')
        .select('event_id')
        .where('store_id', '=', store)
        .where('handled_at', 'is', null)
        .execute()),
    ])
  await until(async () => (await left()).length === 0)
  await app.deps.worker()?.stop()
})

test('a lower role can neither list nor replay', async () => {
  const id = await failedEffect()
  expect((await app.call(basic, readFailedRows, { query: { selection: store } })).status).toBe(403)
  expect((await replay(id, 'outbox', basic)).status).toBe(403)
  expect(await listed()).toContain(id)
})

test('another store’s row is not found, nor is an unknown one', async () => {
  const foreign = await failedEffect(other)
  expect((await replay(foreign)).body.error).toBe('queue/row-not-found')
  expect((await replay(foreign, 'outbox', manager, other)).status).toBe(404)
  expect((await replay('not-a-uuid')).body.error).toBe('queue/row-not-found')
  expect((await replay(randomUUID(), 'inbox')).body.error).toBe('queue/row-not-found')
})

test('a pending row is not replayed', async () => {
  const waiting = await failedEffect(store, false)
  expect((await replay(waiting)).body.error).toBe('queue/not-failed')
})

test('of two concurrent replays one succeeds', async () => {
  const id = await failedEffect()
  const answers = await Promise.all([replay(id), replay(id), replay(id)])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})
