import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/app.ts'
import { measureMigration } from './measure-migration.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const tables = ['sales_days', 'sales_hours', 'sales_so_far', 'sales_through']

test('the migrations have a column for every measure of the contract', async () => {
  expect(await measureMigration(owner)).toBeNull()
})

test('a measure without columns is named, and its migration adds them with 0 and asks every store for a recount', async () => {
  const store = await app.addStore()
  for (const table of tables) await owner.query(`alter table ${table} drop column tip_cents`)
  const migration = await measureMigration(owner)
  expect([migration?.name, migration?.columns]).toEqual(['measure-tip-cents', ['tip_cents']])

  await owner.query(migration?.text ?? '')
  const { rows: columns } = await owner.query<{ name: string; type: string; preset: string }>(
    `select table_name as name, data_type as type, column_default as preset from information_schema.columns
     where column_name = 'tip_cents' and table_name = any ($1) order by 1`,
    [tables],
  )
  expect(columns).toEqual(
    tables.map((name) => ({ name, type: name === 'sales_through' ? 'bigint' : 'integer', preset: '0' })),
  )
  const { rows: waiting } = await owner.query('select store_id, name, kind, finished_at from backfills')
  expect(waiting).toEqual([
    { store_id: store, name: 'measure-tip-cents', kind: 'recount-days', finished_at: null },
  ])
  expect(await measureMigration(owner)).toBeNull()
})
