import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as orders from '../../../contract/orders/orders.ts'
import { rebuildRollUps } from '../../reports/closing/rebuild-roll-ups.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { emptyDatabase } from '../../testing/postgres.ts'
import { startPrivatePostgres } from '../postgres/private-postgres.ts'
import { migrate } from '../schema/migrate.ts'
import { loadRows } from './load-rows.ts'
import { rowsEnding } from './rows-header.ts'

/**
 * A backup of version 0.2 with orders in progress, made by our own command. Every later version restores it, migrates
 * it and works its orders to their end. It stays as it is; a new release adds a backup of its own:
 * UPDATE_BACKUP=0.3 writes it.
 */
const fixture = (version: string) =>
  fileURLToPath(new URL(`./fixtures/balcao-${version}${rowsEnding}`, import.meta.url))
const evening = new Date('2026-11-20T22:00:00Z')
const minutesLater = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)

const steps = [orders.confirmOrder, orders.markReady, orders.dispatchOrder, orders.deliverOrder]
const inProgress = ['placed', 'confirmed', 'ready', 'dispatched']

/** The next steps of an order, as the staff takes them. */
async function work(
  its: TestApp,
  person: Person,
  at: { storeId: string; orderId: string; steps: typeof steps },
) {
  for (const step of at.steps) {
    const answer = await its.call(
      person,
      step as typeof orders.markReady,
      { params: { orderId: at.orderId }, body: {} },
      { storeId: at.storeId },
    )
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
  }
}

test('the backup of this version is written', async ({ skip, task }) => {
  if (process.env.UPDATE_BACKUP === undefined) {
    const reason = 'só com UPDATE_BACKUP=1, que grava o backup desta versão'
    Object.assign(task.meta, { skipped: reason })
    skip(reason)
  }
  const folder = mkdtempSync(join(tmpdir(), 'balcao-fixture-'))
  chmodSync(folder, 0o755)
  const server = await startPrivatePostgres({
    dataRoot: join(folder, 'pg'),
    programs: inject('postgresPrograms'),
  })
  try {
    await migrate(server.url)
    const its = await testApp({}, undefined, {}, { url: server.url, drop: async () => {} })
    its.setClock(evening)
    const storeId = await its.addStore({ name: 'Brasa' })
    const owner = await its.addPerson('dona', { [storeId]: 'owner' })
    for (const done of [0, 1, 2, 3, 4]) {
      const placed = await its.call(
        owner,
        orders.placeOrder,
        { body: ownOrder() },
        { storeId, key: `order-${done}` },
      )
      await work(its, owner, { storeId, orderId: placed.data.id, steps: steps.slice(0, done) })
    }
    await its.close()
    await forgetKeys(server.url)
    execFileSync(
      process.execPath,
      [fileURLToPath(new URL('../../../scripts/backup.ts', import.meta.url)), join(folder, 'out'), '--rows'],
      { env: { PATH: process.env.PATH, DATA_DIR: folder } },
    )
    const [file = ''] = readdirSync(join(folder, 'out'))
    copyFileSync(join(folder, 'out', file), fixture(process.env.UPDATE_BACKUP ?? ''))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** No key is committed; the next start makes others. */
async function forgetKeys(url: string): Promise<void> {
  const superuser = new pg.Client({ connectionString: url })
  await superuser.connect()
  await superuser.query('delete from signing_keys')
  await superuser.query('delete from push_keys')
  await superuser.end()
}

describe('a backup of 0.2', () => {
  let app: TestApp
  let owner: pg.Client
  beforeAll(async () => {
    const database = await emptyDatabase()
    await loadRows(fixture('0.2'), database.url)
    await migrate(database.url)
    app = await testApp({}, undefined, {}, database)
    app.setClock(minutesLater(20))
    owner = new pg.Client({ connectionString: app.ownerUrl })
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await app.close()
  })

  const statuses = async () => {
    const { rows } = await owner.query<{ id: string; store_id: string; status: string }>(
      'select id, store_id, status from orders order by created_at, id',
    )
    return rows
  }

  test('has orders in progress, which this version takes to delivered with the right figures', async () => {
    const restored = await statuses()
    expect(restored.map(({ status }) => status).toSorted()).toEqual(['delivered', ...inProgress].toSorted())
    const [store = ''] = restored.map((order) => order.store_id)
    const person = await app.addPerson('gerente', { [store]: 'owner' })
    for (const { id, status } of restored.filter((order) => order.status !== 'delivered'))
      await work(app, person, {
        storeId: store,
        orderId: id,
        steps: steps.slice(inProgress.indexOf(status)),
      })

    expect(new Set((await statuses()).map(({ status }) => status))).toEqual(new Set(['delivered']))
    const { rows } = await owner.query(`
    select business_day::text as day, sum(received)::integer as received, sum(cancelled)::integer as cancelled,
      sum(gross_cents)::integer as gross, sum(store_discount_cents)::integer as discounts,
      sum(delivery_fee_cents)::integer as fees
    from sales_days group by 1`)
    expect(rows).toEqual([
      { day: '2026-11-20', received: 5, cancelled: 0, gross: 5 * 6_800, discounts: 5 * 500, fees: 5 * 750 },
    ])
    expect((await rebuildRollUps(app.db, store, minutesLater(21))).mended).toEqual([])
  })

  test('has its people with their access, and a new order gets the next number', async () => {
    const [order] = await statuses()
    const store = order?.store_id ?? ''
    const { rows: people } = await owner.query(
      "select name, role from users join access_entries using (uid) where name = 'dona'",
    )
    expect(people).toEqual([{ name: 'dona', role: 3 }])
    const { rows: numbers } = await owner.query<{ last: string }>(
      'select max(display_id) as last from orders',
    )
    const person = await app.addPerson('atendente', { [store]: 'basic' })
    const placed = await app.call(
      person,
      orders.placeOrder,
      { body: ownOrder() },
      { storeId: store, key: 'after-the-upgrade' },
    )
    expect(placed.status).toBe(200)
    expect(placed.data.displayId > (numbers[0]?.last ?? '')).toBe(true)
  })
})
