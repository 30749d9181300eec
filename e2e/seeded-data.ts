import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { request, type BrowserContext } from 'playwright-core'
import { prepareDemoPrinting } from '../demo/demo-printing.ts'
import { demoPeople } from '../demo/demo-stores.ts'
import { runToEnd } from '../scripts/start-steps.ts'
import { memoryFolder } from '../server/testing/memory-folder.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { startPrivatePostgres } from '../server/db/postgres/private-postgres.ts'
import { demoPassword } from '../server/identity/identity.ts'
import { until } from '../server/testing/until.ts'
import { onDatabase } from './on-database.ts'
import { startServer } from './server-process.ts'

export type SessionState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Seeded {
  /** The owner's address of the run's PostgreSQL. */
  readonly postgresUrl: string
  /** Sessions that every clone of the template knows, by e-mail. */
  readonly sessions: Readonly<Record<string, SessionState>>
}

const template = 'balcao_seeded'
/** Those of the demo that tests work as; `outra` has a test that she never signed in. */
const signedInUids = ['demo-dona', 'demo-gerente', 'demo-atendente']

/**
 * Starts one PostgreSQL for the run with a template of the demo: 120 days of orders, days closed, printers prepared,
 * everybody signed in. Nobody sends orders while it is made, because the simulator of another run would not know them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Its starter removes it.
  if (isSeeded()) return () => Promise.resolve()
  const folder = memoryFolder('balcao-e2e-')
  // As root the database runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  const postgres = await startPrivatePostgres({
    dataRoot: join(folder, 'pg'),
    // Nothing of a test outlives the machine, so its database waits for no disk.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '400',
    },
  })
  const remove = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const sessions = await seedTemplate(postgres.url)
    process.env.BALCAO_SEEDED = JSON.stringify({ postgresUrl: postgres.url, sessions } satisfies Seeded)
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

async function seedTemplate(postgresUrl: string): Promise<Seeded['sessions']> {
  await onDatabase(postgresUrl, (client) => client.query(`create database ${template}`))
  const url = databaseAt(postgresUrl, template)
  await migrate(url)
  await runToEnd('scripts/seed-demo.ts', { DATABASE_URL: url }, new AbortController().signal)
  await prepareDemoPrinting(url)
  const server = await startServer(url)
  try {
    const sessions = await signInPeople(server.url)
    await demoIsClosed(url)
    return sessions
  } finally {
    await server.stop()
    await onDatabase(url, (client) => client.query(silenceIsKnown))
    // Autovacuum would do this again in each clone, beside its tests.
    await onDatabase(url, (client) => client.query('vacuum (analyze)'))
  }
}

/** A browser's: the list of a person's devices names it. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** No computer serves the printers of most panels: their silence is no news that appears over the page of a test. */
const silenceIsKnown = `
  insert into store_troubles (store_id, kind, key, id, since, told_at)
  select store_id, 'printer-silent', id::text, gen_random_uuid(), now(), now() from printers where auto_print
  on conflict (store_id, kind, key) do update set told_at = now()`

async function signInPeople(url: string): Promise<Seeded['sessions']> {
  const states: Record<string, SessionState> = {}
  for (const { email } of demoPeople.filter(({ uid }) => signedInUids.includes(uid))) {
    const calls = await request.newContext({ baseURL: url, userAgent })
    const signedIn = await calls.post('/api/identity/sign-in', { data: { email, password: demoPassword } })
    const { data } = (await signedIn.json()) as { data: { idToken: string } }
    const login = await calls.post('/api/iam/sessionLogin', { data: { idToken: data.idToken } })
    if (!login.ok()) throw new Error(`${email} could not sign in: ${login.status()}`)
    states[email] = await calls.storageState()
    await calls.dispose()
  }
  return states
}

export const isSeeded = (): boolean => seeded() !== null

function seeded(): Seeded | null {
  const text = process.env.BALCAO_SEEDED
  return text ? (JSON.parse(text) as Seeded) : null
}

export const seededSession = (email: string): SessionState | null => seeded()?.sessions[email] ?? null

let clones = 0

export interface Clone {
  readonly url: string
  drop(): Promise<void>
}

/** A database of its own, cloned from the template that this file prepares for a run. */
export async function cloneSeeded(): Promise<Clone> {
  const known = seeded()
  if (!known) throw new Error('there is no seeded database: e2e/seeded-data.ts prepares it for a run')
  clones += 1
  const name = `panel_${process.pid}_${clones}`
  await onDatabase(known.postgresUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  return {
    url: databaseAt(known.postgresUrl, name),
    drop: async () => {
      await onDatabase(known.postgresUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

function databaseAt(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The demo's days are closed in the background after the first start. */
export async function demoIsClosed(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await until(
      async () => {
        const { rows } = await client.query<{ open: string }>(
          `select count(*) as open from stores s where not exists (
             select from report_closings c where c.store_id = s.id and c.through >= current_date - 2)`,
        )
        return rows[0]?.open
      },
      (open) => open === '0',
      600_000,
    )
  })
}
