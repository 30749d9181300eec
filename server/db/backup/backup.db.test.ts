import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { LiveHub } from '../../live/hub.ts'
import { createOrderIntake } from '../../orders/taking/order-intake.ts'
import { addStore } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { tableContents } from '../../testing/table-contents.ts'
import { onCommit } from '../after-commit.ts'
import { migrate } from '../schema/migrate.ts'
import { openDatabase, type Database } from '../connections/pool.ts'
import { startPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts'
import { fingerprintOf, readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const programs = inject('postgresPrograms')
const encryptionKey = 'ab'.repeat(32)
let folder: string
let server: PrivatePostgres
let database: Database
let store: string
const log = pino({ level: 'silent' })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-backup-'))
  chmodSync(folder, 0o755)
  server = await startPrivatePostgres({ dataRoot: join(folder, 'pg'), programs, settings: { fsync: 'off' } })
  await migrate(server.url)
  database = await openDatabase(server.url, { role: 'balcao_app', max: 4 })
  store = await addStore(database)
})
afterAll(async () => {
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const place = async (into: Database, count: number) => {
  const intake = createOrderIntake({ cells: into.cells, log })
  const taken = await Promise.all(
    Array.from({ length: count }, () => intake.take(simpleOrder(store, uuidv7(), randomUUID()))),
  )
  await intake.stop()
  return taken.map(({ orderId }) => orderId)
}

/** Without the table that is written while the backup is taken. */
const contents = (url: string) => tableContents(url, 'noise')

/** Writes as fast as it can, so that pages change while they are copied. */
function noise() {
  let stopped = false
  const writing = (async () => {
    const owner = new pg.Client({ connectionString: server.url })
    await owner.connect()
    await owner.query('create table if not exists noise (id integer, text text)')
    while (!stopped) {
      await owner.query('insert into noise select n, repeat(md5(n::text), 20) from generate_series(1, 500) n')
      await owner.query("update noise set text = 'x' where id % 3 = 0 and random() < 0.1")
    }
    await owner.end()
  })()
  return async () => {
    stopped = true
    await writing
  }
}

const backUp = (now: Date, keep?: number) =>
  takeBackup({
    url: server.url,
    dataRoot: join(folder, 'pg'),
    folder: join(folder, 'backups'),
    encryptionKey,
    now,
    ...(keep === undefined ? {} : { keep }),
  })

test('a backup of a working database restores every row, and what happens then is heard live at once', async () => {
  await place(database, 150)
  const quiet = noise()
  const before = await contents(server.url)
  const backup = await backUp(new Date('2026-11-20T03:00:00Z'))
  await quiet()
  const screen = await listening(database, null)
  await place(database, 5)

  const restored = await restoreBackup({
    backup,
    dataRoot: join(folder, 'restored'),
    encryptionKey,
    programs,
  })
  expect([restored.orders, restored.otherEncryptionKey]).toEqual([150, false])
  const back = await startPrivatePostgres({ dataRoot: join(folder, 'restored'), programs })
  try {
    expect(await contents(back.url)).toEqual(before)
    await migrate(back.url)
    const again = await openDatabase(back.url, { role: 'balcao_app', max: 4 })
    const returned = await listening(again, screen.position())
    const [fresh] = await place(again, 1)
    await expect.poll(() => returned.heard().length, { timeout: 5_000 }).toBe(3)
    // More orders than the backup held were heard before, so the former position must not hide the new ones.
    expect(returned.heard()).toEqual(['hello', 'resync', fresh])
    await returned.stop()
    await again.close()
  } finally {
    await back.stop()
    await screen.stop()
  }
}, 120_000)

async function listening(of: Database, after: string | null) {
  const hub = new LiveHub({ directory: of.db, cells: of.cells, log, now: () => new Date() })
  onCommit(of.db, () => hub.announce())
  const heard: string[] = []
  let position = ''
  await hub.attach(
    { uid: 'someone', sessionId: randomUUID(), roles: new Map([[store, 1]]) },
    {
      write: (text) => {
        position = /^id: (.+)$/m.exec(text)?.[1] ?? position
        const data = /^data: (.+)$/m.exec(text)?.[1]
        const event = data ? (JSON.parse(data) as LiveEvent) : null
        if (event) heard.push(event.kind === 'order' ? event.orderId : event.kind)
        return true
      },
      close: () => {},
    },
    after,
  )
  return { heard: () => heard, position: () => position, stop: () => hub.stop() }
}

test('only the newest backups are kept, and an unfinished one is none', async () => {
  await backUp(new Date('2026-11-21T03:00:00Z'))
  const last = await backUp(new Date('2026-11-22T03:00:00Z'), 2)
  expect(readdirSync(join(folder, 'backups')).toSorted()).toEqual([
    'balcao-2026-11-21T03-00-00-000Z',
    'balcao-2026-11-22T03-00-00-000Z',
  ])
  const sealedWith = (await readManifest(last)).encryptionKey
  expect(sealedWith).toBe(fingerprintOf(encryptionKey.toUpperCase()))
  expect([fingerprintOf(undefined), fingerprintOf('cd'.repeat(32))]).not.toContain(sealedWith)
  rmSync(join(last, 'manifest.json'))
  await expect(
    restoreBackup({ backup: last, dataRoot: join(folder, 'x'), encryptionKey, programs }),
  ).rejects.toThrow('Não há backup do Balcão')
}, 60_000)

test('a damaged backup is refused, and so is a folder that holds a database; both are left as they were', async () => {
  const backup = join(folder, 'backups', 'balcao-2026-11-21T03-00-00-000Z')
  await expect(
    restoreBackup({ backup, dataRoot: join(folder, 'pg'), encryptionKey, programs }),
  ).rejects.toThrow('restaurar não apaga nada')
  expect((await database.db.selectFrom('users').select('uid').execute()).length).toBe(0)
  appendFileSync(join(backup, 'data', 'global', 'pg_control'), 'x')
  const target = join(folder, 'damaged')
  await expect(restoreBackup({ backup, dataRoot: target, encryptionKey, programs })).rejects.toThrow(
    'global/pg_control mudou. Nada foi restaurado',
  )
  expect(existsSync(join(target, 'data'))).toBe(false)
})
