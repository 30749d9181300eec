import { randomUUID } from 'node:crypto'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../contract/whatsapp/whatsapp.ts'
import { readBoard } from '../../../contract/orders/orders.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import { poolUse } from '../../db/connections/pool.ts'
import { buildApp } from '../../app.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import {
  metaChange,
  textMessage,
  whatsappApp,
  whatsappOf,
  type WhatsappProvider,
  type WhatsappShop,
} from '../../testing/whatsapp/shop.ts'

const customer = '5511987654321'
const always = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let now = new Date('2026-11-24T15:00:00Z')
let store: string
let phoneId: string
let neighbour: { store: string; manager: Person; phoneId: string }

beforeAll(async () => {
  // As many connections as the product has for people and orders.
  ;({ provider, app, shop, close } = await whatsappApp({}, { max: 6, waitMs: 2_000 }))
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  pass(0)
  ;({ store, phoneId } = await chatting())
  neighbour = await chatting()
})

function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
  app.setClock(now)
}

async function chatting() {
  const its = await standardShop(app, { openingHours: always })
  const line = await shop.connectCloud(its.manager, its.store)
  await app.call(
    its.manager,
    contract.enableConversational,
    { body: { enabled: true, hours: 'always' } },
    { storeId: its.store },
  )
  return { store: its.store, manager: its.manager, phoneId: line.phoneId }
}

/** Delivers it as Meta does, repeatedly until it is accepted. */
async function write(line: string, body: string, from = customer): Promise<void> {
  const id = randomUUID()
  await until(async () => (await shop.receive(line, from, body, id)).statusCode === 200)
}
const kept = async (storeId: string) => {
  const rows = await withStoreScope(app.db, [storeId], (tx) =>
    tx.selectFrom('incoming_messages').select('provider_id').where('store_id', '=', storeId).execute(),
  )
  return rows.length
}

test('200 messages from one customer within ten seconds are stored and get one reply', async () => {
  for (let second = 0; second < 10; second += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(phoneId, `oi ${String(index)}`)))
    await shop.run(store)
    pass(1)
  }
  for (let second = 0; second < 10; second += 1) {
    pass(2)
    await shop.run(store)
  }
  expect(await kept(store)).toBe(200)
  expect(provider.sent.map(({ to }) => to)).toEqual([customer])
})

test('200 simultaneous webhooks that wait for one row take at most two connections, and the neighbour is served', async () => {
  await write(phoneId, 'Oi')
  const release = await holding(store)
  const flood = Promise.all(Array.from({ length: 200 }, (_, index) => write(phoneId, `oi ${String(index)}`)))
  try {
    await somebodyWaits()
    const most: number[] = []
    for (let call = 0; call < 5; call += 1) {
      await write(neighbour.phoneId, 'boa noite', `55119876500${String(call)}0`)
      const board = await app.call(neighbour.manager, readBoard, { query: { selection: neighbour.store } })
      expect(board.status).toBe(200)
      most.push(poolUse(app.db).inUse)
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(2)
    expect(await kept(neighbour.store)).toBe(5)
    expect(await kept(store)).toBe(1)
  } finally {
    await release()
    await flood
  }
  expect(await kept(store)).toBe(201)
  pass(13)
  await shop.run(store)
  expect(provider.sent.filter(({ to }) => to === customer)).toHaveLength(1)
})

/** Another transaction holds the customer's row, as a slow one would. */
async function holding(storeId: string): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query('select from whatsapp_contacts where store_id = $1 for update', [storeId])
  return async () => {
    await owner.query('commit')
    await owner.end()
  }
}

async function somebodyWaits(): Promise<void> {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await until(async () => {
    const { rows } = await owner.query<{ count: number }>(
      "select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows[0]?.count
  })
  await owner.end()
}

test('a call from Meta about a thousand numbers costs one look-up, and all of our numbers are served', async () => {
  let asked = 0
  const counting = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      if (JSON.stringify(node).includes('whatsapp_routes')) asked += 1
      return node
    },
    transformResult: ({ result }: PluginTransformResultArgs) => Promise.resolve(result),
  }
  const counted = await buildApp({ ...app.deps, directory: app.deps.directory.withPlugin(counting) })
  const foreign = Array.from({ length: 998 }, (_none, index) => `77${String(index)}`)
  const changes = [phoneId, neighbour.phoneId, ...foreign].map((line) =>
    metaChange(line, { messages: [textMessage(customer, 'oi', now)] }),
  )
  const { statusCode } = await whatsappOf({ ...app, fastify: counted }).meta(changes)
  await counted.close()
  expect([statusCode, asked]).toEqual([200, 1])
  expect([await kept(store), await kept(neighbour.store)]).toEqual([1, 1])
})

test('messages from a thousand customers in one webhook are all stored', async () => {
  const people = Array.from({ length: 1_000 }, (_none, index) => `55119${String(70_000_000 + index)}`)
  const changes = people.map((from) => metaChange(phoneId, { messages: [textMessage(from, 'oi', now)] }))
  expect((await shop.meta(changes)).statusCode).toBe(200)
  expect(await kept(store)).toBe(1_000)
})
