import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { databaseAt, type CellAddress } from '../../env-cells.ts'
import { severalCells } from '../cells.ts'
import { isCellAway, type EveryDatabase } from '../schema/migrate-every.ts'
import type { DB } from '../tables.generated.ts'
import { oneCell, onlyCell, type Directory } from '../tables.ts'
import type { AwayCells } from './away-cells.ts'
import type { DatabaseOptions } from './pool.ts'
import { openPools, type Databases, type Pools } from './pools.ts'

/** The directory and every cell, over the three pools of each. */
export interface OpenDatabases {
  readonly main: Databases
  readonly reports: Databases
  readonly jobs: Databases
  /** The directory's, for people and keys. */
  readonly db: Kysely<DB>
  /** The owner's address of each cell, as `cells.names` has them: for the connections that listen. */
  readonly cellUrls: readonly string[]
  readonly close: () => Promise<void>
}

interface OpenedBy extends EveryDatabase {
  readonly log: Logger
  /** Cells that do not answer are opened shut and tried again; without it each must answer. */
  readonly away?: AwayCells
}

/** A cell in the directory's own database shares its pools. */
export async function openEvery(
  { directoryUrl, directUrl, cells = [{ name: onlyCell, url: directoryUrl }], log, away }: OpenedBy,
  given: DatabaseOptions = {},
): Promise<OpenDatabases> {
  const options = { ...given, pooled: directUrl !== undefined }
  const directory = await openPools(directoryUrl, options)
  const opened = [directory]
  const close = async () => {
    await away?.stop()
    await Promise.all(opened.map((pools) => pools.close()))
  }
  try {
    const byName = new Map<string, Pools>()
    for (const { name, url } of cells) {
      const isDirectory = databaseAt(url) === databaseAt(directoryUrl)
      const pools = isDirectory ? directory : await openCell({ name, url }, options, away)
      if (!isDirectory) opened.push(pools)
      byName.set(name, pools)
    }
    const allKnown = await knowsPlaces(directory.main.db, [...byName.keys()], log)
    const known = new Map<string, string>()
    const over = (pool: 'main' | 'reports' | 'jobs'): Databases => {
      const { db } = directory[pool]
      const named = new Map([...byName].map(([name, pools]) => [name, pools[pool].db]))
      const [first] = named
      return {
        directory: db,
        cells:
          first && named.size === 1 && allKnown
            ? oneCell(first[1], first[0])
            : severalCells({
                directory: db,
                log,
                known,
                byName: named,
                ...(away ? { away: away.names } : {}),
              }),
      }
    }
    away?.follow(async (name) => byName.get(name)?.admit())
    return {
      main: over('main'),
      reports: over('reports'),
      jobs: over('jobs'),
      db: directory.main.db,
      // A pooler hears nothing for those behind it.
      cellUrls: directUrl === undefined ? cells.map(({ url }) => url) : [directUrl],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openCell(
  cell: CellAddress,
  options: DatabaseOptions,
  away: AwayCells | undefined,
): Promise<Pools> {
  try {
    if (!away?.names().includes(cell.name)) return await openPools(cell.url, options)
  } catch (error) {
    if (!away || !isCellAway(error)) throw error
    away.note(cell, error)
  }
  return openPools(cell.url, { ...options, shut: true })
}

/**
 * Whether no store is in a cell that is not named here. With one cell each store is otherwise looked up, so that those
 * are refused.
 */
async function knowsPlaces(
  directory: Kysely<Directory>,
  names: readonly string[],
  log: Logger,
): Promise<boolean> {
  const { rows } = await sql<{ cell: string | null; stores: number }>`
    select p.cell, count(*) as stores from menu_slugs m left join store_places p on p.store_id = m.store_id
    where p.cell <> all (${names}::text[]) or (p.cell is null and ${names.length > 1})
    group by p.cell`.execute(directory)
  for (const { cell, stores } of rows)
    log.error(
      { cell, stores, configured: names },
      'CELLS does not name the cell of some stores; they are refused',
    )
  return rows.every(({ cell }) => cell === null)
}
