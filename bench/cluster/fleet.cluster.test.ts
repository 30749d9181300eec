import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { roleLevel } from '../../contract/shared/access.ts'
import { signIn } from '../../contract/identity/identity.ts'
import { placeOrder, readBoard } from '../../contract/orders/orders.ts'
import { readMyStores } from '../../contract/stores/stores.ts'
import { clusterPostgres } from '../../scripts/find-cluster.ts'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { startPrivatePostgres, type PrivatePostgres } from '../../server/db/postgres/private-postgres.ts'
import { asUser, withStoreScope } from '../../server/db/scope.ts'
import { hashPassword } from '../../server/identity/embedded/passwords.ts'
import { ownOrder } from '../../server/testing/orders.ts'
import { until } from '../../server/testing/until.ts'
import { askPanel, type AskPanel } from '../faults/ask-panel.ts'
import { addOwner } from '../faults/product.ts'
import { startGuard } from './daemon.ts'
import { dinner } from './dinner.ts'
import { startFleet, type Fleet } from './fleet.ts'
import { needs, whereItRuns } from './needs.ts'
import { openShop, openStore, type Shop } from './shop.ts'

/** Two processes of each role over two cells, whose databases are plain PostgreSQL servers. */
let parent: string
let callOffGuard: () => void
let a: PrivatePostgres
let b: PrivatePostgres
let fleet: Fleet
let shop: Shop

const cellAt = (name: string, settings: Record<string, string> = {}) =>
  startPrivatePostgres({
    dataRoot: join(parent, name),
    programs: `/usr/lib/postgresql/${clusterPostgres}`,
    settings,
  })

beforeAll(
  whereItRuns(async () => {
    parent = mkdtempSync(join(tmpdir(), 'balcao-fleet-'))
    chmodSync(parent, 0o755)
    callOffGuard = startGuard(parent, [])
    a = await cellAt('a', { max_connections: '160' })
    b = await cellAt('b', { max_connections: '160' })
    fleet = await startFleet({
      databases: { DATABASE_URL: a.url, CELLS: `main=${a.url},b=${b.url}` },
      parent,
    })
    shop = await openShop({ ...fleet, databaseUrl: a.url, parent })
  }),
)
afterAll(
  whereItRuns(async () => {
    await shop.close()
    await fleet.stop()
    await Promise.all([a.stop(), b.stop()])
    callOffGuard()
    rmSync(parent, { recursive: true, force: true })
  }),
)
beforeEach((context) => needs(null, context))

test('two processes that answer and two that work, each killed in turn under orders, lose and double nothing', async () => {
  const served = await dinner(shop, a.url, async (orders) => {
    for (const one of fleet.processes) {
      const starts = one.starts()
      one.kill()
      await until(() => one.starts() > starts, Boolean, 60_000)
      const since = orders.length
      await until(() => orders.length >= since + 5)
    }
  })
  expect(served.verdict).toEqual({ lost: 0, doubled: 0, wrong: [] })
  expect([served.blindScreens, served.onPaper.filter((times) => times !== 1)]).toEqual([0, []])
  // The other one of its role answers at once.
  expect(served.maxPauseMs).toBeLessThan(5_000)
})

const password = 'Feijoada completa às quartas'

/** A person of that cell's only store who may also sign in, and who works in the first store of `shop` too. */
async function ownerInB(): Promise<{ ask: AskPanel; uid: string; storeId: string }> {
  const database = await openDatabase(a.url, { role: 'balcao_app', max: 1 })
  const reader = await addOwner(database, [], fleet.encryptionKey)
  const { uid } = reader
  await asUser(database.db, uid, async (tx) => {
    await tx
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('uid', '=', uid)
      .execute()
  })
  const ask = askPanel({ url: fleet.url, reader })
  const storeId = await openStore(ask)
  const [ofA = ''] = shop.panel.stores
  await withStoreScope(database.db, [ofA], (tx) =>
    tx.insertInto('access_entries').values({ store_id: ofA, uid, role: roleLevel.manager }).execute(),
  )
  await database.close()
  return { ask, uid, storeId }
}

test('while a cell is down people sign in, the stores of the other one sell, and lists of both say what to do', async () => {
  const { ask, uid, storeId } = await ownerInB()
  const [ofA = ''] = shop.panel.stores
  const place = (store: string, key: string) => ask(placeOrder, store, { body: ownOrder() }, key)
  await place(storeId, 'before-it-ends')
  const served = await dinner(shop, a.url, async (orders) => {
    const settings = { max_connections: '160', port: String(b.port) }
    process.kill(b.pid, 'SIGKILL')
    await b.ended
    const since = orders.length
    await ask(signIn, '', { body: { email: `${uid}@loja.example`, password } })
    await until(() => orders.length >= since + 20, Boolean, 60_000)
    await expect(place(storeId, 'after-it-is-back')).rejects.toThrow('503 database/unavailable')
    await expect(ask(readMyStores, '', {})).rejects.toThrow('503 selection/cell-away')
    await expect(ask(readBoard, '', { query: {} })).rejects.toThrow('503 selection/cell-away')
    expect((await ask(readBoard, '', { query: { selection: ofA } })).orders.length).toBeGreaterThan(0)
    b = await cellAt('b', settings)
  })
  expect(served.verdict).toEqual({ lost: 0, doubled: 0, wrong: [] })
  expect([served.blindScreens, served.onPaper.filter((times) => times !== 1)]).toEqual([0, []])
  expect(served.maxPauseMs).toBeLessThan(5_000)
  await until(() => place(storeId, 'after-it-is-back'))
  expect((await ask(readBoard, '', { query: { selection: storeId } })).orders).toHaveLength(2)
})
