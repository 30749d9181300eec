import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/db/migrate.ts'
import { startPrivatePostgres } from '../server/db/private-postgres.ts'
import { schemaText } from './schema-text.ts'

/**
 * Writes server/db/tables.generated.ts and server/db/schema.sql from a freshly migrated database; with
 * `--verify` fails when a file differs.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const dataRoot = mkdtempSync(join(tmpdir(), 'balcao-tables-'))
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
      '--exclude-pattern=(pg_stat_*|schema_migrations|schema_functions)',
      `--out-file=${join(root, 'server/db/tables.generated.ts')}`,
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  )
  process.exitCode = done.status ?? 1
  writeSchema(await schemaText(server.url))
} finally {
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}

function writeSchema(text: string): void {
  const file = join(root, 'server/db/schema.sql')
  if (!process.argv.includes('--verify')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error('server/db/schema.sql is not the schema of the migrations: node scripts/generate-tables.ts')
    process.exitCode = 1
  }
}
