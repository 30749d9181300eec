import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from './app.ts'
import { migrate } from './db/schema/migrate.ts'
import { openDatabase, type Database } from './db/connections/pool.ts'
import { startPrivatePostgres, type PrivatePostgres } from './db/postgres/private-postgres.ts'
import type { Deps } from './deps.ts'
import { readEnvironment } from './env.ts'
import { createStoreAccounts } from './integrations/channel-accounts.ts'
import { createMarketplaces, everyKind } from './marketplaces/registry.ts'
import { createPushService } from './notifications/push-service.ts'
import { createEmbeddedProvider } from './identity/embedded/embedded-provider.ts'
import { databasesOf } from './db/connections/pools.ts'
import { loadKeyring } from './identity/embedded/keyring.ts'
import { LiveHub } from './live/hub.ts'
import { createOrderIntake } from './orders/taking/order-intake.ts'
import { orderListeners } from './worker/order-listeners.ts'
import { createPrintBell } from './printing/print-bell.ts'
import { until } from './testing/until.ts'

const programs = inject('postgresPrograms')
let dataRoot: string
let server: PrivatePostgres
let database: Database
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  dataRoot = mkdtempSync(join(tmpdir(), 'balcao-outage-'))
  chmodSync(dataRoot, 0o755)
  server = await startPrivatePostgres({ dataRoot, programs, settings: { fsync: 'off' } })
  await migrate(server.url)
  database = await openDatabase(server.url, { role: 'balcao_app', waitMs: 1_000 })
  const env = readEnvironment({ LOG_LEVEL: 'silent', DEMO: 'off' })
  const log = pino({ level: 'silent' })
  const now = () => new Date()
  const live = new LiveHub({ directory: database.db, cells: database.cells, log, now })
  const keyring = await loadKeyring({ db: database.db, env, now })
  const accounts = createStoreAccounts({ directory: database.db, cells: database.cells, env, log, now })
  const deps: Deps = {
    env,
    directory: database.db,
    cells: database.cells,
    apart: { reports: databasesOf(database), jobs: databasesOf(database) },
    log,
    now,
    live,
    intake: createOrderIntake({ cells: database.cells, log }),
    marketplaces: createMarketplaces({ env, log, now }, everyKind, accounts),
    accounts,
    keyring,
    provider: createEmbeddedProvider(database.db, keyring),
    mailer: null,
    push: createPushService(env),
    worker: () => null,
    printBell: createPrintBell(log),
    orderListeners,
  }
  app = await buildApp(deps)
})
afterAll(async () => {
  await app.close()
  await database.close()
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
})

const signIn = () =>
  app.inject({
    method: 'POST',
    url: '/api/identity/sign-in',
    payload: { email: 'a@b.example', password: 'Errada#1' },
  })

const ready = () => app.inject('/health/ready')

test('during a database outage calls return 503 with a message, and afterwards the process recovers without a restart', async () => {
  expect((await signIn()).statusCode).toBe(401)
  const { port } = server
  await server.stop()
  const away = await signIn()
  expect([away.statusCode, away.json<{ error: string }>().error]).toEqual([503, 'database/unavailable'])
  expect(away.headers['retry-after']).toBe('2')
  expect(away.json<{ message: string }>().message).toContain('Nada foi perdido')
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  await until(async () => (await ready()).statusCode === 503)
  expect((await signIn()).statusCode).toBe(503)
  server = await startPrivatePostgres({
    dataRoot,
    programs,
    settings: { fsync: 'off', port: String(port) },
  })
  await until(async () => (await signIn()).statusCode === 401)
  await until(async () => (await ready()).statusCode === 200)
})

test('a body above the limit, a wrong type and broken JSON are rejected, never a server error', async () => {
  const send = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/identity/sign-in', headers: { 'content-type': type }, payload })
  expect((await send(`{"email":"${'x'.repeat(2_000_000)}"}`)).statusCode).toBe(413)
  expect((await send('{')).statusCode).toBe(400)
  expect((await send('')).statusCode).toBe(400)
  expect((await send('a=1', 'text/csv')).statusCode).toBe(415)
  const unknown = await app.inject('/api/nothing')
  expect([unknown.statusCode, unknown.json<{ error: string }>().error]).toEqual([404, 'route/not-found'])
})

test('while the database is frozen, readiness is refused within a second', async () => {
  await until(async () => (await ready()).statusCode === 200)
  const pids = [server.pid, ...(await backends())]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    const probes: { status: number; ms: number }[] = []
    // An answer holds for a second: two probes that ask the database itself.
    await until(async () => {
      const began = performance.now()
      const { statusCode: status } = await ready()
      probes.push({ status, ms: performance.now() - began })
      return probes.filter(({ ms }) => ms > 500).length === 2
    })
    const refused = probes.slice(probes.findIndex(({ status }) => status === 503))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    expect(Math.max(...probes.map(({ ms }) => ms))).toBeLessThan(1_100)
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  await until(async () => (await ready()).statusCode === 200)
})

async function backends(): Promise<readonly number[]> {
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'balcao'",
  )
  await owner.end()
  return rows.map(({ pid }) => pid)
}

test('a full disk has its own error in calls and in readiness, until a write succeeds again', async () => {
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  // Real space runs out in `npm run faults`; here PostgreSQL itself reports the error that it reports then.
  await owner.query(`create function no_space() returns trigger language plpgsql as $$
    begin raise exception using errcode = '53100', message = 'could not extend file'; end $$;
    create trigger no_space before insert or update on sign_in_attempts for each row execute function no_space();
    create trigger no_space before update on write_probe for each row execute function no_space()`)
  const refused = await signIn()
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
    503,
    'database/out-of-space',
  ])
  expect(refused.headers['retry-after']).toBe('10')
  expect(refused.json<{ message: string }>().message).toContain('sem espaço para gravar')
  await until(async () => (await ready()).statusCode === 503)
  expect((await ready()).json()).toEqual({ data: { ready: false, database: 'full' } })
  await owner.query('drop function no_space cascade')
  await owner.end()
  await until(async () => (await ready()).statusCode === 200)
  expect((await signIn()).statusCode).toBe(401)
})
