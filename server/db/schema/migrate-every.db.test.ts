import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../testing/postgres.ts'
import { DatabaseSetupError } from './app-role.ts'
import { migrateEvery } from './migrate-every.ts'

let directory: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  directory = await emptyDatabase()
  cell = await emptyDatabase()
})
afterAll(async () => {
  await directory.drop()
  await cell.drop()
})

async function filesOf({ url }: TestDatabase): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  await client.end()
  return rows.map(({ name }) => name)
}

test('the directory and each cell get every migration, and one that is both gets them once', async () => {
  const cells = [
    { name: 'main', url: directory.url },
    { name: 'b', url: cell.url },
  ]
  const applied = await migrateEvery({ directoryUrl: directory.url, cells })
  expect(await filesOf(cell)).toEqual(await filesOf(directory))
  expect(applied.filter((name) => name.endsWith('0037-store-places.sql'))).toEqual([
    '0037-store-places.sql',
    'b: 0037-store-places.sql',
  ])
  expect(await migrateEvery({ directoryUrl: directory.url, cells })).toEqual([])
})

test('a cell that cannot be reached is named, with the variable to look at', async () => {
  const cells = [{ name: 'b', url: 'postgres://o@127.0.0.1:1/stores' }]
  const migrating = migrateEvery({ directoryUrl: directory.url, cells })
  await expect(migrating).rejects.toBeInstanceOf(DatabaseSetupError)
  await expect(migrating).rejects.toThrow(/^Célula b: .*127\.0\.0\.1:1.*CELLS/)
})
