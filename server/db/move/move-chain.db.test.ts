import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../../../contract/audit/audit.ts'
import { placeOrder, readBoard } from '../../../contract/orders/orders.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { takeOrders } from '../../orders/taking/order-intake.ts'
import { closeStore } from '../../reports/closing/close-days.ts'
import { ownOrder } from '../../testing/orders.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { until } from '../../testing/until.ts'
import { consumersOf } from '../../worker/consumers.ts'
import { dueStores } from '../../worker/due-work.ts'
import { openEvery, type OpenDatabases } from '../connections/open-every.ts'
import { beginOnce, finishOnce } from '../idempotency-keys.ts'
import { readEachCell } from '../many-stores.ts'
import { withStoreScope } from '../scope.ts'
import { withSnapshot } from '../snapshot.ts'
import type { StoreTransaction } from '../tables.ts'
import { movedTables, ofStores } from './moved-tables.ts'
import { openSession } from './sessions.ts'
import { sweepLeft } from './sweep-left.ts'
import { busyWriters, openScreen, twoChains, type TwoChains } from './testing/two-chains.ts'

/** Moved once, under writes; each test looks at something of it. */
let house: TwoChains
let chain: readonly string[]
let writers: ReturnType<typeof busyWriters>
let screens: readonly Awaited<ReturnType<typeof openScreen>>[]
/** Another process, which looked the stores up before they moved and then did nothing. */
let frozen: OpenDatabases
let first: { readonly id: string }
const lines: string[] = []

/** A call that began before the move. */
const begun = () => ({
  uid: house.people.ana.uid,
  selectedStore: house.stores.açaí,
  route: placeOrder.name,
  key: 'antes-e-depois',
  requestHash: createHash('sha256').update('pedido').digest(),
})

beforeAll(async () => {
  house = await twoChains()
  const { app, stores, people, place } = house
  chain = [stores.açaí, stores.doces]
  app.startWorker(consumersOf(app.deps).filter((one) => 'queue' in one && one.queue === 'outbox'))
  first = (await place(people.ana, stores.açaí, 'primeiro')).data
  await beginOnce(app.deps, begun(), app.deps.now())
  frozen = await openEvery(
    { directoryUrl: house.databases.directory.url, cells: house.cells, log: pino({ level: 'silent' }) },
    { role: 'balcao_app' },
  )
  for (const storeId of chain)
    await withStoreScope(frozen.main.cells, [storeId], (tx) => tx.selectFrom('stores').select('id').execute())
  // Of the one store alone.
  const manager = await app.addPerson('Gerente', { [stores.açaí]: 'manager' })
  screens = [await openScreen(app, people.ana, chain), await openScreen(app, manager, [stores.açaí])]
  writers = busyWriters(house, chain)
  await house.move('b', { say: (line) => lines.push(line) })
  const before = writers.answers.length
  await until(() => writers.answers.length >= before + 10)
  await writers.stop()
})
afterAll(async () => {
  for (const screen of screens) screen.close()
  await frozen.close()
  await house.app.close()
})

test('no write was refused while the chain moved, and each order is in the new cell once', async () => {
  expect(writers.refusals).toEqual([])
  const kept = await house.asOwner<{ id: string }>('b', 'select id from orders where store_id = any ($1)', [
    chain,
  ])
  const acknowledged = [first.id, ...writers.answers.map(({ id }) => id)]
  expect(kept.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
})

test('both stores of the chain are in the new cell, and the mover’s tools are gone', async () => {
  expect([await house.cellOf(chain[0] ?? ''), await house.cellOf(chain[1] ?? '')]).toEqual(['b', 'b'])
  expect(await house.toolsOfMovers()).toEqual([])
  expect(lines[0]).toBe('Moving 2 stores from cell a to cell b.')
  expect(lines.at(-1)).toMatch(/^Moved: writers waited \d+ ms for the cut\.$/)
})

test('both screens heard each order once and never had to read again', async () => {
  const ofStore = (storeId?: string) =>
    writers.answers.filter((one) => storeId === undefined || one.storeId === storeId).map(({ id }) => id)
  const [both, one] = screens
  // The one from before may still have been said, as a page opens its stream beside its reading.
  const heardBy = (screen: typeof both) => (screen?.placed ?? []).filter((id) => id !== first.id).toSorted()
  await until(() => heardBy(both).length >= ofStore().length)
  await until(() => heardBy(one).length >= ofStore(chain[0]).length)
  expect(heardBy(both)).toEqual(ofStore().toSorted())
  expect(heardBy(one)).toEqual(ofStore(chain[0]).toSorted())
  expect(screens.map((screen) => screen.reloads())).toEqual([0, 0])
})

test('the numbers of each store’s stream go on without a gap', async () => {
  const rows = await house.asOwner<{ first: string; last: string; events: string; end: string }>(
    'b',
    `select min(e.seq) as first, max(e.seq) as last, count(*) as events, max(s.last_seq) as "end"
     from live_events e join store_streams s on s.store_id = e.store_id where e.store_id = any ($1) group by e.store_id`,
    [chain],
  )
  expect(rows).toHaveLength(2)
  for (const { first: from, last, events, end } of rows)
    expect([from, last, end]).toEqual(['1', events, events])
})

test('the day’s report, the board and the history are those of all orders', async () => {
  const { app, people } = house
  const report = await app.call(people.ana, readDailyReport, { query: {} })
  expect(report.data.totals.received).toBe(writers.answers.length + 1)
  const board = await app.call(people.ana, readBoard, { query: { selection: chain[0] ?? '' } })
  expect(board.data.orders.map(({ id }) => id)).toContain(first.id)
  const audit = await app.call(people.ana, readAudit, { query: {} })
  expect(audit.data.entries.filter(({ action }) => action === 'store/started')).toHaveLength(2)
})

test('a call that was answered before the move has the same answer when it is sent again', async () => {
  const { people, place, asOwner } = house
  const again = await place(people.ana, chain[0] ?? '', 'primeiro')
  expect([again.status, again.data.id]).toEqual([200, first.id])
  const keys = await asOwner<{ key: string }>('b', "select key from idempotency_keys where key = 'primeiro'")
  expect(keys).toHaveLength(1)
})

test('a call that began in the old cell is ended in the new one', async () => {
  const { app } = house
  await finishOnce(app.deps, begun(), '{"data":{}}')
  expect(await beginOnce(app.deps, begun(), app.deps.now())).toEqual({ state: 'done', reply: '{"data":{}}' })
})

test('a process that was frozen between the look-up and its write writes once, in the new cell', async () => {
  let ran = 0
  const note = (cell: string) =>
    house.asOwner<{ store_id: string }>(
      cell,
      "select store_id from presence where watched_since = '2026-11-27T12:00:00Z'",
    )
  await withStoreScope(frozen.main.cells, [chain[1] ?? ''], async (tx) => {
    ran += 1
    await tx
      .insertInto('presence')
      .values({ store_id: chain[1] ?? '', watched_since: '2026-11-27T12:00:00Z' })
      .onConflict((conflict) =>
        conflict.constraint('presence_pkey').doUpdateSet({ watched_since: '2026-11-27T12:00:00Z' }),
      )
      .execute()
  })
  expect([ran, await note('a'), await note('b')]).toEqual([1, [], [{ store_id: chain[1] }]])
})

test('each way into the old cell refuses the stores, and never answers that they have nothing', async () => {
  const [old = never()] = frozen.main.cells.all
  const [storeId = ''] = chain
  const stores = (tx: StoreTransaction) => tx.selectFrom('stores').select('id').execute()
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'a change': () => withStoreScope(old, chain, stores),
    'a read': () => withStoreScope(old, chain, stores, { reads: true }),
    'a moment': () => withStoreScope(old, chain, stores, { oneMoment: true }),
    'a read in each cell': () => readEachCell(old, chain, stores),
    'a snapshot': () => withSnapshot(old, chain, { prepareSecond: sql`select 1` }, ({ tx }) => stores(tx)),
    'an intake': () => takeOrders(old, [simpleOrder(storeId, randomUUID(), randomUUID())]),
    'a closing of days': () => closeStore(old, storeId, house.app.deps.now()),
  }
  for (const [name, enter] of Object.entries(ways))
    await expect(enter(), name).rejects.toMatchObject({ code: 'BC001' })
})

test('the old cell’s worker and the search of support do not see what is left there', async () => {
  const [old = never(), next = never()] = frozen.main.cells.each
  await house.asOwner(
    'a',
    "update outbox set due_at = '2020-01-01', dead_at = null, claimed_until = null where store_id = any ($1)",
    [chain],
  )
  const kept = await house.asOwner('a', 'select from outbox where store_id = any ($1)', [chain])
  expect(kept.length).toBeGreaterThan(0)
  expect(await dueStores(old, 'outbox', house.app.deps.now(), [])).toEqual([])
  const found = (cells: typeof old) =>
    sql<{ id: string }>`select find_stores('da Ana', '', 10) as id`
      .execute(cells.all[0] ?? never())
      .then(({ rows }) => rows.length)
  expect([await found(old), await found(next)]).toEqual([0, 2])
})

const never = (): never => {
  throw new Error('no cell')
}

test('a neighbour in the new cell sees its own orders only', async () => {
  const { app, people, stores, place } = house
  expect((await place(people.bia, stores.bistrô, 'vizinha')).status).toBe(200)
  const board = await app.call(people.bia, readBoard, { query: {} })
  expect(new Set(board.data.orders.map(({ storeId }) => storeId))).toEqual(new Set([stores.bistrô]))
})

test('while the directory has not followed its cell the store is refused in words, and nothing is written', async () => {
  const { app, people, place, asOwner } = house
  await asOwner('b', "insert into moved_stores (store_id, to_cell) values ($1, 'a')", [chain[0]])
  const refused = await place(people.ana, chain[0] ?? '', 'no-corte')
  expect([refused.status, refused.body.error]).toEqual([503, 'store/moving'])
  expect(refused.body.message).toContain('Nada foi gravado')
  const read = await app.call(people.ana, readBoard, { query: {} })
  expect([read.status, read.body.error]).toEqual([503, 'store/moving'])
  await asOwner('b', 'delete from moved_stores where store_id = $1', [chain[0]])
  expect((await place(people.ana, chain[0] ?? '', 'no-corte')).status).toBe(200)
})

test('what the stores left in the old cell goes after seven days, in every table, and not a day before', async () => {
  const { app, asOwner, databases } = house
  const session = await openSession(databases.cells.a?.url ?? '')
  const left = async () => {
    const counts: [string, number][] = []
    for (const table of await movedTables(session)) {
      const { rowCount } = await session.query(`select from "${table.name}" where ${ofStores(table)}`, [
        chain,
      ])
      if (rowCount) counts.push([table.name, rowCount])
    }
    return counts
  }
  const round = { signal: new AbortController().signal, progressed: () => {} }
  const age = (days: number) =>
    asOwner('a', `update moved_stores set at = clock_timestamp() - interval '${days} days'`)
  await age(6)
  expect(await sweepLeft(app.deps, round)).toBe(0)
  expect((await left()).length).toBeGreaterThan(15)
  await age(8)
  expect(await sweepLeft(app.deps, round)).toBeGreaterThan(20)
  // The keys of calls have a day of their own.
  expect((await left()).filter(([table]) => table !== 'idempotency_keys')).toEqual([])
  await session.end()
  const board = await app.call(house.people.ana, readBoard, { query: { selection: chain[0] ?? '' } })
  expect(board.data.orders.map(({ id }) => id)).toContain(first.id)
  expect((await asOwner('a', 'select from moved_stores where swept_at is not null')).length).toBe(2)
  expect(await sweepLeft(app.deps, round)).toBe(0)
})

test('a store of another chain is not found by a move that names no store', async () => {
  await expect(house.move('b', { store: 'nao-existe' })).rejects.toThrow(
    'no store has the id or the slug nao-existe',
  )
  await expect(house.move('c')).rejects.toThrow('CELLS names no cell c; it has a, b')
})

test('nothing moves into a cell of another version', async () => {
  await house.asOwner('a', "update schema_functions set sha256 = 'other' where name like 'roll_up%'")
  await expect(house.move('a')).rejects.toThrow('the cells have different migrations or functions')
  expect([await house.cellOf(chain[0] ?? ''), await house.toolsOfMovers()]).toEqual(['b', []])
  const ordered = await house.app.call(
    house.people.ana,
    placeOrder,
    { body: ownOrder() },
    { storeId: chain[0] ?? '', key: 'depois' },
  )
  expect(ordered.status).toBe(200)
})
