import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts'
import { appUrl } from '../schema/app-role.ts'
import { migrate } from '../schema/migrate.ts'

/** A server of its own: this owner is no superuser, so row-level security holds for it too. */
let server: PrivatePostgres
let dataRoot: string
let admin: pg.Client
let app: pg.Client

beforeAll(async () => {
  dataRoot = mkdtempSync(join(tmpdir(), 'balcao-left-'))
  server = await startPrivatePostgres({
    dataRoot,
    programs: inject('postgresPrograms'),
    settings: { fsync: 'off' },
  })
  await query(server.url, "create role shop_owner login createrole password 'secret'")
  await query(server.url, 'create database shop owner shop_owner')
  const url = new URL(server.url)
  url.pathname = '/shop'
  admin = await connected(url.href)
  url.username = 'shop_owner'
  url.password = 'secret'
  await migrate(url.href)
  app = await connected(appUrl(url.href))
})
afterAll(async () => {
  await Promise.all([app.end(), admin.end()])
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function query(url: string, text: string): Promise<void> {
  const client = await connected(url)
  await client.query(text)
  await client.end()
}

const sweep = async (storeId: string): Promise<number> =>
  (
    await app.query<{ gone: number }>(
      "select sweep_left_rows($1, array['live_events', 'audit_entries', 'presence'], 100) as gone",
      [storeId],
    )
  ).rows[0]?.gone ?? -1

test('an owner that row-level security binds deletes what a store left, and nothing of a store that is here', async () => {
  const [left, here] = [uuidv7(), uuidv7()]
  for (const id of [left, here]) {
    await admin.query("insert into live_events (store_id, seq, type, at) values ($1, 1, 'menu', now())", [id])
    await admin.query(
      "insert into audit_entries (id, action, store_id) values (gen_random_uuid(), 'a/b', $1)",
      [id],
    )
  }
  await admin.query(
    "insert into moved_stores (store_id, to_cell, at) values ($1, 'b', now() - interval '8 days')",
    [left],
  )
  expect([await sweep(left), await sweep(left), await sweep(here)]).toEqual([2, 0, 0])
  const { rows } = await admin.query<{ store_id: string }>(
    'select store_id from live_events union all select store_id from audit_entries',
  )
  expect(rows.map((row) => row.store_id)).toEqual([here, here])
  const swept = await admin.query('select from moved_stores where swept_at is not null')
  expect(swept.rowCount).toBe(1)
})

test('a table of people is not swept', async () => {
  const left = uuidv7()
  await admin.query(
    "insert into moved_stores (store_id, to_cell, at) values ($1, 'b', now() - interval '8 days')",
    [left],
  )
  await expect(app.query("select sweep_left_rows($1, array['users'], 100)", [left])).rejects.toThrow(
    'users is not a table of stores',
  )
})
