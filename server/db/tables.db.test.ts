import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/postgres.ts'
import { commonTables, directoryTables } from './tables.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const outsideCells: readonly string[] = [...directoryTables, ...commonTables]

test('every table is the directory’s, every database’s, or names its store', async () => {
  const { rows } = await client.query<{ name: string; stored: boolean }>(`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped) as stored
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema_%'`)
  const names = rows.map(({ name }) => name)
  expect(outsideCells.filter((name) => !names.includes(name))).toEqual([])
  expect(
    rows.filter(({ name, stored }) => !stored && name !== 'stores' && !outsideCells.includes(name)),
  ).toEqual([])
})

test('no foreign key leads from the directory to a store’s table or back', async () => {
  const { rows } = await client.query<{ name: string; here: string; there: string }>(`
    select conname as name, conrelid::regclass::text as here, confrelid::regclass::text as there
    from pg_constraint where contype = 'f'`)
  expect(
    rows.filter(({ here, there }) => outsideCells.includes(here) !== outsideCells.includes(there)),
  ).toEqual([])
})

test('no SQL joins the directory with a store’s tables', async () => {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema_%'",
  )
  const named = (names: readonly string[]) =>
    new RegExp(`\\b(?:from|join|into|update)\\s+(?:${names.join('|')})\\b`)
  const directory = named(directoryTables)
  const cell = named(rows.map(({ name }) => name).filter((name) => !outsideCells.includes(name)))
  const mixed = globSync('server/**/*.ts')
    .filter((file) => !/test\.ts$|\/testing\//.test(file))
    .filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/sql(?:<[^`]*>)?`([^`]*)`/g)].some(
        ([, text = '']) => directory.test(text) && cell.test(text),
      ),
    )
  expect(mixed.toSorted()).toEqual([])
})
