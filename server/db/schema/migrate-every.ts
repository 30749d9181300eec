import { databaseAt, type CellAddress } from '../../env-cells.ts'
import { DatabaseSetupError } from './app-role.ts'
import { migrate } from './migrate.ts'

export interface EveryDatabase {
  readonly directoryUrl: string
  /** The same database without the pooler that `directoryUrl` goes through; with one cell only. */
  readonly directUrl?: string | undefined
  /** Absent: the directory has the stores as well. */
  readonly cells?: readonly CellAddress[] | undefined
}

/** All migrations in the directory, then in each cell: every database has every table, and uses its own. */
export async function migrateEvery({
  directoryUrl,
  directUrl,
  cells = [],
}: EveryDatabase): Promise<readonly string[]> {
  const applied = [...(await migrate(directUrl ?? directoryUrl, { isDirect: directUrl !== undefined }))]
  for (const { name, url } of cells) {
    if (databaseAt(url) === databaseAt(directoryUrl)) continue
    const here = await migrate(url).catch((error: unknown) => {
      if (!(error instanceof DatabaseSetupError)) throw error
      const words = error.message.replaceAll('DATABASE_URL', 'CELLS')
      throw new DatabaseSetupError(`Célula ${name}: ${words}`, { cause: error })
    })
    applied.push(...here.map((file) => `${name}: ${file}`))
  }
  return applied
}
