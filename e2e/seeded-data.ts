import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { spawnSimulator } from '../simulator/spawn-simulator.ts'
import { startServer } from './panel.ts'

/**
 * Starts once on an empty folder for the whole run and waits until the demo's days are closed; each test
 * file then starts from a copy. The simulator generates no traffic, because the orders of one file's
 * simulator would be unknown to the others.
 */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-e2e-seeded-'))
  const simulator = await spawnSimulator({ clientId: 'e2e', clientSecret: 'secret' })
  const server = await startServer(folder, {
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'e2e',
    IFOOD_CLIENT_SECRET: 'secret',
  })
  try {
    await demoIsClosed(server.databaseUrl())
  } finally {
    await server.stop()
    await simulator.stop()
  }
  process.env.BALCAO_SEEDED_DATA = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** The demo's days are closed in the background after the first start. */
export async function demoIsClosed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let look = 0; look < 1200; look += 1) {
      const { rows } = await client.query<{ open: string }>(
        `select count(*) as open from stores s where not exists (
           select from report_closings c where c.store_id = s.id and c.through >= current_date - 2)`,
      )
      if (rows[0]?.open === '0') return
      await wait(500)
    }
    throw new Error('the demo was not closed within ten minutes')
  } finally {
    await client.end()
  }
}
