import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { claimMails, queueMail, sendMail } from '../mail/mail-queue.ts'
import type { Mailer } from '../mail/mailer.ts'
import { insertEvents } from '../marketplaces/inbox/keep-events.ts'
import { handleInbox } from '../marketplaces/inbox/handle-inbox.ts'
import { orderInbox } from '../orders/orders.ts'
import type { EffectInput, EffectKind } from '../outbox/effects.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { claimEffects, runEffect } from '../outbox/relay.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import type { QueueConsumer } from './consumer.ts'
import { consumersOf } from './consumers.ts'
import { dueStores } from './due-work.ts'
import { Places } from './places.ts'

/** The clock of the machine was a day ahead, and is then set right. */
let app: TestApp
let store: string
let start: number
const day = 86_400_000
const mailer: Mailer = { send: async ({ recipient }) => void sent.push(recipient), close: () => {} }
let sent: string[] = []
let ran: string[] = []

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(null)
  start = app.deps.now().getTime()
  app.setClock(new Date(start))
  store = await app.addStore()
  sent = []
  ran = []
})

const setAhead = () => app.setClock(new Date(start + day))
const consumers = () => consumersOf({ ...app.deps, mailer })
/** One look a minute, as the worker has them. */
async function setRight(minutes = 0): Promise<void> {
  for (let minute = 0; minute <= minutes; minute += 1) {
    app.setClock(new Date(start + minute * 60_000))
    for (const consumer of consumers())
      if (consumer.name === 'clock-set-back' && 'run' in consumer)
        await consumer.run({ signal: new AbortController().signal, progressed: () => {} })
  }
}

describe('an effect', () => {
  const add = <K extends EffectKind>(kind: K, payload: EffectInput<K>, dueAt = app.deps.now()) =>
    withStoreScope(app.db, [store], (tx) =>
      enqueue(tx, kind, payload, { storeId: store, lane: randomUUID(), dueAt }),
    )
  const claim = async () => {
    const due = await dueStores(app.deps.cells, 'outbox', app.deps.now(), [])
    const rooms = due.includes(store) ? [{ storeId: store, most: 8 }] : []
    return claimEffects(app.deps, rooms, { most: 8, suspects: true })
  }
  const runAll = async (outcome = (id: string) => Promise.resolve(void ran.push(id))) => {
    const handler = { run: ({ id }: { readonly id: string }) => outcome(id) }
    const handlers = { 'conclude-delivered': handler, 'marketplace-action': handler }
    for (const row of await claim()) await runEffect(app.deps, handlers, row)
  }
  const waiting = () =>
    withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('outbox').select(['due_at', 'dead_at']).where('store_id', '=', store).execute(),
    )

  test('that a killed process had claimed runs within two minutes, once', async () => {
    await add('conclude-delivered', {})
    setAhead()
    expect(await claim()).toHaveLength(1)
    await setRight(1)
    await runAll()
    await setRight(2)
    await runAll()
    expect([ran.length, await waiting()]).toEqual([1, []])
  })

  test('that still runs when the clock is set right is not begun a second time', async () => {
    await add('conclude-delivered', {})
    setAhead()
    const [running] = await claim()
    await setRight()
    app.setClock(new Date(start + 31_000))
    // An effect has thirty seconds.
    await runAll()
    expect([running?.attempts, ran]).toEqual([1, []])
  })

  test('that its partner refused then is tried within seconds', async () => {
    await add('conclude-delivered', {})
    setAhead()
    await runAll(() => Promise.reject(new Error('the partner is away')))
    await setRight()
    await runAll()
    await runAll()
    expect([ran.length, await waiting()]).toEqual([1, []])
  })

  test('that a person asked for then, and nobody began, does not wait for tomorrow', async () => {
    setAhead()
    await add('marketplace-action', { action: 'confirm' })
    await setRight()
    await runAll()
    await runAll()
    expect([ran.length, await waiting()]).toEqual([1, []])
  })

  test('that is for tomorrow stays for tomorrow', async () => {
    const tomorrow = new Date(start + day)
    await add('conclude-delivered', {}, tomorrow)
    await setRight(1)
    expect(await waiting()).toEqual([{ due_at: tomorrow, dead_at: null }])
  })
})

describe('while it runs, nothing is begun again by a clock that jumps a day ahead and back:', () => {
  const consumer = (name: string) => consumers().find((one) => one.name === name) as QueueConsumer
  async function begunAgain(name: string): Promise<number[]> {
    const queue = consumer(name)
    const places = new Places(queue)
    const claim = async () =>
      (await queue.claim(places.room())).filter(({ storeId }) => storeId === store || storeId === 'mail')
    const begun = await claim()
    for (const lane of begun) places.enter(lane, () => {})
    setAhead()
    const whileAhead = await claim()
    await setRight(2)
    const afterwards = await claim()
    return [begun.length, whileAhead.length, afterwards.length]
  }

  test('no effect', async () => {
    await withStoreScope(app.db, [store], (tx) =>
      enqueue(tx, 'conclude-delivered', {}, { storeId: store, lane: randomUUID(), dueAt: app.deps.now() }),
    )
    expect(await begunAgain('outbox')).toEqual([1, 0, 0])
  })

  test('no mail', async () => {
    await app.db.deleteFrom('mail_messages').execute()
    await queueMail(app.db, mailTo('durante@b.example'), app.deps.now())
    expect(await begunAgain('mail')).toEqual([1, 0, 0])
  })
})

const mailTo = (recipient: string) => ({ recipient, subject: 'Fechamento', text: 'a', html: 'a' })

describe('a mail', () => {
  beforeEach(() => app.db.deleteFrom('mail_messages').execute())
  const sendAll = async () => {
    for (const one of await claimMails(app.deps, 10)) await sendMail(app.deps, mailer, one)
  }

  test('that was queued, refused or claimed by a killed process then leaves within two minutes, once', async () => {
    await queueMail(app.db, mailTo('recusado@b.example'), app.deps.now())
    setAhead()
    for (const one of await claimMails(app.deps, 10))
      await sendMail(app.deps, { ...mailer, send: () => Promise.reject(new Error('451 later')) }, one)
    await queueMail(app.db, mailTo('tomado@b.example'), app.deps.now())
    expect(await claimMails(app.deps, 10)).toHaveLength(1)
    await queueMail(app.db, mailTo('novo@b.example'), app.deps.now())
    await setRight()
    await sendAll()
    await setRight(2)
    await sendAll()
    await sendAll()
    expect(sent.toSorted()).toEqual(['novo@b.example', 'recusado@b.example', 'tomado@b.example'])
  })
})

describe('an event of a marketplace', () => {
  test('that was kept or postponed then is due at once, and is kept once', async () => {
    const event = (id: string) => ({
      storeId: store,
      event: {
        id,
        orderId: randomUUID(),
        code: 'PLC',
        type: 'placed' as const,
        at: app.deps.now(),
        merchantId: 'm-1',
        raw: { id },
      },
    })
    const source = { deps: app.deps, platform: 'ifood', via: 'polling' } as const
    await insertEvents(source, [event('postponed')] as never)
    setAhead()
    // The marketplace is not configured here: the event is postponed.
    expect(await handleInbox(app.deps, store, orderInbox)).toBe(1)
    await insertEvents(source, [event('kept')] as never)
    await setRight()
    expect(await dueStores(app.deps.cells, 'inbox', app.deps.now(), [])).toContain(store)
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('inbox')
        .select(['event_id', 'next_try_at'])
        .where('store_id', '=', store)
        .orderBy('event_id')
        .execute(),
    )
    expect(rows.map((row) => [row.event_id, row.next_try_at <= app.deps.now()])).toEqual([
      ['kept', true],
      ['postponed', true],
    ])
  })
})
