import pg from 'pg'
import { startWaitMs } from '../connections/pool.ts'
import { DatabaseSetupError, ensureAppRole, giveRoleSettings } from './app-role.ts'
import { buildIndexes } from './build-indexes.ts'
import { rejectUnreadable } from './readable-database.ts'
import { neededFunctions, readFunctions, readMigrations, type Migration, type SqlFile } from './sql-files.ts'

export interface MigrateOptions {
  /** Only tests bring a folder of their own. */
  readonly migrationsFolder?: string
  /** The last file to apply; functions are left out. For rows of a backup, which are loaded into the tables that they had. */
  readonly upTo?: string
  /** The server works through a pooler (DATABASE_DIRECT_URL), which takes no settings of a connection. */
  readonly isDirect?: boolean
}

/**
 * Applies the migrations that are not applied yet, each in a transaction of its own, then replaces every function
 * that changed. A run that is killed keeps the files that were committed, and the next one continues behind them. Runs
 * as the database's owner. Returns the names of the applied files. Throws a DatabaseSetupError, before it changes
 * anything, when this version cannot read the database.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<readonly string[]> {
  const client = await connectedOwner(url)
  let turn: pg.Client | null = null
  try {
    turn = await waitForTurn(url)
    // Somebody else's turn begins when that connection breaks.
    turn.once('end', () => void client.end())
    const files = await readMigrations(options.migrationsFolder)
    const applied = await recorded(client, 'schema_migrations')
    rejectUnreadable(files, applied)
    await ensureAppRole(client, url)
    if (options.isDirect) await giveRoleSettings(client)
    await createRecords(client)
    const functions = await readFunctions()
    const pending = files.filter(
      ({ name }) => !applied.has(name) && (options.upTo === undefined || name <= options.upTo),
    )
    for (const file of pending) await applyMigration(client, file, functions)
    const names = pending.map(({ name }) => name)
    if (options.upTo !== undefined) return names
    return [...names, ...(await inTransaction(client, () => replaceFunctions(client, functions)))]
  } finally {
    await client.end()
    await turn?.end()
  }
}

async function connectedOwner(url: string, name = 'balcao-migrate'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: startWaitMs,
    keepAlive: true,
  })
  // A connection that breaks fails its statement; unheard, the error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new DatabaseSetupError(
      `Não foi possível entrar no banco em ${client.host}:${client.port}. Confira se ele está no ar e DATABASE_URL. (${
        error instanceof Error
          ? error.message || String((error as NodeJS.ErrnoException).code)
          : String(error)
      })`,
      { cause: error },
    )
  }
}

const lockKey = 7_265_410
const lookEveryMs = 100

/**
 * One process migrates at a time. Its turn is a lock of a transaction, which a pooler cannot leave behind on a connection,
 * on a connection of its own, which has no snapshot that `create index concurrently` would wait for. It asks again instead of
 * waiting inside PostgreSQL, where a statement that waits has one.
 */
async function waitForTurn(url: string): Promise<pg.Client> {
  const holder = await connectedOwner(url, 'balcao-migrate-turn')
  try {
    for (;;) {
      await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
      // Without a parameter: a statement that has one keeps its snapshot until the next.
      const { rows } = await holder.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(${lockKey}) as mine`,
      )
      if (rows[0]?.mine) return holder
      await holder.query('rollback')
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  } catch (error) {
    await holder.end().catch(() => {})
    throw error
  }
}

/** The hash of each file that was applied, by name; none in a new database. */
async function recorded(
  client: pg.Client,
  table: 'schema_migrations' | 'schema_functions',
): Promise<ReadonlyMap<string, string>> {
  const { rows: exists } = await client.query('select where to_regclass($1) is not null', [table])
  if (exists.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; sha256: string }>(`select name, sha256 from ${table}`)
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

async function createRecords(client: pg.Client): Promise<void> {
  for (const table of ['schema_migrations', 'schema_functions'])
    await client.query(`create table if not exists ${table} (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
}

async function applyMigration(
  client: pg.Client,
  file: Migration,
  functions: readonly SqlFile[],
): Promise<void> {
  if (file.isApart) {
    await buildIndexes(client, file)
    await record(client, file)
    return
  }
  await inTransaction(client, async () => {
    for (const needed of neededFunctions(file, functions)) await run(client, needed)
    await run(client, file)
    await record(client, file)
  })
}

const record = (client: pg.Client, { name, sha256 }: SqlFile) =>
  client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])

/**
 * One function a file, replaced whole when the hash of its filled text differs from the recorded one. Their bodies are
 * not checked here, so functions may call each other and the files have no order.
 */
async function replaceFunctions(
  client: pg.Client,
  functions: readonly SqlFile[],
): Promise<readonly string[]> {
  const applied = await recorded(client, 'schema_functions')
  const changed = functions.filter(({ name, sha256 }) => applied.get(name) !== sha256)
  for (const file of changed) {
    await run(client, file)
    await client.query(
      `insert into schema_functions (name, sha256) values ($1, $2)
       on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
      [file.name, file.sha256],
    )
  }
  await client.query('call let_owner_read_due_work()')
  await client.query('call let_owner_sweep()')
  await client.query('call let_owner_find_stores()')
  await client.query('call let_owner_check_streams()')
  return changed.map(({ name }) => name)
}

async function run(client: pg.Client, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(`${name} falhou: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    // Calls queue behind a lock that is waited for, so the wait is short.
    await client.query("set local lock_timeout = '5s'")
    await client.query('set local check_function_bodies = off')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
