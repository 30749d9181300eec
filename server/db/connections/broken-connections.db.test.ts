import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addStore } from '../../testing/app.ts'
import { silentProxy } from '../../testing/silent-proxy.ts'
import { until } from '../../testing/until.ts'
import { listenForEvents } from './listener.ts'
import { migrate } from '../schema/migrate.ts'
import { openDatabase } from './pool.ts'
import { statementTimeout } from './pooled-client.ts'
import { startPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts'
import { withStoreScope } from '../scope.ts'

let dataRoot: string
let server: PrivatePostgres

beforeAll(async () => {
  dataRoot = mkdtempSync(join(tmpdir(), 'balcao-broken-'))
  chmodSync(dataRoot, 0o755)
  server = await startPrivatePostgres({
    dataRoot,
    programs: inject('postgresPrograms'),
    settings: { fsync: 'off' },
  })
  await migrate(server.url)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
})

test('a backend that is killed while twenty orders are in flight ends no process and loses no order', async () => {
  const database = await openDatabase(server.url, { role: 'balcao_app', max: 2 })
  const store = await addStore(database)
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('../../testing/intake-child.ts', import.meta.url)),
      server.url,
      store,
      '20',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const acknowledged = () => said.split('\n').slice(0, -1)
  const more = async (count: number) => {
    const wanted = acknowledged().length + count
    await until(() => acknowledged().length >= wanted || child.exitCode !== null)
    expect([child.exitCode, complained]).toEqual([null, ''])
    expect(acknowledged().length).toBeGreaterThanOrEqual(wanted)
  }
  try {
    await more(40)
    for (let round = 0; round < 6; round += 1) {
      await killBusyBackend()
      await more(40)
    }
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  const kept = await withStoreScope(database.db, [store], (tx) =>
    tx.selectFrom('orders').select('external_id').where('store_id', '=', store).execute(),
  )
  const ids = kept.map((order) => order.external_id)
  expect(new Set(ids).size).toBe(ids.length)
  const known = new Set(ids)
  expect(acknowledged().filter((external) => !known.has(external))).toEqual([])
  await database.close()
}, 120_000)

/** The operating system ends one backend; PostgreSQL then drops everybody and recovers. */
async function killBusyBackend(): Promise<void> {
  const owner = new pg.Client({ connectionString: server.url })
  owner.on('error', () => {})
  await owner.connect()
  const pid = await until(async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'balcao' and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    return rows[0]?.pid
  })
  process.kill(pid, 'SIGKILL')
  await owner.end().catch(() => {})
}

test('connections that forward nothing any more are given up, and the next calls succeed', async () => {
  const proxy = await silentProxy(server.port)
  const url = new URL(server.url)
  url.port = String(proxy.port)
  const database = await openDatabase(url.href, { role: 'balcao_app', max: 4, statementTimeoutMs: 500 })
  const ask = () =>
    sql<{ one: number }>`select 1 as one`.execute(database.db).then(({ rows }) => rows[0]?.one)
  const inTransaction = () => withStoreScope(database.db, [uuidv7()], (tx) => sql`select 1`.execute(tx))
  await Promise.all([ask(), ask(), inTransaction(), inTransaction()])
  proxy.silence()
  const began = performance.now()
  const cut = await Promise.allSettled([ask(), ask(), inTransaction(), inTransaction()])
  expect(cut.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([1, 1, 1, 1])
  await database.close()
  await proxy.close()
})

test('a statement that was granted more time is not cut off by the usual deadline', async () => {
  const database = await openDatabase(server.url, { role: 'balcao_app', max: 1, statementTimeoutMs: 200 })
  await withStoreScope(database.db, [uuidv7()], async (tx) => {
    await statementTimeout(10_000).execute(tx)
    await sql`select pg_sleep(3)`.execute(tx)
  })
  await expect(sql`select pg_sleep(1)`.execute(database.db)).rejects.toMatchObject({ code: '57014' })
  await database.close()
})

test('a listener whose connection was cut silently hears again within its deadline', async () => {
  const proxy = await silentProxy(server.port)
  const url = new URL(server.url)
  url.port = String(proxy.port)
  const log = pino({ level: 'silent' })
  const heard: string[] = []
  const cut = listenForEvents(url.href, {
    channel: 'balcao_print',
    log,
    onWake: (payload) => heard.push(payload),
    askEveryMs: 300,
    answerWithinMs: 700,
  })
  const other = listenForEvents(server.url, { channel: 'balcao_print', log, onWake: () => {} })
  // Sooner than a listener with the usual deadlines would notice.
  const rings = (payload: string) =>
    until(
      async () => {
        await other.notify(payload)
        return heard.includes(payload)
      },
      Boolean,
      8_000,
    )
  await rings('before')
  proxy.silence()
  await rings('after')
  await cut.stop()
  await other.stop()
  await proxy.close()
})
