import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stepKeys } from '../../contract/onboarding/steps.ts'
import { guideIds } from '../../contract/tutorials/guide-ids.ts'
import * as contract from '../../contract/tutorials/tutorials.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { guideOfStep } from './suggestions.rules.ts'

let app: TestApp
let store: string
let manager: Person
let basic: Person
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.addStore({ name: 'Brasa' })
  manager = await app.addPerson('gerente', { [store]: 'manager' })
  basic = await app.addPerson('atendente', { [store]: 'basic' })
})

const read = async (who: Person) => (await app.call(who, contract.readTutorials, {})).data
const save = (who: Person | null, guide: string, done: boolean) =>
  app.call(who, contract.saveTutorial, { params: { guide }, body: { done } })
const opened = (storeId = store) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .insertInto('usage_data')
      .values({ store_id: storeId, started_at: new Date() })
      .onConflict((conflict) =>
        conflict.constraint('usage_data_pkey').doUpdateSet({ started_at: new Date() }),
      )
      .execute(),
  )
const trouble = (kind: 'printer-silent' | 'channel-closed', toldAt: Date | null) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('store_troubles')
      .values({ store_id: store, kind, key: 'x', id: randomUUID(), since: new Date(), told_at: toldAt })
      .execute(),
  )

test('an opened guide is kept with its first opening, and done until the person wants it again', async () => {
  const first = (await save(basic, 'aceitar-pedidos', false)).data
  expect(first).toMatchObject({ guide: 'aceitar-pedidos', doneAt: null })
  const done = (await save(basic, 'aceitar-pedidos', true)).data
  expect([done.openedAt, done.doneAt === null]).toEqual([first.openedAt, false])
  expect((await save(basic, 'aceitar-pedidos', true)).data).toEqual(done)
  expect((await read(basic)).progress).toEqual([done])
  expect((await save(basic, 'aceitar-pedidos', false)).data.doneAt).toBe(null)
})

test('progress is the person’s own: a colleague of the same store sees none of it', async () => {
  await save(basic, 'aceitar-pedidos', true)
  expect((await read(manager)).progress).toEqual([])
})

test('nobody signed out reads or saves, and an unknown guide is not found', async () => {
  expect((await app.call(null, contract.readTutorials, {})).status).toBe(401)
  expect((await save(null, 'aceitar-pedidos', true)).status).toBe(401)
  const unknown = await save(basic, 'nada-disso', true)
  expect([unknown.status, unknown.body.error]).toEqual([404, 'tutorials/not-found'])
})

test('two devices that finish a guide at once leave one row with one moment', async () => {
  const answers = await Promise.all([0, 0, 0, 0].map(() => save(basic, 'pausar-um-item', true)))
  expect(new Set(answers.map(({ data }) => data.doneAt)).size).toBe(1)
  expect((await read(basic)).progress).toHaveLength(1)
})

test('the open first steps of a starting store suggest their guides, until the guide is done', async () => {
  expect((await read(manager)).suggested).toEqual([])
  await opened()
  const { suggested } = await read(manager)
  expect(suggested[0]).toEqual({
    guide: 'abrir-a-loja',
    storeId: store,
    store: 'Brasa',
    cause: { kind: 'step', step: 'hours' },
  })
  expect(suggested).toHaveLength(5)
  await save(manager, 'abrir-a-loja', true)
  expect((await read(manager)).suggested[0]?.guide).not.toBe('abrir-a-loja')
})

test('a silent printer suggests its guide before any step, also to a person who has read it', async () => {
  await opened()
  await save(manager, 'ligar-a-impressora', true)
  await trouble('printer-silent', null)
  expect((await read(manager)).suggested[0]?.cause.kind).toBe('step')
  await trouble('channel-closed', new Date())
  expect((await read(manager)).suggested[0]).toMatchObject({
    guide: 'conectar-um-canal',
    cause: { kind: 'channel-closed' },
  })
})

test('the guide for conversations is suggested once a customer has waited five minutes', async () => {
  const contact = randomUUID()
  const since = new Date(Date.now() - 6 * 60_000)
  await withStoreScope(app.db, [store], async (tx) => {
    await tx
      .insertInto('whatsapp_contacts')
      .values({ store_id: store, id: contact, phone: '5511987654321', last_in_at: since })
      .execute()
    await tx
      .insertInto('whatsapp_conversations')
      .values({
        store_id: store,
        id: randomUUID(),
        contact_id: contact,
        place: 'person',
        state: JSON.stringify({ place: 'person', draft: { number: 1, items: [] } }),
        person_since: since,
        updated_at: since,
      })
      .execute()
  })
  expect((await read(manager)).suggested).toEqual([
    { guide: 'atender-conversas', storeId: store, store: 'Brasa', cause: { kind: 'chat-waits' } },
  ])
  expect((await read(basic)).suggested).toEqual([])
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('whatsapp_conversations')
      .set({ person_since: new Date(Date.now() - 4 * 60_000) })
      .where('store_id', '=', store)
      .execute(),
  )
  expect((await read(manager)).suggested).toEqual([])
})

test('nothing is suggested of a store that the person does not manage', async () => {
  await opened()
  const other = await app.addPerson('vizinha', { [await app.addStore({ name: 'Vizinha' })]: 'owner' })
  expect([(await read(basic)).suggested, (await read(other)).suggested]).toEqual([[], []])
})

test('every guide of a step exists', () => {
  for (const step of stepKeys) {
    const guide = guideOfStep[step]
    if (guide) expect(guideIds).toContain(guide)
  }
})
