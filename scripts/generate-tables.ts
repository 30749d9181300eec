import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/db/schema/migrate.ts'
import { measuredTables } from '../server/db/schema/measured-tables.ts'
import { startPrivatePostgres } from '../server/db/postgres/private-postgres.ts'
import { schemaText } from './schema-text.ts'

/**
 * Writes server/db/tables.generated.ts and server/db/schema.sql from a freshly migrated database; with
 * `--verify` fails when a file differs.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const verify = process.argv.includes('--verify')
const dataRoot = mkdtempSync(join(tmpdir(), 'balcao-tables-'))
const generated = join(dataRoot, 'tables.ts')
const server = await startPrivatePostgres({ dataRoot, settings: { fsync: 'off' } })
try {
  await migrate(server.url)
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
