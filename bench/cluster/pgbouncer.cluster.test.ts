import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clusterPostgres } from '../../scripts/find-cluster.ts'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { startPrivatePostgres, type PrivatePostgres } from '../../server/db/postgres/private-postgres.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { startGuard } from './daemon.ts'
import { dinner } from './dinner.ts'
import { startFleet } from './fleet.ts'
import { needs, whereItRuns } from './needs.ts'
import { startPgbouncer, type Pooler } from './pgbouncer.ts'
import { openShop } from './shop.ts'

let parent: string
let callOffGuard: () => void
let postgres: PrivatePostgres

beforeAll(
  whereItRuns(async () => {
    parent = mkdtempSync(join(tmpdir(), 'balcao-pooler-'))
    chmodSync(parent, 0o755)
    callOffGuard = startGuard(parent, [])
    postgres = await startPrivatePostgres({
      dataRoot: join(parent, 'pg'),
      programs: `/usr/lib/postgresql/${clusterPostgres}`,
      settings: { max_connections: '160' },
    })
  }),
)
afterAll(
  whereItRuns(async () => {
    await postgres.stop()
    callOffGuard()
    rmSync(parent, { recursive: true, force: true })
  }),
)
beforeEach((context) => needs(null, context))

async function asked<T>(url: string, statement: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ answer: T }>(statement)
  await client.end()
  return rows[0]?.answer
}

/** A database of its own, so that the limits of one mode are not those of the other. */
async function newDatabase(name: string): Promise<string> {
  await asked(postgres.url, `create database ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

describe.each(['session', 'transaction'] as const)('behind PgBouncer in %s mode', (mode) => {
  let pooler: Pooler

  beforeAll(
    whereItRuns(async () => {
      pooler = await startPgbouncer({ parent, databaseUrl: postgres.url, mode })
    }),
  )
  afterAll(whereItRuns(() => pooler.stop()))

  test('a start without DATABASE_DIRECT_URL is refused in words, and no migration hangs after it', async () => {
    const direct = await newDatabase(`${mode}_refused`)
    const pooled = pooler.urlOf(direct)
    await migrate(pooled)
    await expect(openDatabase(pooled, { role: 'balcao_app' })).rejects.toThrow(/DATABASE_DIRECT_URL/)
    expect(await migrate(pooled)).toEqual([])
    expect(await migrate(direct, { isDirect: true })).toEqual([])
    // The connection of the first try is still in the pool.
    await expect(openDatabase(pooled, { role: 'balcao_app', pooled: true })).rejects.toThrow(/RECONNECT/)
  })

  test('with it orders are taken, shown at once and printed, and every statement has its limits', async () => {
    const direct = await newDatabase(mode)
    const pooled = pooler.urlOf(direct)
    const fleet = await startFleet({
      databases: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct },
      parent,
      roles: ['api', 'api', 'worker'],
    })
    const shop = await openShop({ ...fleet, databaseUrl: direct, parent })
    try {
      const served = await dinner(shop, direct, async (orders) => {
        const one = fleet.processes[0]
        one?.kill()
        await expect.poll(() => orders.length, { timeout: 30_000 }).toBeGreaterThan(40)
      })
      expect(served.verdict).toEqual({ lost: 0, doubled: 0, wrong: [] })
      expect([served.blindScreens, served.onPaper.filter((times) => times !== 1)]).toEqual([0, []])
    } finally {
      await shop.close()
      await fleet.stop()
    }
    const opened = await openDatabase(pooled, { role: 'balcao_app', pooled: true, max: 1 })
    const { rows } = await opened.pool.query<{ limits: string }>(
      `select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout'), current_setting('jit')) as limits`,
    )
    expect(rows).toEqual([{ limits: '3s 2s 10s off' }])
    await opened.close()
  })
})
