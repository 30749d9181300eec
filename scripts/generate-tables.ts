import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/db/migrate.ts'
import { startPrivatePostgres } from '../server/db/private-postgres.ts'

/**
 * Writes server/db/tables.generated.ts from a freshly migrated database; with `--verify` fails
 * when the file differs.
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
} finally {
  await server.stop()
  rmSync(dataRoot, { recursive: true, force: true })
}
