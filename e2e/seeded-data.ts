import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startPrivatePostgres } from '../server/db/private-postgres.ts'
import { spawnSimulator } from '../simulator/spawn-simulator.ts'
import { startServer } from './panel.ts'

/**
 * Starts once on an empty folder for the whole run and waits until the demo's days are closed; each test
 * file then starts from a copy. The simulator generates no traffic, because the orders of one file's
 * simulator would be unknown to the others.
 */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-e2e-seeded-'))
  const code = mkdtempSync(join(tmpdir(), 'balcao-e2e-code-'))
  // Every start loads the same sources: the first leaves them compiled for the others.
  process.env.BALCAO_COMPILED = code
  await makeDatabase(folder)
  const simulator = await spawnSimulator({ clientId: 'e2e', clientSecret: 'secret' })
  const server = await startServer(folder, {
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'e2e',
    IFOOD_CLIENT_SECRET: 'secret',
  })
  try {
    await demoIsClosed(server.databaseUrl())
    await tidy(server.databaseUrl())
  } finally {
    await server.stop()
    await simulator.stop()
  }
  process.env.BALCAO_SEEDED_DATA = folder
  return () => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(code, { recursive: true, force: true })
  }
}

/** Nothing of a test outlives the machine: its database waits for no disk, and a copy holds no old log. */
async function makeDatabase(folder: string): Promise<void> {
  chmodSync(folder, 0o755)
  const server = await startPrivatePostgres({ dataRoot: join(folder, 'pg') })
  try {
    await onDatabase(server.url, async (client) => {
      for (const setting of ['fsync', 'full_page_writes', 'wal_recycle', 'wal_init_zero'])
        await client.query(`alter system set ${setting} = off`)
    })
  } finally {
    await server.stop()
  }
}

/** Autovacuum would do this again in each copy, beside its tests. */
const tidy = (databaseUrl: string) =>
  onDatabase(databaseUrl, async (client) => void (await client.query('vacuum (analyze)')))

/** The demo's days are closed in the background after the first start. */
export async function demoIsClosed(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    for (let look = 0; look < 1200; look += 1) {
      const { rows } = await client.query<{ open: string }>(
        `select count(*) as open from stores s where not exists (
           select from report_closings c where c.store_id = s.id and c.through >= current_date - 2)`,
      )
      if (rows[0]?.open === '0') return
      await wait(500)
    }
    throw new Error('the demo was not closed within ten minutes')
  })
}

async function onDatabase(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
