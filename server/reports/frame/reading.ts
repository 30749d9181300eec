import { isDatabaseLost } from '../../db/connections/database-lost.ts'
import { partAway } from '../../db/many-stores.ts'
import { followingMoves } from '../../db/moved.ts'
import { withSnapshot, type Snapshot } from '../../db/snapshot.ts'
import type { Cells, StoresOfCell, StoreTransaction } from '../../db/tables.ts'
import type { SelectedStore } from '../../../contract/shared/selection.ts'
import {
  closingsOf,
  inOrderOfNames,
  planByIndex,
  readSelectedStores,
  type StoreDetails,
} from '../figures/selected-stores.ts'
import type { Closing } from '../figures/closings.rules.ts'

/** Reads of a cell that all see the same moment, of its own stores. */
interface CellReading extends Snapshot {
  readonly storeIds: readonly string[]
  /** Of these rows those of this cell's stores. */
  readonly own: <R extends { readonly storeId: string }>(rows: readonly R[]) => readonly R[]
  /** The plan with the days of this cell's stores. */
  readonly part: <P extends { readonly ranges: readonly { readonly storeId: string }[] }>(plan: P) => P
}

type SourceStore = StoreDetails & { readonly merchants: readonly string[] | null }

/** The cells of a report's stores, open at once: what one of them answered may decide what all are asked next. */
export interface Reading {
  readonly stores: readonly SourceStore[]
  readonly closings: ReadonlyMap<string, Closing>
  readonly cells: readonly [CellReading, ...CellReading[]]
  /** An answer of each cell, side by side. */
  readonly each: <T>(
    read: (tx: StoreTransaction, cell: CellReading) => Promise<T>,
  ) => Promise<readonly [T, ...T[]]>
}

interface Options {
  /** Many stores of a cell are read over two connections. */
  readonly halves?: boolean
}

/**
 * Opens a snapshot in each cell of the stores and reads what a report needs to know of them. On one machine there is one; of several
 * cells the moments differ by what the opening takes.
 */
export async function withReading<T>(
  database: Cells,
  selection: readonly SelectedStore[],
  { halves = false }: Options,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  const ids = selection.map((store) => store.storeId)
  const merchantsOf = new Map(selection.map((store) => [store.storeId, store.merchants]))
  const prepareSecond = halves ? planByIndex : undefined
  return followingMoves(database, async () => {
    const parts = await database.parts(ids)
    const openFrom = (at: number, opened: readonly CellReading[]): Promise<T> => {
      const part = parts[at]
      if (!part) return read(opened)
      return withSnapshot(part.cell, part.storeIds, { prepareSecond }, (moment) =>
        openFrom(at + 1, [...opened, readingOf(moment, part)]),
      ).catch((error: unknown) => {
        throw parts.length > 1 && isDatabaseLost(error) ? partAway(part) : error
      })
    }
    return openFrom(0, [])
  })

  async function read([first, ...others]: readonly CellReading[]): Promise<T> {
    if (!first) throw new Error('at least one cell')
    const cells = [first, ...others] as const
    const each: Reading['each'] = async (ask) => {
      const [one, ...rest] = await Promise.all(cells.map((cell) => ask(cell.tx, cell)))
      return [one as Awaited<ReturnType<typeof ask>>, ...rest]
    }
    const selected = await each((tx, { storeIds }) => readSelectedStores(tx, storeIds))
    const stores = inOrderOfNames(selected).map((store) => ({
      ...store,
      merchants: merchantsOf.get(store.storeId) ?? null,
    }))
    return work({ stores, closings: closingsOf(stores), cells, each })
  }
}

function readingOf(moment: Snapshot, { storeIds }: StoresOfCell): CellReading {
  const here = new Set(storeIds)
  const own: CellReading['own'] = (rows) => rows.filter(({ storeId }) => here.has(storeId))
  return { ...moment, storeIds, own, part: (plan) => ({ ...plan, ranges: own(plan.ranges) }) }
}
