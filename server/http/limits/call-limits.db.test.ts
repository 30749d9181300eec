import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readBoard, placeOrder, readOrder } from '../../../contract/orders/orders.ts'
import { text } from 'node:stream/consumers'
import { pauseInStores, readMyMenu } from '../../../contract/menu/menu.ts'
import { findGroupIdBySlug } from '../../../contract/groups/groups.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { exportOrders } from '../../../contract/orders/history.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { buildApp } from '../../app.ts'
import { filePool } from '../../files/file-pool.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let storeId: string
let neighbourStore: string
let neighbour: Person

beforeAll(async () => {
  app = await testApp({ CALL_LIMIT_FACTOR: '1' })
  storeId = await app.addStore({ name: 'Sabor da Vila' })
  neighbourStore = await app.addStore({ name: 'Vizinha' })
  neighbour = await app.addPerson('Vizinha', { [neighbourStore]: 'manager' })
})
afterAll(() => app.close())
// The limits count by the machine's clock: it stands still, however long the calls take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const counted = (statuses: readonly number[]) => ({
  answered: statuses.filter((status) => status === 200).length,
  limited: statuses.filter((status) => status === 429).length,
})

test('a hundred reads at once are answered, later ones get the time to wait, and other people notice nothing', async () => {
  const person = await app.addPerson('Apressada', { [storeId]: 'manager' })
  const replies = await Promise.all(Array.from({ length: 130 }, () => app.call(person, readMyStores, {})))
  expect(counted(replies.map((reply) => reply.status))).toEqual({ answered: 100, limited: 30 })
  const limited = replies.find((reply) => reply.status === 429)
  expect(limited?.body.error).toBe('rate-limit/exceeded')
  expect(limited?.body.message).toContain('Aguarde alguns segundos')
  const seconds = Number(limited?.headers['retry-after'])
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(5)
  expect((await app.call(neighbour, readMyStores, {})).status).toBe(200)
  vi.setSystemTime(Date.now() + seconds * 1_000)
  expect((await app.call(person, readMyStores, {})).status).toBe(200)
})

test('an evening of orders is not limited for the person who takes them', async () => {
  const person = await app.addPerson('Caixa', { [storeId]: 'basic' })
  const placed = await Promise.all(
    Array.from({ length: 150 }, (_none, index) =>
      app.call(person, placeOrder, { body: ownOrder() }, { storeId, key: `jantar-${index}` }),
    ),
  )
  expect(counted(placed.map((reply) => reply.status))).toEqual({ answered: 150, limited: 0 })
  // The board asks for the orders that live events name, also beyond twenty a second.
  const boards = await Promise.all(
    Array.from({ length: 150 }, () =>
      app.call(person, readBoard, { query: { selection: storeId, orderIds: placed[0]?.data.id ?? '' } }),
    ),
  )
  expect(counted(boards.map((reply) => reply.status))).toEqual({ answered: 150, limited: 0 })
  const id = placed[0]?.data.id ?? ''
  expect((await app.call(person, readOrder, { params: { orderId: id } }, { storeId })).status).toBe(200)
})

test('the menus of a hundred stores leave their owner the calls to pause a dish with', async () => {
  const person = await app.addPerson('Dona', { [storeId]: 'owner' })
  const menus = await Promise.all(
    Array.from({ length: 100 }, () => app.call(person, readMyMenu, {}, { storeId })),
  )
  expect(counted(menus.map((reply) => reply.status))).toEqual({ answered: 100, limited: 0 })
  const stores = [{ storeId, itemIds: [storeId] }]
  const paused = await app.call(person, pauseInStores, { query: {}, body: { stores } })
  expect(paused.data.results[0]?.refusal?.error).toBe('menu/item-not-found')
})

test('an address is limited for all its users together, except the own machine', async () => {
  const statusFrom = async (remoteAddress: string) =>
    (await app.fastify.inject({ url: '/api/identity/provider', remoteAddress })).statusCode
  const away: number[] = []
  const here: number[] = []
  for (let call = 0; call < 1_010; call += 1) {
    away.push(await statusFrom('203.0.113.9'))
  }
  for (let call = 0; call < 1_010; call += 1) here.push(await statusFrom('127.0.0.1'))
  expect(counted(away)).toEqual({ answered: 1_000, limited: 10 })
  expect(counted(here)).toEqual({ answered: 1_010, limited: 0 })
  expect(await statusFrom('203.0.113.10')).toBe(200)
})

// docs/product/groups.md:9 “The check of a slug”
test('the check of which addresses are taken is limited to sixty a minute, by account and by network', async () => {
  const person = await app.addPerson('Curiosa', { [storeId]: 'manager' })
  const checks: number[] = []
  const visits: number[] = []
  for (let call = 0; call < 62; call += 1) {
    const slug = `grupo-${call}`
    checks.push((await app.call(person, findGroupIdBySlug, { params: { slug } })).status)
    const url = `/api/groups/slug/${slug}/exists`
    visits.push((await app.fastify.inject({ url, remoteAddress: '203.0.113.60' })).statusCode)
  }
  expect(counted(checks)).toEqual({ answered: 60, limited: 2 })
  expect(counted(visits)).toEqual({ answered: 60, limited: 2 })
  expect((await app.call(neighbour, findGroupIdBySlug, { params: { slug: 'grupo-1' } })).status).toBe(200)
  expect((await app.call(person, readMyStores, {})).status).toBe(200)
  vi.setSystemTime(Date.now() + 60_000)
  expect((await app.call(person, findGroupIdBySlug, { params: { slug: 'grupo-1' } })).status).toBe(200)
})

test('all addresses that one line has of IPv6 are limited together', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 1_010; call += 1) {
    const remoteAddress = `2001:db8:0:7::${call.toString(16)}`
    const reply = await app.fastify.inject({ url: '/api/identity/provider', remoteAddress })
    statuses.push(reply.statusCode)
  }
  expect(counted(statuses)).toEqual({ answered: 1_000, limited: 10 })
})

test('in production a start line says that strangers behind a front server are not told apart', async () => {
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line) as never) })
  for (const env of [
    { ...app.deps.env, NODE_ENV: 'production', TRUST_PROXY: 0 },
    { ...app.deps.env, NODE_ENV: 'production', TRUST_PROXY: 1 },
    { ...app.deps.env, NODE_ENV: 'development', TRUST_PROXY: 0 },
  ] as const)
    await (await buildApp({ ...app.deps, env, log })).close()
  expect(lines).toHaveLength(1)
  expect(lines[0]?.msg).toMatch(/^TRUST_PROXY is 0: .*TRUST_PROXY=1/)
})

const doors = [
  '/open-delivery/v1/merchant/nenhuma-loja',
  '/feeds/nenhuma-loja/meta.csv',
  '/feeds/nenhuma-loja/google.xml',
  '/feeds/nenhuma-loja/whatsapp',
  `/api/menu/photos/018f7d2c-0000-7000-8000-000000000000/${'a'.repeat(64)}`,
  `/api/stores/logos/018f7d2c-0000-7000-8000-000000000000/${'a'.repeat(64)}`,
]

const webhooks = ['/webhooks/whatsapp', '/webhooks/evolution']

test('the addresses that anybody may read are limited by address, apart from the calls of the panel', async () => {
  const from = async (url: string, remoteAddress: string) =>
    (await app.fastify.inject({ url, remoteAddress })).statusCode
  const statuses: number[] = []
  for (let call = 0; call < 1_008; call += 1)
    statuses.push(await from(doors[call % doors.length] ?? '', '203.0.113.20'))
  const limited = statuses.filter((status) => status === 429)
  // A click on an ad has a stricter limit of its own, but an absent store has no clicks.
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(limited).toHaveLength(8)
  for (const door of doors) expect([door, await from(door, '203.0.113.20')]).toEqual([door, 429])
  expect(await from('/api/identity/provider', '203.0.113.20')).toBe(200)
})

test('a network that keeps calling webhooks without proof is refused before its body is read, and partners are not', async () => {
  const from = async (url: string, remoteAddress: string) =>
    (await app.fastify.inject({ method: 'POST', url, payload: { a: 1 }, remoteAddress })).statusCode
  const wrong: number[] = []
  for (let call = 0; call < 103; call += 1)
    wrong.push(await from(webhooks[call % webhooks.length] ?? '', '203.0.113.30'))
  expect(counted(wrong.map((status) => (status === 401 ? 200 : status)))).toEqual({
    answered: 100,
    limited: 3,
  })
  for (const url of webhooks) {
    expect([url, await from(url, '203.0.113.30')]).toEqual([url, 429])
    expect([url, await from(url, '203.0.113.31')]).toEqual([url, 401])
  }
  vi.setSystemTime(Date.now() + 60_000)
  expect(await from('/webhooks/whatsapp', '203.0.113.30')).toBe(401)
})

test('of five reports at once of one person four are answered, and afterwards the fifth', async () => {
  const person = await app.addPerson('Gerente', { [storeId]: 'manager' })
  const report = (day: string) => app.call(person, readDailyReport, { query: { selection: storeId, day } })
  // None is answered before all have been asked.
  const replies = await whileHeld('sales_hours', (release) =>
    Promise.all(
      ['01', '02', '03', '04', '05'].map(async (day) => {
        const reply = await report(`2026-10-${day}`)
        if (reply.status === 429) await release()
        return reply
      }),
    ),
  )
  expect(counted(replies.map((reply) => reply.status))).toEqual({ answered: 4, limited: 1 })
  const limited = replies.find((reply) => reply.status === 429)
  expect(limited?.body.message).toContain('quatro relatórios')
  expect(limited?.headers['retry-after']).toBe('1')
  expect((await report('2026-10-05')).status).toBe(200)
})

/** Nobody reads the table until `release`. */
async function whileHeld<T>(
  table: string,
  work: (release: () => Promise<void>, somebodyWaits: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const release = async () => void (await owner.query('commit'))
  const somebodyWaits = async () => {
    const { rowCount } = await owner.query(
      'select from pg_locks where relation = $1::regclass and not granted',
      [table],
    )
    return rowCount !== 0
  }
  try {
    await owner.query(`begin; lock table ${table} in access exclusive mode`)
    return await work(release, somebodyWaits)
  } finally {
    await owner.end()
  }
}

test('an export that its client breaks off frees its place', async () => {
  const person = await app.addPerson('Impaciente', { [storeId]: 'manager' })
  const url = `${await app.fastify.listen({ port: 0, host: '127.0.0.1' })}/api${exportOrders.path}?format=csv&selection=${storeId}`
  const sent = { headers: { [headers.userToken]: person.token } }
  const whole = async () => {
    // The looks are not counted together.
    vi.setSystemTime(Date.now() + 5_000)
    const reply = await fetch(url, sent)
    await reply.arrayBuffer()
    return reply.status
  }
  // As many as have a place at the same time, and one more.
  for (let round = 0; round < 3; round += 1) {
    await whileHeld('orders', async (release, somebodyWaits) => {
      const gone = new AbortController()
      const reply = fetch(url, { ...sent, signal: gone.signal })
      await until(somebodyWaits)
      gone.abort()
      await expect(reply).rejects.toThrow('aborted')
      await release()
    })
    await until(async () => (await whole()) === 200)
  }
})

test('while one tenant asks for twenty exports, two are made at a time and every read of another tenant is answered', async () => {
  const person = await app.addPerson('Exportadora', { [storeId]: 'manager' })
  // Two files of others hold both writers, so that none of these is done before the last one is asked for.
  const freed = Promise.withResolvers<void>()
  const others = [1, 2].map(() => {
    const rows = (async function* () {
      await freed.promise
      yield ['Loja']
    })()
    const sections = [{ title: 'Lojas', columns: [{ label: 'Loja', kind: 'text' as const }], rows }]
    return text(filePool().make({ name: 'a', title: 'A', metadata: [], sections }, 'csv'))
  })
  const exportOne = async () => {
    const reply = await app.fastify.inject({
      url: `/api${exportOrders.path}`,
      query: { selection: storeId, format: 'xlsx' },
      headers: { [headers.userToken]: person.token },
    })
    if (reply.statusCode !== 200 && reply.statusCode !== 429)
      throw new Error(`${reply.statusCode} ${reply.body}`)
    return reply.statusCode
  }
  const exports: Promise<number>[] = []
  const statuses: number[] = []
  while (exports.length < 20) {
    const one = exportOne()
    // A failure is reported by the last line.
    one.catch(() => {})
    exports.push(one)
    for (let read = 0; read < 2; read += 1) {
      const { status } = await app.call(neighbour, readBoard, { query: { selection: neighbourStore } })
      statuses.push(status)
    }
  }
  expect(counted(statuses)).toEqual({ answered: 40, limited: 0 })
  freed.resolve()
  expect(counted(await Promise.all(exports))).toEqual({ answered: 2, limited: 18 })
  await Promise.all(others)
})
