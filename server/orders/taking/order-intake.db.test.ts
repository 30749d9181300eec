import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/connections/pool.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { IncomingOrder } from './order-batch.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { createOrderIntake } from './order-intake.ts'

let app: TestApp
let store: string

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
})
afterAll(() => app.close())

const known = (storeId: string) => withStoreScope(app.db, [storeId], (tx) => knownIn(tx, storeId))

async function knownIn(tx: Transaction<Cell>, storeId: string) {
  const { rows } = await sql<{ external: string; items: number; events: number }>`
      select o.external_id as external,
        (select count(*) from order_items i where i.store_id = o.store_id and i.order_id = o.id) as items,
        (select count(*) from order_events e where e.store_id = o.store_id and e.order_id = o.id) as events
      from orders o where o.store_id = ${storeId}`.execute(tx)
  return new Map(rows.map((row) => [row.external, row]))
}

test('a killed process loses none of the orders that it acknowledged', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        fileURLToPath(new URL('../../testing/intake-child.ts', import.meta.url)),
        app.ownerUrl,
        store,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    // Each round ends at another moment of the work.
    await until(
      () => said.split('\n').length,
      (lines) => lines > 20 + round * 7,
    )
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    // The last line may be truncated.
    acknowledged.push(...said.split('\n').slice(0, -1))
  }
  // Both of one moment: a commit that the killed process had sent may still arrive.
  const { orders, received } = await withStoreScope(
    app.db,
    [store],
    async (tx) => {
      const { rows } = await sql<{
        received: number
      }>`select coalesce(sum(received), 0) as received from sales_hours where store_id = ${store}`.execute(tx)
      return { orders: await knownIn(tx, store), received: rows[0]?.received }
    },
    { oneMoment: true },
  )
  expect(acknowledged.length).toBeGreaterThan(100)
  expect(acknowledged.filter((external) => !orders.has(external))).toEqual([])
  // An order is stored completely or not at all: never without its items and its event.
  expect([...orders.values()].filter((order) => order.items !== 1 || order.events !== 1)).toEqual([])
  expect(received).toBe(orders.size)
})

test('an invalid order in a batch does not affect the others', async () => {
  const own = await app.addStore()
  const batch = Array.from({ length: 20 }, (_, index) =>
    simpleOrder(own, uuidv7(), randomUUID(), index === 7 ? { gross_cents: -1 } : {}),
  )
  const answers = await Promise.allSettled(batch.map((order) => app.deps.intake.take(order)))
  expect(answers.map((answer) => answer.status).filter((status) => status === 'rejected')).toHaveLength(1)
  expect(answers[7]?.status).toBe('rejected')
  expect((await known(own)).size).toBe(19)
})

test('taking the same order again does not duplicate it', async () => {
  const own = await app.addStore()
  const external = randomUUID()
  const first = await app.deps.intake.take(simpleOrder(own, uuidv7(), external))
  const again = await Promise.all(
    Array.from({ length: 10 }, () => app.deps.intake.take(simpleOrder(own, uuidv7(), external))),
  )
  expect(new Set(again.map((taken) => taken.orderId))).toEqual(new Set([first.orderId]))
  expect(again.every((taken) => !taken.fresh)).toBe(true)
})

test('order numbers have no gaps within a store’s business day, even when many orders arrive at once', async () => {
  const own = await app.addStore()
  await Promise.all(
    Array.from({ length: 150 }, () => app.deps.intake.take(simpleOrder(own, uuidv7(), randomUUID()))),
  )
  const { rows } = await withStoreScope(app.db, [own], (tx) =>
    sql<{
      numbers: number[]
    }>`select array_agg(display_id::integer order by display_id::integer) as numbers from orders where store_id = ${own}`.execute(
      tx,
    ),
  )
  expect(rows[0]?.numbers).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
})

test('an order after midnight and before the day’s start belongs to the previous day, in the store’s zone', async () => {
  const late = await app.addStore({ timezone: 'America/Manaus', dayStartsAt: '05:00' })
  await app.deps.intake.take(
    simpleOrder(late, uuidv7(), randomUUID(), { created_at: '2026-11-21T08:59:00.000Z' }),
  )
  await app.deps.intake.take(
    simpleOrder(late, uuidv7(), randomUUID(), { created_at: '2026-11-21T09:00:00.000Z' }),
  )
  const rows = await withStoreScope(app.db, [late], (tx) =>
    tx
      .selectFrom('orders')
      .select(['business_day', 'hour'])
      .where('store_id', '=', late)
      .orderBy('created_at')
      .execute(),
  )
  expect(rows).toEqual([
    { business_day: '2026-11-20', hour: 4 },
    { business_day: '2026-11-21', hour: 5 },
  ])
})

test('a scheduled order belongs to the day and hour it is for, and has a number of that day', async () => {
  const own = await app.addStore({ timezone: 'America/Manaus', dayStartsAt: '05:00' })
  const take = (changes: Partial<IncomingOrder> = {}) =>
    app.deps.intake.take(
      simpleOrder(own, uuidv7(), randomUUID(), { created_at: '2026-11-20T15:00:00.000Z', ...changes }),
    )
  const scheduled = (start: string) => {
    const order = simpleOrder(own, uuidv7(), randomUUID())
    return {
      timing: 'SCHEDULED' as const,
      detail: {
        ...order.detail,
        schedule: { start, end: new Date(Date.parse(start) + 1_800_000).toISOString() },
      },
    }
  }
  await take()
  // In Manaus: 04:30 of the 22nd is a night of the 21st, and 05:00 is not.
  await Promise.all([
    take(scheduled('2026-11-22T08:30:00.000Z')),
    take(scheduled('2026-11-22T09:00:00.000Z')),
    take(scheduled('2026-11-20T22:00:00.000Z')),
  ])
  await take({ created_at: '2026-11-22T10:00:00.000Z' })
  const { rows } = await withStoreScope(app.db, [own], (tx) =>
    sql<{ order: string }>`
      select business_day || ' ' || hour || 'h nº ' || display_id as order from orders where store_id = ${own} order by 1`.execute(
      tx,
    ),
  )
  expect(rows.map(({ order }) => order)).toEqual([
    '2026-11-20 11h nº 1',
    '2026-11-20 18h nº 2',
    '2026-11-21 4h nº 1',
    '2026-11-22 5h nº 1',
    '2026-11-22 6h nº 2',
  ])
  const counted = await withStoreScope(app.db, [own], (tx) =>
    sql<{ day: string; received: number }>`
      select business_day as day, received from sales_days where store_id = ${own} order by 1`.execute(tx),
  )
  expect(counted.rows.map(({ day, received }) => [day, received])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-21', 1],
    ['2026-11-22', 2],
  ])
})

test('two invalid orders in a batch of 100 reject no other, and the halves are not taken twice', async () => {
  const own = await app.addStore()
  const batch = Array.from({ length: 100 }, (_, index) =>
    simpleOrder(own, uuidv7(), randomUUID(), index === 3 || index === 90 ? { gross_cents: -1 } : {}),
  )
  const answers = await Promise.allSettled(batch.map((order) => app.deps.intake.take(order)))
  expect(answers.flatMap((answer, index) => (answer.status === 'rejected' ? [index] : []))).toEqual([3, 90])
  expect((await known(own)).size).toBe(98)
})

test('a store whose rows are locked delays the other stores’ orders by one time limit, not by one for each order', async () => {
  const { pool, intake } = await impatientIntake()
  const [locked, ...others] = await Promise.all(Array.from({ length: 4 }, () => app.addStore()))
  if (locked === undefined) throw new Error('No store.')
  await app.deps.intake.take(simpleOrder(locked, uuidv7(), randomUUID()))
  const holder = new pg.Client({ connectionString: app.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from sales_hours where store_id = $1 for update', [locked])
  const began = performance.now()
  const orders = [locked, ...others].flatMap((id) =>
    Array.from({ length: 10 }, () => simpleOrder(id, uuidv7(), randomUUID())),
  )
  const answers = await Promise.allSettled(orders.map((order) => intake.take(order)))
  const took = performance.now() - began
  await holder.query('rollback')
  await holder.end()
  expect(answers.map((answer) => answer.status)).toEqual([
    ...Array.from({ length: 10 }, () => 'rejected'),
    ...Array.from({ length: 30 }, () => 'fulfilled'),
  ])
  expect(took).toBeLessThan(5 * impatientMs)
  await intake.stop()
  await pool.close()
})

const impatientMs = 1_000
async function impatientIntake() {
  const pool = await openDatabase(app.ownerUrl, {
    role: 'balcao_app',
    max: 4,
    waitMs: 20_000,
    statementTimeoutMs: impatientMs,
  })
  return { pool, intake: createOrderIntake({ cells: pool.cells, log: app.deps.log }) }
}

test('a database that is gone rejects the whole batch at once', async () => {
  const { pool, intake } = await impatientIntake()
  await pool.close()
  const orders = Array.from({ length: 100 }, () => simpleOrder(store, uuidv7(), randomUUID()))
  const answers = await Promise.allSettled(orders.map((order) => intake.take(order)))
  expect(answers.every((answer) => answer.status === 'rejected')).toBe(true)
})
