import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { AppError } from '../errors/app-error.ts'
import type { Cell, Cells, Directory, StoresOfCell } from './tables.ts'

type Place = Map<string, string>

export interface SeveralCells {
  readonly directory: Kysely<Directory>
  readonly log: Logger
  /** By the name that the directory knows. */
  readonly byName: ReadonlyMap<string, Kysely<Cell>>
  /** What was looked up; shared by the pools of one process. The cell itself says when a store has left it. */
  readonly known: Place
  /** Cells that have not answered since the start of the process. */
  readonly away?: () => readonly string[]
}

/**
 * Finds the cell of a store by the directory's `store_places`, once for each store and process
 * (docs/adr/0109-a-store-is-found-in-its-cell.md).
 */
export function severalCells(parts: SeveralCells): Cells {
  const names = [...parts.byName.keys()]
  const finding = {
    of: async (storeId: string) => (await partsOf(parts, [storeId]))[0].cell,
    ofAll: async (storeIds: readonly string[]) => {
      const [first, ...others] = await partsOf(parts, storeIds)
      if (others.length > 0) throw new AppError('selection/two-cells')
      return first.cell
    },
    parts: (storeIds: readonly string[]) => partsOf(parts, storeIds),
    forget: (storeIds: readonly string[]) => {
      for (const storeId of storeIds) parts.known.delete(storeId.toLowerCase())
    },
    away: parts.away ?? (() => []),
  }
  const each = [...parts.byName].map(([name, cell]): Cells => {
    const view: Cells = {
      ...finding,
      all: [cell],
      names: [name],
      within: name,
      get each() {
        return [view]
      },
    }
    return view
  })
  return { ...finding, all: [...parts.byName.values()], names, within: null, each }
}

type Parts = readonly [StoresOfCell, ...StoresOfCell[]]

async function partsOf(parts: SeveralCells, storeIds: readonly string[]): Promise<Parts> {
  await lookUp(parts, storeIds)
  const byCell = Map.groupBy(storeIds, (storeId) => cellOf(parts, storeId))
  const [first, ...others] = [...byCell].map(([cell, ids]) => ({ cell, storeIds: ids }))
  if (first) return [first, ...others]
  const [cell] = parts.byName.values()
  if (!cell) throw new Error('no cell')
  return [{ cell, storeIds }]
}

/** One statement for all that are not known yet, none when every store is. */
async function lookUp({ directory, known }: SeveralCells, storeIds: readonly string[]): Promise<void> {
  const unknown = storeIds.filter((storeId) => !known.has(storeId.toLowerCase()))
  if (unknown.length === 0) return
  const rows = await directory
    .selectFrom('store_places')
    .select(['store_id', 'cell'])
    .where(sql<boolean>`store_id = any (${unknown}::uuid[])`)
    .execute()
  for (const row of rows) known.set(row.store_id, row.cell)
}

/** A store without a cell here is refused: another cell would answer that it has nothing, and would take its rows. */
function cellOf({ byName, known, log }: SeveralCells, storeId: string): Kysely<Cell> {
  const name = known.get(storeId.toLowerCase())
  const cell = name === undefined ? undefined : byName.get(name)
  if (cell) return cell
  const configured = [...byName.keys()]
  log.error(
    { storeId, cell: name ?? null, configured },
    name === undefined
      ? 'store_places does not say in which cell this store is; nothing was read or written'
      : 'this store is in a cell that CELLS does not name; nothing was read or written',
  )
  throw new AppError('store/cell-unknown')
}

/** The directory lists stores of every cell: where the work is of one cell, only of those that live in it. */
export const livesIn = (cell: string) =>
  sql<boolean>`store_id in (select p.store_id from store_places p where p.cell = ${cell})`
