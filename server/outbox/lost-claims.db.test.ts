import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { claimMails, queueMail, sendMail } from '../mail/mail-queue.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { enqueue } from './enqueue.ts'
import { claimEffects, runEffect, type ClaimedEffect } from './relay.ts'

/** What a process claimed and did not finish is what it leaves behind when it is killed. */
let app: TestApp
let store: string
let now: Date
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  now = app.deps.now()
  store = await app.addStore()
})

/** The claims of a process that ended are free again. */
const minuteLater = () => {
  now = new Date(now.getTime() + 61_000)
  app.setClock(now)
}
const claim = (suspects = true) =>
  claimEffects(app.deps, [{ storeId: store, most: 8 }], { most: 8, suspects })
const add = () =>
  withStoreScope(app.db, [store], (tx) =>
    enqueue(tx, 'conclude-delivered', {}, { storeId: store, lane: randomUUID(), dueAt: now }),
  )
const run = (row: ClaimedEffect, ran: string[] = [], gaveUp: string[] = []) =>
  runEffect(
    app.deps,
    {
      'conclude-delivered': {
        run: async ({ id }) => void ran.push(id),
        giveUp: async ({ id }) => void gaveUp.push(id),
      },
    },
    row,
  )
const left = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select(['dead_at', 'last_error']).where('store_id', '=', store).execute(),
  )

test('an effect that ended its process three times is not run again: it waits for a person, with the reason', async () => {
  await add()
  for (let death = 0; death < 3; death += 1) {
    expect(await claim()).toHaveLength(1)
    minuteLater()
  }
  const [row] = await claim()
  const [ran, gaveUp]: [string[], string[]] = [[], []]
  if (row) await run(row, ran, gaveUp)
  expect([ran, gaveUp]).toEqual([[], [row?.id]])
  expect(await left()).toEqual([{ dead_at: now, last_error: 'The process ended each time it ran this.' }])
})

test('what ran beside it twice is run alone the third time, and happens', async () => {
  await add()
  await add()
  for (let death = 0; death < 2; death += 1) {
    expect(await claim()).toHaveLength(2)
    minuteLater()
  }
  expect(await claim(false)).toEqual([])
  const [first, ...more] = await claim()
  expect(more).toEqual([])
  const ran: string[] = []
  if (first) await run(first, ran)
  const [second] = await claim()
  if (second) await run(second, ran)
  expect(new Set(ran).size).toBe(2)
  expect(await left()).toEqual([])
})

test('an effect that fails while its process lives is no suspect', async () => {
  await add()
  const failing = { 'conclude-delivered': { run: () => Promise.reject(new Error('the partner is away')) } }
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const [row] = await claim()
    if (row) await runEffect(app.deps, failing, row)
    minuteLater()
  }
  expect(await claim()).toMatchObject([{ attempts: 5, lostClaims: 0 }])
})

test('a mail that ended its process three times waits for a person', async () => {
  const mail = { recipient: 'dona@balcao.example', subject: 'Fechamento', text: 'a', html: 'a' }
  const id = randomUUID()
  await queueMail(app.deps.directory, mail, now, { id })
  for (let death = 0; death < 3; death += 1) {
    expect((await claimMails(app.deps, 10)).map((one) => one.id)).toEqual([id])
    minuteLater()
  }
  const [claimed] = await claimMails(app.deps, 10)
  const sent: string[] = []
  const mailer = { send: async (one: { readonly id: string }) => void sent.push(one.id) }
  if (claimed) await sendMail(app.deps, mailer as never, claimed)
  expect(sent).toEqual([])
  const row = await app.deps.directory
    .selectFrom('mail_messages')
    .select(['dead_at', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ dead_at: now, last_error: 'The process ended each time it sent this.' })
})
