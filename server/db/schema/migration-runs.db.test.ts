import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/postgres.ts'
import { until } from '../../testing/until.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder as ownFolder } from './sql-files.ts'

/** A migrated database, and a folder with later migrations that are written here. */
let database: TestDatabase
let owner: pg.Client
let migrationsFolder: string

beforeEach(async () => {
  database = await freshDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  migrationsFolder = mkdtempSync(join(tmpdir(), 'balcao-migrations-'))
  cpSync(ownFolder, migrationsFolder, { recursive: true })
})
afterEach(async () => {
  await owner.end()
  await database.drop()
  rmSync(migrationsFolder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFileSync(join(migrationsFolder, name), text)
const migrateAll = () => migrate(database.url, { migrationsFolder })

async function applied(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    "select name from schema_migrations where name >= '9' order by name",
  )
  return rows.map(({ name }) => name)
}

/** The state of an index, as PostgreSQL has it; null: there is none. */
async function indexState(name: string): Promise<'valid' | 'invalid' | null> {
  const { rows } = await owner.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  return rows[0] ? (rows[0].valid ? 'valid' : 'invalid') : null
}

/** Ends the connection of the run, as the death of its process or of the database does. */
async function killRun(): Promise<void> {
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'balcao-migrate' and datname = current_database()",
  )
  for (const { pid } of rows) await owner.query('select pg_terminate_backend($1)', [pid])
}

/** Holds the lock as a transaction of another process would. */
async function hold(mode: string, tables = 'order_counters'): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query(`begin; lock table ${tables} in ${mode} mode`)
  return () => other.end()
}

const isWaiting = async () => {
  const { rows } = await owner.query(
    `select from pg_stat_activity where application_name = 'balcao-migrate' and datname = current_database()
       and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

test('of three files the second fails: the first stays applied, and the next run continues with the second', async () => {
  write('9001-first.sql', 'create table first_step (id integer);')
  write('9002-second.sql', 'create table second_step (id integer); select no_such_function();')
  write('9003-third.sql', 'create table third_step (id integer);')
  await expect(migrateAll()).rejects.toThrow(
    '9002-second.sql falhou: function no_such_function() does not exist',
  )
  expect(await applied()).toEqual(['9001-first.sql'])
  const { rows } = await owner.query("select to_regclass('second_step') as half")
  expect(rows).toEqual([{ half: null }])

  write('9002-second.sql', 'create table second_step (id integer);')
  expect(await migrateAll()).toEqual(['9002-second.sql', '9003-third.sql'])
})

test('a run that is killed in the middle is resumed by the next one', async () => {
  write('9001-first.sql', 'create table first_step (id integer);')
  write('9002-second.sql', 'alter table order_counters add column later integer;')
  const release = await hold('access share')
  const run = migrateAll().catch((error: Error) => error.message)
  await until(isWaiting)
  await killRun()
  expect(await run).toMatch(/9002-second\.sql falhou/)
  await release()
  expect(await applied()).toEqual(['9001-first.sql'])
  expect(await migrateAll()).toEqual(['9002-second.sql'])
})

test('of two starts at once one migrates and the other waits, also while an index is built beside writers', async () => {
  write('9001-column.sql', 'alter table order_counters add column later integer;')
  write(
    '9002-index.sql',
    '-- no transaction\ncreate index concurrently if not exists order_counters_later_idx on order_counters (later);',
  )
  const runs = await Promise.all([migrateAll(), migrateAll()])
  expect(runs.toSorted((one, other) => one.length - other.length)).toEqual([
    [],
    ['9001-column.sql', '9002-index.sql'],
  ])
  expect(await indexState('order_counters_later_idx')).toBe('valid')
})

test('an index whose build was killed is dropped and built again; a complete one stays', async () => {
  write(
    '9001-indexes.sql',
    `-- Two indexes of a table that can be large.
-- no transaction
create index concurrently if not exists order_counters_last_idx on order_counters (last);
create index concurrently if not exists order_counters_day_idx on order_counters (business_day);`,
  )
  await owner.query('create index order_counters_last_idx on order_counters (last)')
  const { rows: complete } = await owner.query("select 'order_counters_last_idx'::regclass::oid as id")
  // The build of the second waits for this writer.
  const release = await hold('row exclusive')
  const run = migrateAll().catch((error: Error) => error.message)
  await until(async () => (await indexState('order_counters_day_idx')) !== null && (await isWaiting()))
  await killRun()
  expect(await run).toMatch(/terminat/i)
  await release()
  expect([await applied(), await indexState('order_counters_day_idx')]).toEqual([[], 'invalid'])

  expect(await migrateAll()).toEqual(['9001-indexes.sql'])
  expect(await indexState('order_counters_day_idx')).toBe('valid')
  const { rows: same } = await owner.query("select 'order_counters_last_idx'::regclass::oid as id")
  expect(same).toEqual(complete)
})

test('a file without a transaction that holds anything but such indexes is refused before it changes anything', async () => {
  write(
    '9001-mixed.sql',
    `-- no transaction
create index concurrently if not exists order_counters_last_idx on order_counters (last);
update order_counters set last = last + 1;`,
  )
  await expect(migrateAll()).rejects.toThrow('9001-mixed.sql: sem transação só cabe')
  expect([await applied(), await indexState('order_counters_last_idx')]).toEqual([[], null])
})

test('a start that finds nothing to apply waits for no lock of a table', async () => {
  const release = await hold('row exclusive', 'sales_days, sales_hours, orders')
  expect(await migrateAll()).toEqual([])
  await release()
})
