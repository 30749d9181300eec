import { databaseAt, type CellAddress } from '../../env-cells.ts'
import { isUnreachable } from '../connections/database-lost.ts'
import { DatabaseSetupError } from './app-role.ts'
import { migrate } from './migrate.ts'

export interface EveryDatabase {
  readonly directoryUrl: string
  /** The same database without the pooler that `directoryUrl` goes through; with one cell only. */
  readonly directUrl?: string | undefined
  /** Absent: the directory has the stores as well. */
  readonly cells?: readonly CellAddress[] | undefined
}

/**
 * All migrations in the directory, then in each cell: every database has every table, and uses its own. Ends at the first
 * that does not answer, unless `onAway` takes a cell that cannot be reached.
 */
export async function migrateEvery(
  { directoryUrl, directUrl, cells = [] }: EveryDatabase,
  onAway?: (cell: CellAddress, error: unknown) => void,
): Promise<readonly string[]> {
  const applied = [...(await migrate(directUrl ?? directoryUrl, { isDirect: directUrl !== undefined }))]
  for (const cell of cells) {
    if (databaseAt(cell.url) === databaseAt(directoryUrl)) continue
    try {
      applied.push(...(await migrateCell(cell)))
    } catch (error) {
      if (!onAway || !isCellAway(error)) throw error
      onAway(cell, error)
    }
  }
  return applied
}

export async function migrateCell({ name, url }: CellAddress): Promise<readonly string[]> {
  const applied = await migrate(url).catch((error: unknown) => {
    if (!(error instanceof DatabaseSetupError)) throw error
    const words = error.message.replaceAll('DATABASE_URL', 'CELLS')
    throw new DatabaseSetupError(`Célula ${name}: ${words}`, { cause: error.cause ?? error })
  })
  return applied.map((file) => `${name}: ${file}`)
}

/** It may answer later; anything else is for the operator to mend before a start. */
export const isCellAway = (error: unknown): boolean =>
  isUnreachable(error instanceof DatabaseSetupError ? error.cause : error)
