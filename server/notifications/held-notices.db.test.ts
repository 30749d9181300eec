import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../contract/notifications/choices.ts'
import * as push from '../../contract/notifications/push.ts'
import { asUser, withStoreScope } from '../db/scope.ts'
import { claimEffects } from '../outbox/relay.ts'
import { tellWaiting } from '../testing/tell-waiting.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { lastMail, mailCount } from '../testing/mail.ts'
import { playPushService, type PlayedBrowser, type PlayedPushService } from '../testing/push-service.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { queueNotice } from '../whatsapp/whatsapp.ts'
import { effectHandlers } from '../worker/effect-handlers.ts'
import { sendHeldNotices, tell } from './notifications.ts'
import { createPushService } from './push-service.ts'

const night = new Date('2026-11-24T05:00:00Z')
/** 07:00 in São Paulo. */
const morning = new Date('2026-11-24T10:00:00Z')
const quiet = { from: '22:00', to: '07:00' }
let service: PlayedPushService
let app: TestApp
let store: string
let second: string
let person: Person

beforeAll(async () => {
  service = await playPushService()
  app = await testApp({ PUBLIC_URL: 'https://painel.example', PUSH_SERVICES: service.host })
  // The real client, configured to trust the test service's self-signed certificate.
  Object.assign(app.deps, { push: createPushService(app.deps.env, service.certificate) })
})
afterAll(async () => {
  await app.close()
  await service.stop()
})
beforeEach(async () => {
  app.setClock(night)
  store = await app.addStore({ name: 'Brasa' })
  second = await app.addStore({ name: 'Norte' })
  person = await app.addPerson('gerente', { [store]: 'manager', [second]: 'manager' })
  await saveQuiet(quiet)
})

async function saveQuiet(hours: contract.QuietHours, choices: Partial<contract.NoticeChoices> = {}) {
  const now = (await app.call(person, contract.readNoticeChoices, {})).data
  const saved = await app.call(person, contract.saveNoticeChoices, {
    body: { choices: { ...now.choices, ...choices }, quiet: hours, version: now.version },
  })
  expect(saved.status).toBe(200)
}
async function addDevice(its: { events?: push.PushEvent[]; stores?: string[] } = {}) {
  const browser = service.browser()
  const added = await app.call(person, push.addPushDevice, {
    body: {
      endpoint: browser.endpoint,
      keys: browser.keys,
      events: its.events ?? [...push.pushEvents],
      storeIds: its.stores ?? null,
    },
  })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return { browser, id: added.data.id }
}
const happens = async (event: push.PushEvent, storeId = store) => {
  await withStoreScope(app.db, [storeId], (tx) =>
    tell(tx, storeId, { event, orderId: randomUUID(), displayId: '12', minutes: 3 }, app.deps.now()),
  )
  await tellWaiting(app.deps, storeId)
}
const waiting = () =>
  withStoreScope(app.db, [store, second], (tx) =>
    tx
      .selectFrom('held_notices')
      .select(['event', 'due_at'])
      .where('store_id', 'in', [store, second])
      .execute(),
  )
const look = async () => {
  await sendHeldNotices(app.deps, store, queueNotice)
  await sendHeldNotices(app.deps, second, queueNotice)
}
const keepOdd = (uid: string) =>
  asUser(app.db, uid, (tx) =>
    tx
      .updateTable('notification_choices')
      .set({ choices: '{"cancelled": 7, "dispute": 7}' })
      .where('uid', '=', uid)
      .execute(),
  )
const deliver = () => relayOutbox(app.deps, [store, second], effectHandlers(app.deps))
const got = ({ taken }: PlayedBrowser) => taken.map(({ message }) => [message.title, message.body])

test('a night’s notices of two stores wait for the end of the quiet hours and come as one', async () => {
  const { browser } = await addDevice()
  for (const event of ['cancelled', 'cancelled', 'dispute'] as const) await happens(event)
  await happens('break-ends', second)
  await look()
  await deliver()
  expect(browser.taken).toEqual([])
  expect((await waiting()).map(({ due_at: due }) => due)).toEqual(Array.from({ length: 4 }, () => morning))
  app.setClock(new Date(morning.getTime() - 1_000))
  await look()
  expect(await waiting()).toHaveLength(4)
  app.setClock(morning)
  await look()
  await deliver()
  expect(got(browser)).toEqual([
    ['4 avisos nas horas de silêncio', 'Brasa: 2 cancelamentos, 1 negociação; Norte: 1 pausa que acabou.'],
  ])
  expect(browser.taken[0]?.ttl).toBe(12 * 3_600)
  await look()
  expect([await deliver(), await waiting()]).toEqual([0, []])
})

test('what is critical rings at once by every channel that was chosen for it', async () => {
  await addDevice()
  await saveQuiet(quiet, { expiring: ['push', 'mail'] })
  await happens('expiring')
  const left = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select('kind').where('store_id', '=', store).orderBy('kind').execute(),
  )
  expect(left.map(({ kind }) => kind)).toEqual(['notice-mail', 'push'])
  expect(await waiting()).toEqual([])
})

test('a worker that dies before, in or after the summary loses nothing and tells nothing twice', async () => {
  const { browser } = await addDevice()
  await happens('cancelled')
  app.setClock(morning)
  // In its transaction: the rows are there again.
  const dying = () => Promise.reject(new Error('killed'))
  await confirmPhone()
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('held_notices')
      .set({ channels: ['push', 'whatsapp'] })
      .where('store_id', '=', store)
      .execute(),
  )
  await expect(sendHeldNotices(app.deps, store, dying)).rejects.toThrow('killed')
  expect(await waiting()).toHaveLength(1)
  expect(await deliver()).toBe(0)
  // Of two processes that look at once, each before the other is done, one queues it.
  const looks: Promise<void>[] = []
  await withStoreScope(app.db, [store], async (tx) => {
    await tx.selectFrom('held_notices').select('id').where('store_id', '=', store).forUpdate().execute()
    looks.push(sendHeldNotices(app.deps, store, queueNotice), sendHeldNotices(app.deps, store, queueNotice))
    await expect.poll(waitingForLocks, { timeout: 30_000 }).toBe(2)
  })
  await Promise.all(looks)
  const queued = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select('kind').where('store_id', '=', store).execute(),
  )
  expect(queued).toEqual([{ kind: 'notice-summary' }])
  // After the claim, before it was delivered: the claim ends, and another takes it.
  const [lost] = await claimEffects(app.deps, [{ storeId: store, most: 5 }], { most: 5, suspects: true })
  expect(lost?.kind).toBe('notice-summary')
  expect(await deliver()).toBe(0)
  app.setClock(new Date(morning.getTime() + 60_000))
  await deliver()
  expect(browser.taken).toHaveLength(1)
})

test('a device hears only of the events and stores that it wants', async () => {
  const all = await addDevice()
  const few = await addDevice({ events: ['dispute'], stores: [second] })
  await happens('dispute')
  await happens('cancelled', second)
  await happens('dispute', second)
  app.setClock(morning)
  await look()
  await deliver()
  expect(got(few.browser)).toEqual([['1 aviso nas horas de silêncio', 'Norte: 1 negociação.']])
  expect(got(all.browser).map(([title]) => title)).toEqual(['3 avisos nas horas de silêncio'])
})

test('who moved the hours on waits until their new end', async () => {
  const { browser } = await addDevice()
  await happens('cancelled')
  await saveQuiet({ from: '22:00', to: '09:30' })
  app.setClock(morning)
  await look()
  await deliver()
  expect(browser.taken).toEqual([])
  app.setClock(new Date('2026-11-24T12:30:00Z'))
  await look()
  await deliver()
  expect(browser.taken).toHaveLength(1)
})

test('what no device can receive any more is mailed, and what was mailed at once is not sent again', async () => {
  const { id } = await addDevice()
  await saveQuiet(quiet, { dispute: ['push', 'mail'] })
  await happens('cancelled')
  await happens('dispute')
  await app.call(person, push.removePushDevice, { params: { deviceId: id } })
  app.setClock(morning)
  await look()
  const address = `${person.uid}@balcao.example`
  expect(await mailCount(app, address)).toBe(1)
  const mail = await lastMail(app, address)
  expect(mail?.subject).toBe('Resumo das horas de silêncio')
  expect(mail?.text).toContain('1 aviso nas horas de silêncio. Brasa: 1 cancelamento.')
})

test('who has no device is owed nothing, and who lost the store is not notified about it', async () => {
  await happens('cancelled')
  expect(await waiting()).toEqual([])
  const { id } = await addDevice()
  await happens('cancelled')
  // Without a device it would be mailed.
  await app.call(person, push.removePushDevice, { params: { deviceId: id } })
  await withStoreScope(app.db, [store], (tx) =>
    tx.deleteFrom('access_entries').where('store_id', '=', store).where('uid', '=', person.uid).execute(),
  )
  app.setClock(morning)
  await look()
  await deliver()
  expect(await waiting()).toEqual([])
  expect(await mailCount(app, `${person.uid}@balcao.example`)).toBe(0)
})

const waitingForLocks = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.count
}
const confirmPhone = () =>
  asUser(app.deps.directory, person.uid, (tx) =>
    tx
      .updateTable('users')
      .set({ phone_number: '+5511987654321', phone_verified_at: night, phone_verified_by: 'mail' })
      .where('uid', '=', person.uid)
      .execute(),
  )

test('a person whose stored choices are not understood holds back nobody else’s summary', async () => {
  const colleague = await app.addPerson('aba', { [store]: 'manager' })
  const { browser } = await addDevice()
  await happens('cancelled')
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('held_notices')
      .values({
        store_id: store,
        id: randomUUID(),
        uid: colleague.uid,
        event: 'dispute',
        channels: ['push'],
        subject_id: randomUUID(),
        due_at: morning,
        held_at: night,
      })
      .execute(),
  )
  await asUser(app.db, colleague.uid, (tx) =>
    tx
      .insertInto('notification_choices')
      .values({ uid: colleague.uid, choices: '{}', saved_at: night })
      .execute(),
  )
  await keepOdd(colleague.uid)
  await keepOdd(person.uid)
  app.setClock(morning)
  await look()
  await deliver()
  expect(await waiting()).toEqual([])
  expect(got(browser)).toHaveLength(1)
})
