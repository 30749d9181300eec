import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ensureAppRole } from './app-role.ts'
import { migrate } from './migrate.ts'
import { openDatabase, type Database } from '../connections/pool.ts'
import { startPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts'
import { withStoreScope } from '../scope.ts'

/** A server of its own: roles belong to the cluster, and this owner is no superuser. */
let server: PrivatePostgres
let dataRoot: string
let ownerUrl: string
let database: Database

beforeAll(async () => {
  dataRoot = mkdtempSync(join(tmpdir(), 'balcao-role-'))
  server = await startPrivatePostgres({
    dataRoot,
    programs: inject('postgresPrograms'),
    settings: { fsync: 'off' },
  })
  await asAdmin(
    `create role shop_owner login createrole password 'p@ss word'`,
    'create database shop owner shop_owner',
    `create role reader_only login password 'x'`,
    'create database other owner reader_only',
  )
  ownerUrl = addressOf('shop_owner', 'p@ss word', 'shop')
  await migrate(ownerUrl)
  database = await openDatabase(ownerUrl, { role: 'balcao_app' })
})
afterAll(async () => {
  await database.close()
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
})

describe('the app logs in as its own role', () => {
  test('reset role gains nothing: no table can be created, no other store read', async () => {
    const [mine, other] = [uuidv7(), uuidv7()]
    for (const store of [mine, other])
      await withStoreScope(database.db, [store], (tx) =>
        sql`insert into sold_products (store_id, product_key, name_key) values (${store}, 'x', 'x')`.execute(
          tx,
        ),
      )
    await withStoreScope(database.db, [mine], async (tx) => {
      await sql`reset role`.execute(tx)
      await sql`reset session authorization`.execute(tx)
      const { rows } = await sql<{ role: string; id: string }>`
        select session_user as role, store_id as id from sold_products`.execute(tx)
      expect(rows).toEqual([{ role: 'balcao_app', id: mine }])
    })
    await expect(
      withStoreScope(database.db, [mine], async (tx) => {
        await sql`reset role`.execute(tx)
        await sql`create table mine_now (id uuid)`.execute(tx)
      }),
    ).rejects.toThrow('permission denied for schema public')
    await expect(
      withStoreScope(database.db, [mine], (tx) => sql`set role shop_owner`.execute(tx)),
    ).rejects.toThrow('permission denied to set role')
  })

  test('a second migration run changes nothing', async () => {
    expect(await migrate(ownerUrl)).toEqual([])
  })

  test('an owner without CREATEROLE reads what is missing', async () => {
    const url = addressOf('reader_only', 'x', 'other')
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await expect(ensureAppRole(owner, url)).rejects.toThrow('ALTER ROLE seu_usuario CREATEROLE')
    await owner.end()
  })
})

test('a database of version 0.1 is refused with the way back, and stays as it is', async () => {
  await asAdmin('create database old owner shop_owner')
  const url = addressOf('shop_owner', 'p@ss word', 'old')
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(
    'create table schema_migrations (name text primary key, sha256 text, applied_at timestamptz)',
  )
  await owner.query(`insert into schema_migrations values ('0001-directory.sql', 'x', now())`)
  await expect(migrate(url)).rejects.toThrow(
    /^Este banco é do Balcão 0\.1.+Nada foi mudado\..+git checkout.+--reset-demo/s,
  )
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'schema_migrations' }])
  await owner.end()
})

describe('stores with due work', () => {
  const now = new Date('2026-11-20T21:00:00Z')
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const [busy, waiting, claimed, later, done] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()]

  test('are found without a scope, the longest waiting first, and only their ids', async () => {
    await effect(busy, minutes(-5), null)
    await effect(busy, minutes(-4), null)
    await effect(claimed, minutes(-5), minutes(1))
    await effect(later, minutes(1), null)
    await event(waiting, minutes(-2), null)
    await event(done, minutes(-9), minutes(-8))
    expect(await dueStores(['outbox', 'inbox'], 10)).toEqual([busy, waiting])
    expect(await dueStores(['inbox'], 10)).toEqual([waiting])
    expect(await dueStores(['outbox', 'inbox'], 1)).toEqual([busy])
    expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  const effect = (store: string, dueAt: Date, claimedUntil: Date | null) =>
    withStoreScope(database.db, [store], (tx) =>
      tx
        .insertInto('outbox')
        .values({
          store_id: store,
          id: uuidv7(),
          kind: 'push',
          lane: store,
          due_at: dueAt,
          claimed_until: claimedUntil,
        })
        .execute(),
    )

  const event = (store: string, dueAt: Date, handledAt: Date | null) =>
    withStoreScope(database.db, [store], (tx) =>
      tx
        .insertInto('inbox')
        .values({
          store_id: store,
          source: 'ifood',
          event_id: uuidv7(),
          code: 'PLC',
          payload: {},
          partner_at: dueAt,
          via: 'poll',
          next_try_at: dueAt,
          handled_at: handledAt,
        })
        .execute(),
    )

  async function dueStores(work: readonly string[], limit: number): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select stores_with_due_work(${now}, ${work}::text[], ${limit}) as id`.execute(database.db)
    return rows.map((row) => row.id)
  }
})

function addressOf(user: string, password: string, name: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${server.port}/${name}`
}

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}
