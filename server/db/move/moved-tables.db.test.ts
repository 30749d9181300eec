import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/postgres.ts'
import { commonTables, directoryTables } from '../tables.ts'
import { commonInMoves, movedTables } from './moved-tables.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Tables that a move would take along and that replication cannot filter by their store. */
async function unmovable(): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; key: readonly string[] }>(
    `select c.relname as name, array(
        select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  const keys = new Map(rows.map(({ name, key }) => [name, key]))
  return (await movedTables(client))
    .filter(({ name, by, appended }) => !appended && !keys.get(name)?.includes(by))
    .map(({ name }) => name)
}

test('each table moves by a key that names the store, stays in every database, or is the directory’s', async () => {
  expect(await unmovable()).toEqual([])
  const moved = (await movedTables(client)).map(({ name }) => name)
  const stays = commonTables.filter((table) => commonInMoves[table] === 'stays')
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema\\_%'",
  )
  expect([...moved, ...stays, ...directoryTables].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  expect(moved).toEqual(
    expect.arrayContaining([
      'stores',
      'orders',
      'order_items',
      'live_events',
      'store_streams',
      'outbox',
      'audit_entries',
    ]),
  )
})

test('a new table that belongs to no store and is in no list is found', async () => {
  await client.query('create table trial (id uuid primary key, at timestamptz)')
  expect(await unmovable()).toEqual(['trial'])
})
