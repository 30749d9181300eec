import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts'
import { migrate } from './migrate.ts'

/** A server of its own: this owner is no superuser, so row-level security holds for it too. */
let server: PrivatePostgres
let dataRoot: string

beforeAll(async () => {
  dataRoot = mkdtempSync(join(tmpdir(), 'balcao-places-'))
  server = await startPrivatePostgres({
    dataRoot,
    programs: inject('postgresPrograms'),
    settings: { fsync: 'off' },
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
})

test('the stores of one machine get their places: all in one cell, those of one owner in one chain', async () => {
  await asAdmin(server.url, (admin) =>
    admin
      .query("create role shop_owner login createrole password 'secret'")
      .then(() => admin.query('create database shop owner shop_owner')),
  )
  const url = addressOf({ name: 'shop', login: 'shop_owner:secret' })
  await migrate(url, { upTo: '0036-merchants-are-reserved.sql' })
  const [first = '', second = '', other = '', nobodys = ''] = Array.from({ length: 4 }, () => uuidv7())
  const superuser = addressOf({ name: 'shop' })
  await asAdmin(superuser, async (admin) => {
    await admin.query(
      "insert into users (uid, email, name) values ('ana', 'a@x.example', 'Ana'), ('bia', 'b@x.example', 'Bia')",
    )
    await admin.query(
      "insert into menu_slugs (slug, store_id) values ('um', $1), ('dois', $2), ('outra', $3), ('sem-dono', $4)",
      [first, second, other, nobodys],
    )
    await admin.query(
      "insert into access_entries (store_id, uid, role) values ($1, 'ana', 3), ($2, 'ana', 3), ($2, 'bia', 2), ($3, 'bia', 3)",
      [first, second, other],
    )
  })
  await migrate(url)
  await asAdmin(superuser, async (admin) => {
    const { rows } = await admin.query<{ store_id: string; chain: string; cell: string }>(
      'select * from store_places',
    )
    expect(rows.map(({ cell }) => cell)).toEqual(['main', 'main', 'main', 'main'])
    const chainOf = new Map(rows.map((row) => [row.store_id, row.chain]))
    expect(chainOf.get(first)).toBe(chainOf.get(second))
    expect(new Set([first, other, nobodys].map((storeId) => chainOf.get(storeId))).size).toBe(3)
    // The owner of the tables read them for once; it is held by row-level security again.
    const forced = await admin.query(
      "select relforcerowsecurity from pg_class where relname = 'access_entries'",
    )
    expect(forced.rows).toEqual([{ relforcerowsecurity: true }])
  })
})

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function addressOf({ name, login }: { readonly name: string; readonly login?: string }): string {
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const [user, password] = login?.split(':') ?? []
  if (user) url.username = user
  if (password) url.password = password
  return url.href
}
