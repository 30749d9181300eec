import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptInvitation, grantAccess, readMyInvitations } from '../../contract/identity/people.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import { seededRandom } from '../../demo/random.ts'
import { deleteOldEvents, publishStoreEvent } from '../db/live-events.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
let url: string
let store: string
let other: string
let person: Person

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
  other = await app.addStore()
  person = await app.addPerson('basic', { [store]: 'basic' })
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  app.deps.live.start([app.ownerUrl])
})
afterAll(() => app.close())

interface Heard {
  readonly events: (LiveEvent & { id: string })[]
  readonly ended: Promise<void>
  close(): void
}

async function listen(caller: Person, after?: string): Promise<Heard> {
  const stop = new AbortController()
  const reply = await fetch(`${url}/api/events${after ? `?after=${after}` : ''}`, {
    headers: { 'x-user-token': caller.token, 'x-user-id': caller.uid },
    signal: stop.signal,
  })
  if (!reply.ok || !reply.body) throw new Error(`events answered ${reply.status}`)
  const events: Heard['events'] = []
  let isOver = false
  const ended = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of reply.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true })
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const id = /^id: (.+)$/m.exec(part)?.[1]
          const data = /^data: (.+)$/m.exec(part)?.[1]
          if (id && data) events.push({ ...(JSON.parse(data) as LiveEvent), id })
        }
      }
    } catch {
      // Closed by the test.
    }
    isOver = true
  })()
  // Ready once it has sent hello; the headers arrive before the server knows the stream's position.
  await until(() => events.length > 0 || isOver)
  return { events, ended, close: () => stop.abort() }
}

const place = (storeId: string) => app.deps.intake.take(simpleOrder(storeId, uuidv7(), randomUUID()))
/** Waits for the orders, and then for a later event of the same store, before which others would have arrived. */
async function heardOrders(heard: Heard, count: number): Promise<void> {
  const last = await until(() => heard.events.filter((event) => event.kind === 'order')[count - 1])
  await heardAllOf(heard, last.storeId)
}
/** Waits for an event that is published now, and takes it out again. */
async function heardAllOf(heard: Heard, storeId: string): Promise<void> {
  const marker = randomUUID()
  await withStoreScope(app.db, [storeId], async (tx) => publishStoreEvent(tx, storeId, marker, new Date()))
  app.deps.live.announce()
  const isMarker = (event: LiveEvent) => event.kind === 'store' && event.topic === marker
  await until(() => heard.events.some(isMarker))
  heard.events.splice(heard.events.findIndex(isMarker), 1)
}
const ordersIn = (heard: Heard) =>
  heard.events.flatMap((event) => (event.kind === 'order' ? [event.orderId] : []))

test('a stream receives every order of its own stores only, as ids', async () => {
  const heard = await listen(person)
  const neighbour = await listen(await app.addPerson('neighbour', { [other]: 'basic' }))
  const own = await Promise.all(Array.from({ length: 40 }, () => place(store)))
  await place(other)
  // The other store's order has gone to all who may hear it.
  await heardOrders(neighbour, 1)
  neighbour.close()
  await heardOrders(heard, 40)
  heard.close()
  expect(ordersIn(heard).toSorted()).toEqual(own.map((taken) => taken.orderId).toSorted())
  for (const event of heard.events)
    expect(Object.keys(event).toSorted().join()).toMatch(/^(at,id,kind|at,id,kind,orderId,storeId,type)$/)
})

test('a browser that missed ten events receives exactly those when it reconnects', async () => {
  const quiet = await app.addStore()
  const sleeper = await app.addPerson('sleeper', { [quiet]: 'basic' })
  const before = await listen(sleeper)
  await place(quiet)
  await heardOrders(before, 1)
  before.close()
  const last = before.events.at(-1)?.id ?? ''
  const awake = await listen(await app.addPerson('awake', { [quiet]: 'basic' }))
  const missed = await Promise.all(Array.from({ length: 10 }, () => place(quiet)))
  await heardOrders(awake, 10)
  awake.close()
  const back = await listen(sleeper, last)
  const fresh = await place(quiet)
  await heardOrders(back, 11)
  back.close()
  expect(ordersIn(back).toSorted()).toEqual([...missed, fresh].map((taken) => taken.orderId).toSorted())
})

test('a stream opened after the page read its data receives the events in between', async () => {
  const busy = await app.addStore()
  const opening = await app.addPerson('opening', { [busy]: 'basic' })
  const between = await place(busy)
  const heard = await listen(opening)
  await heardOrders(heard, 1)
  heard.close()
  expect(ordersIn(heard)).toEqual([between.orderId])
})

test('a position of other stores makes the client reload everything', async () => {
  const two = await app.addPerson('two', { [store]: 'basic', [other]: 'basic' })
  const before = await listen(two)
  before.close()
  const back = await listen(person, before.events.at(-1)?.id)
  await until(() => back.events.length > 1)
  back.close()
  expect(back.events.map((event) => event.kind)).toContain('resync')
})

test('events older than two days are deleted, and a screen that was away for longer reads everything again', async () => {
  const old = await app.addStore()
  const away = await app.addPerson('away', { [old]: 'basic' })
  const before = await listen(away)
  before.close()
  await place(old)
  await place(old)
  const kept = () =>
    withStoreScope(app.db, [old], (tx) =>
      tx
        .selectFrom('live_events')
        .select('published_at')
        .where('store_id', '=', old)
        .orderBy('seq')
        .execute(),
    )
  // By the clock of the database.
  const publishedAt = (await kept()).at(-1)?.published_at.getTime() ?? 0
  await deleteOldEvents(app.db, old, new Date(publishedAt))
  expect(await kept()).toHaveLength(2)
  await deleteOldEvents(app.db, old, new Date(publishedAt + 3 * 24 * 60 * 60_000))
  const back = await listen(away, before.events.at(-1)?.id)
  await until(() => back.events.length > 1)
  back.close()
  expect(back.events.map((event) => event.kind)).toEqual(['hello', 'resync'])
})

test('three hundred events of sixteen concurrent writers are received in order, without a gap', async () => {
  const stores = [await app.addStore(), await app.addStore()]
  const listener = await app.addPerson(
    'listener',
    Object.fromEntries(stores.map((storeId) => [storeId, 'basic' as const])),
  )
  const heard = await listen(listener)
  const random = seededRandom(300)
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const storeId = stores[index % 2] ?? store
      await withStoreScope(app.db, [storeId], async (tx) => {
        await sql`select pg_sleep(${random.next() / 50})`.execute(tx)
        publishStoreEvent(tx, storeId, `topic-${index}`, new Date())
      })
      app.deps.live.announce()
    }),
  )
  const topics = () => heard.events.flatMap((event) => (event.kind === 'store' ? [event.topic] : []))
  await until(() => topics().length >= 300)
  const rows = await withStoreScope(app.db, stores, (tx) =>
    tx.selectFrom('live_events').select(['store_id', 'seq']).where('store_id', 'in', stores).execute(),
  )
  for (const storeId of stores) await heardAllOf(heard, storeId)
  heard.close()
  expect(topics()).toHaveLength(300)
  expect(new Set(topics()).size).toBe(300)
  for (const storeId of stores)
    expect(
      rows
        .filter((row) => row.store_id === storeId)
        .map((row) => Number(row.seq))
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
})

test('resuming at an invalid position is rejected', async () => {
  await expect(listen(person, 'nonsense')).rejects.toThrow('400')
})

test('a revoked session’s stream is closed within two seconds', async () => {
  const leaving = await app.addPerson('leaving', { [store]: 'basic' })
  const heard = await listen(leaving)
  await app.db
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('id', '=', leaving.sessionId)
    .execute()
  const began = performance.now()
  await heard.ended
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('who accepts an invitation hears the new store on the stream that is already open', async () => {
  const [mine, joined] = [await app.addStore(), await app.addStore()]
  const boss = await app.addPerson('boss', { [joined]: 'owner' })
  const invited = await app.addPerson('invited', { [mine]: 'basic' })
  const heard = await listen(invited)
  const body = { uid: invited.uid, role: 'manager' as const }
  expect((await app.call(boss, grantAccess, { body }, { storeId: joined })).data.pending).toBe(true)
  await place(joined)
  const [invitation] = (await app.call(invited, readMyInvitations, {})).data
  const params = { invitationId: invitation?.id ?? '' }
  expect((await app.call(invited, acceptInvitation, { params })).status).toBe(200)
  const began = performance.now()
  const kinds = () => heard.events.map(({ kind }) => kind)
  await until(() => kinds().includes('access'))
  expect(performance.now() - began).toBeLessThan(2_000)
  const taken = await place(joined)
  await heardOrders(heard, 1)
  heard.close()
  expect(ordersIn(heard)).toEqual([taken.orderId])
})

test('a store that a person opens while signed in is on the open stream', async () => {
  const founder = await app.addPerson('founder', {})
  const heard = await listen(founder)
  const opened = await app.addStore()
  await withDirectoryScope(app.db, [opened], (tx) =>
    tx.insertInto('access_entries').values({ store_id: opened, uid: founder.uid, role: 3 }).execute(),
  )
  await until(() => heard.events.length > 1)
  expect(heard.events.map(({ kind }) => kind)).toEqual(['hello', 'access'])
  const taken = await place(opened)
  await heardOrders(heard, 1)
  heard.close()
  expect(ordersIn(heard)).toEqual([taken.orderId])
})

test('a stream whose replay fails is ended, and hears everything once it is opened again', async () => {
  const shop = await app.addStore()
  const screen = await app.addPerson('screen', { [shop]: 'basic' })
  const before = await listen(screen)
  before.close()
  const missed = await place(shop)
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query('alter table live_events rename to live_events_away')
  const failed = await listen(screen, before.events.at(-1)?.id)
  await failed.ended
  await owner.query('alter table live_events_away rename to live_events')
  await owner.end()
  expect(failed.events).toEqual([])
  await expect.poll(() => app.deps.live.streamsOf(screen.uid)).toBe(0)
  const back = await listen(screen, before.events.at(-1)?.id)
  const fresh = await place(shop)
  await heardOrders(back, 2)
  back.close()
  expect(ordersIn(back)).toEqual([missed.orderId, fresh.orderId])
})

test('of sixty streams that one person opens at once, twenty are served', async () => {
  const shop = await app.addStore()
  const many = await app.addPerson('many', { [shop]: 'basic' })
  const opened = await Promise.allSettled(Array.from({ length: 60 }, () => listen(many)))
  const served = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const stream of served) stream.close()
  expect(served).toHaveLength(20)
  await expect.poll(() => app.deps.live.streamsOf(many.uid)).toBe(0)
})

test('HEAD is answered without a stream, and a second cookie of a sibling site is refused', async () => {
  const head = await fetch(`${url}/api/events`, {
    method: 'HEAD',
    headers: { 'x-user-token': person.token, 'x-user-id': person.uid },
    signal: AbortSignal.timeout(5_000),
  })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(app.deps.live.streamsOf(person.uid)).toBe(0)
  const planted = await fetch(`${url}/api/events`, {
    headers: { cookie: 'b-session=mine; b-session=planted' },
  })
  expect([planted.status, ((await planted.json()) as { error: string }).error]).toEqual([
    400,
    'auth/duplicate-cookie',
  ])
})
