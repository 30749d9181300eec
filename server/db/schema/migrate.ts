import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { DatabaseSetupError, ensureAppRole } from './app-role.ts'
import { filledFunction } from './filled-function.ts'
import { addMeasureColumns } from './measured-tables.ts'
import { startWaitMs } from '../connections/pool.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url))
const functionsFolder = fileURLToPath(new URL('../functions/', import.meta.url))
/** Only one process migrates at a time. */
const lockKey = 7_265_410

interface SqlFile {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

/** The first file of the migrations before they were squashed. */
const firstOldMigration = '0001-people-and-stores.sql'

/**
 * Applies the migrations that are not applied yet, adds the columns of new measures, then replaces every function
 * that changed, all in one transaction: no caller meets new tables with old functions. Runs as the database's owner. Returns the names
 * of the applied files.
 */
export async function migrate(url: string): Promise<readonly string[]> {
  const client = await connectedOwner(url)
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await ensureAppRole(client, url)
    const functions = await sqlFiles(functionsFolder, /^\w+\.sql$/, filledFunction)
    return await inTransaction(client, async () => {
      await client.query(`create table if not exists schema_migrations (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
      await client.query(`create table if not exists schema_functions (
        name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
      const migrated = await applyMigrations(client, functions)
      await addMeasureColumns(client)
      const replaced = await applyFunctions(client, functions)
      await client.query('call let_owner_read_due_work()')
      await client.query('call let_owner_sweep()')
      await client.query('call let_owner_find_stores()')
      await client.query('call let_owner_check_streams()')
      return [...migrated, ...replaced]
    })
  } finally {
    await client.end()
  }
}

async function connectedOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao-migrate',
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

const migrationName = /^\d{4}-[\w-]+\.sql$/

async function applyMigrations(client: pg.Client, functions: readonly SqlFile[]): Promise<readonly string[]> {
  const applied = await recorded(client, 'schema_migrations')
  if (applied.has(firstOldMigration)) throw new DatabaseSetupError(oldDatabase)
  const files = await sqlFiles(migrationsFolder, migrationName)
  const unknown = [...applied.keys()].filter((name) => !files.some((file) => file.name === name))
  if (unknown.length > 0) throw new DatabaseSetupError(newerDatabase(unknown))
  const fresh: string[] = []
  for (const file of files) {
    const known = applied.get(file.name)
    if (known === file.sha256) continue
    if (known)
      throw new DatabaseSetupError(
        `A migração ${file.name} mudou depois de aplicada a este banco. Restaure o arquivo e crie uma migração nova.`,
      )
    const needed = neededFunctions(file)
    for (const needs of functions.filter(({ name }) => needed.has(name))) await run(client, needs)
    await run(client, file)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      file.name,
      file.sha256,
    ])
    fresh.push(file.name)
  }
  return fresh
}

const oldDatabase = `Este banco foi criado por uma versão antiga do Balcão, de antes do primeiro lançamento, e não pode ser atualizado.
Banco de demonstração: npm start -- --reset-demo apaga os dados dele e cria outro.
Banco seu, com DATABASE_URL: crie um banco vazio e aponte DATABASE_URL para ele.`

const newerDatabase = (unknown: readonly string[]): string =>
  `Este banco é de uma versão mais nova do Balcão (${unknown.toSorted().at(-1) ?? ''}). Instale essa versão ou restaure um backup feito antes dela.`

/** Policies, triggers and generated columns call functions: a migration names them in its `-- needs:` line. */
function neededFunctions({ text }: SqlFile): ReadonlySet<string> {
  const names = /^-- needs: (.+)$/m.exec(text)?.[1]?.split(', ') ?? []
  return new Set(names.map((name) => `${name}.sql`))
}

/**
 * One function a file, replaced whole when the hash of its filled text differs from the recorded one. Their bodies are
 * not checked here, so functions may call each other and the files have no order.
 */
async function applyFunctions(client: pg.Client, functions: readonly SqlFile[]): Promise<readonly string[]> {
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
  return changed.map(({ name }) => name)
}

async function sqlFiles(
  folder: string,
  pattern: RegExp,
  filled = (text: string) => text,
): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = filled(await readFile(folder + name, 'utf8'))
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function recorded(client: pg.Client, table: string): Promise<ReadonlyMap<string, string>> {
  const result = await client.query<{ name: string; sha256: string }>(`select name, sha256 from ${table}`)
  return new Map(result.rows.map((row) => [row.name, row.sha256]))
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
    await client.query("set local lock_timeout = '5s'")
    await client.query('set local check_function_bodies = off')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
