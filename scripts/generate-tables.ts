import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { measureMigration } from '../server/db/schema/measure-migration.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { readMigrations } from '../server/db/schema/sql-files.ts'
import { measuredTables } from '../server/db/schema/measured-tables.ts'
import { startPrivatePostgres } from '../server/db/postgres/private-postgres.ts'
import { schemaText } from './schema-text.ts'

/**
 * Writes server/db/tables.generated.ts and server/db/schema.sql from a freshly migrated database, and before them the
 * migration of a measure that has no column yet. With `--verify` fails when a file differs or a column is missing.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const verify = process.argv.includes('--verify')
const dataRoot = mkdtempSync(join(tmpdir(), 'balcao-tables-'))
const generated = join(dataRoot, 'tables.ts')
const server = await startPrivatePostgres({ dataRoot, settings: { fsync: 'off' } })
try {
  await migrate(server.url)
  await addMeasures(server.url)
  const done = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect=postgres',
      `--url=${server.url}`,
      '--date-parser=string',
      '--numeric-parser=number',
      '--type-mapping={"int8":"number"}',
      `--exclude-pattern=(pg_stat_*|schema_migrations|schema_functions|${measuredTables.join('|')})`,
      `--out-file=${generated}`,
    ],
    { stdio: 'inherit' },
  )
  if (done.status !== 0) throw new Error(`kysely-codegen ended with ${String(done.status)}`)
  write('server/db/tables.generated.ts', withMeasuredTables(readFileSync(generated, 'utf8')))
  write('server/db/schema.sql', await schemaText(server.url))
} finally {
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

/** A counted measure of the contract needs its columns before a database with it can start. */
async function addMeasures(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const missing = await measureMigration(client)
  await client.end()
  if (missing === null) return
  if (verify) {
    console.error(
      `No migration adds the measure ${missing.columns.join(', ')}: node scripts/with-node24.mjs scripts/generate-tables.ts`,
    )
    process.exitCode = 1
    return
  }
  const last = (await readMigrations()).at(-1)?.name ?? ''
  const number = String(Number.parseInt(last, 10) + 1).padStart(4, '0')
  const path = `server/db/migrations/${number}-${missing.name}.sql`
  writeFileSync(join(root, path), missing.text)
  console.log(`New: ${path}`)
  await migrate(url)
}

/** The columns of these tables follow from the contract and not from the database. */
function withMeasuredTables(text: string): string {
  return text
    .replace(
      /^import .*$/m,
      (line) => `${line}\nimport type { MeasuredTables } from './schema/measured-tables.ts';`,
    )
    .replace('export interface DB {', 'export interface DB extends MeasuredTables {')
}

function write(path: string, text: string): void {
  const file = join(root, path)
  if (!verify) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not what the migrations make: node scripts/generate-tables.ts`)
    process.exitCode = 1
  }
}
