import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/app.ts'
import { emptyDatabase, type TestDatabase } from '../../testing/postgres.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { tableContents } from '../../testing/table-contents.ts'
import { loadRows } from './load-rows.ts'
import { takeRows } from './take-rows.ts'

let app: TestApp
let folder: string
let file: string

beforeAll(async () => {
  app = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'balcao-rows-'))
  const store = await app.addStore({ name: 'Açaí “do Zé”\n👍' })
  await app.deps.intake.take(simpleOrder(store, crypto.randomUUID(), 'one'))
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query("insert into leases (name, holder, until) values ('x', 'y', '-infinity')")
  await owner.query('insert into store_logos values ($1, $2, $3, $4)', [
    store,
    'logo',
    'image/png',
    Buffer.from([0, 255, 10, 92]),
  ])
  // More than one piece of 500, and a number that JavaScript cannot hold.
  await owner.query(
    "insert into live_events (store_id, seq, type, at) select $1, 9007199254740993 + n, 'x', now() from generate_series(1, 1201) n",
    [store],
  )
  await owner.end()
  file = await takeRows({ url: app.ownerUrl, folder, encryptionKey: undefined, now: new Date() })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The records of migrations have moments of their own. */
const contents = (url: string) => tableContents(url, 'schema\\_%')

async function loaded(from: string, into: (database: TestDatabase) => Promise<void> = async () => {}) {
  const database = await emptyDatabase()
  try {
    await loadRows(from, database.url)
    await into(database)
  } finally {
    await database.drop()
  }
}

test('a backup of rows restores every row of every table as it was', async () => {
  const before = await contents(app.ownerUrl)
  expect([before.live_events?.split(' ')[0], before.orders?.split(' ')[0]]).toEqual(['1202', '1'])
  await loaded(file, async ({ url }) => expect(await contents(url)).toEqual(before))
})

test('a file that is cut, missing, or of a newer version is refused', async () => {
  const cut = join(folder, 'cut.rows.gz')
  writeFileSync(cut, readFileSync(file).subarray(0, -200))
  await expect(loaded(cut)).rejects.toThrow('falta ou está danificado')
  await expect(loaded(join(folder, 'none.rows.gz'))).rejects.toThrow('falta ou está danificado')
  const newer = join(folder, 'newer.rows.gz')
  const text = gunzipSync(readFileSync(file)).toString()
  writeFileSync(newer, gzipSync(text.replace('0001-schema.sql', '0001-other-schema.sql')))
  await expect(loaded(newer)).rejects.toThrow('de uma versão mais nova')
})
