import { AppError } from '../errors/app-error.ts'
import { isDatabaseLost } from './connections/database-lost.ts'
import { withStoreScope, type Scope } from './scope.ts'
import {
  partsOf,
  type Cells,
  type StoreDatabase,
  type StoresOfCell,
  type StoreTransaction,
} from './tables.ts'

const storesAtOnce = 200

/**
 * What the rows of many stores answer, a transaction for each two hundred. For rounds that look for the few stores with
 * something to do: one transaction a store would be a hundred a second in a house of a thousand.
 */
export async function readManyStores<T>(
  cells: Cells,
  storeIds: readonly string[],
  read: (tx: StoreTransaction, storeIds: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = []
  if (storeIds.length === 0) return found
  for (const part of await cells.parts(storeIds))
    for (let from = 0; from < part.storeIds.length; from += storesAtOnce) {
      const ids = part.storeIds.slice(from, from + storesAtOnce)
      found.push(...(await withStoreScope(part.cell, ids, (tx) => read(tx, ids))))
    }
  return found
}

/**
 * What a screen reads of several stores, an answer of each of their cells, side by side. On one machine it is one
 * answer by one transaction, and the reader's own merge has nothing to do.
 */
export async function readEachCell<T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  read: (tx: StoreTransaction, storeIds: readonly string[]) => Promise<T>,
  scope?: Scope,
): Promise<readonly [T, ...T[]]> {
  const parts = await partsOf(database, storeIds)
  const [first, ...others] = await Promise.all(
    parts.map((part) =>
      withStoreScope(part.cell, part.storeIds, (tx) => read(tx, part.storeIds), scope).catch(
        (error: unknown) => {
          throw parts.length > 1 && isDatabaseLost(error) ? partAway(part) : error
        },
      ),
    ),
  )
  return [first as T, ...others]
}

/** Names the stores of the cell that does not answer: those of the other cells can be asked alone. */
const partAway = ({ storeIds }: StoresOfCell): AppError =>
  new AppError('selection/cell-away', {
    details: storeIds.map((path) => ({ path, message: 'O banco de dados desta loja não responde agora.' })),
  })

/** Sorted lists of the cells as one. A single list stays as its database sorted it. */
export function mergeSorted<T>(
  [first, ...others]: readonly [readonly T[], ...(readonly T[])[]],
  compare: (a: T, b: T) => number,
): readonly T[] {
  return others.length === 0 ? first : [first, ...others].flat().toSorted(compare)
}

/** By bytes, as the private PostgreSQL sorts. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byText(a.name, b.name)
