import { errorMessages } from '../../contract/shared/error-messages.ts'
import { AppError } from '../errors/app-error.ts'
import { isDatabaseLost } from './connections/database-lost.ts'
import { followingMoves } from './moved.ts'
import { withStoreScope, type Scope } from './scope.ts'
import {
  partsOf,
  type Cells,
  type StoreDatabase,
  type StoresOfCell,
  type StoreTransaction,
} from './tables.ts'

const storesAtOnce = 200

type Work<T> = (tx: StoreTransaction, storeIds: readonly string[]) => Promise<T>

/**
 * What the rows of many stores answer, a transaction for each two hundred. For rounds that look for the few stores with
 * something to do: one transaction a store would be a hundred a second in a house of a thousand.
 */
export const readManyStores = <T>(
  cells: Cells,
  storeIds: readonly string[],
  read: Work<readonly T[]>,
): Promise<readonly T[]> => manyStores(cells, storeIds, read, { reads: true })

/** The same for a change; done twice it must be as done once. */
export const changeManyStores = async (
  cells: Cells,
  storeIds: readonly string[],
  change: Work<unknown>,
): Promise<void> =>
  void (await manyStores(cells, storeIds, async (tx, ids) => (await change(tx, ids), []), {}))

async function manyStores<T>(
  cells: Cells,
  storeIds: readonly string[],
  work: Work<readonly T[]>,
  scope: Scope,
): Promise<readonly T[]> {
  if (storeIds.length === 0) return []
  return followingMoves(cells, async () => {
    const found: T[] = []
    for (const part of await cells.parts(storeIds))
      for (let from = 0; from < part.storeIds.length; from += storesAtOnce) {
        const ids = part.storeIds.slice(from, from + storesAtOnce)
        found.push(...(await withStoreScope(part.cell, ids, (tx) => work(tx, ids), scope)))
      }
    return found
  })
}

/**
 * What a screen reads of several stores, an answer of each of their cells, side by side. On one machine it is one
 * answer by one transaction, and the reader's own merge has nothing to do.
 */
export const readEachCell = <T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  read: Work<T>,
  scope?: Scope,
): Promise<readonly [T, ...T[]]> => eachCell(database, storeIds, read, { ...scope, reads: true })

/**
 * A change in the cells of these stores, one after the other; done twice it must be as done once. A cell that fails keeps no
 * other from its change: then the refusal names each store with what became of it, and the same call does what is left.
 */
export async function changeEachCell<T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  change: Work<T>,
): Promise<readonly T[]> {
  const done: { readonly part: StoresOfCell; readonly answer: T }[] = []
  const failed: { readonly part: StoresOfCell; readonly error: unknown }[] = []
  for (const part of await partsOf(database, storeIds))
    try {
      const answer = await withStoreScope(database, part.storeIds, (tx) => change(tx, part.storeIds))
      done.push({ part, answer })
    } catch (error) {
      failed.push({ part, error })
    }
  const [first] = failed
  if (first && done.length === 0) throw first.error
  if (first)
    throw new AppError('selection/partly-done', {
      cause: first.error,
      details: [
        ...done.flatMap(({ part }) => part.storeIds.map((path) => ({ path, message: 'Feito.' }))),
        ...failed.flatMap(({ part, error }) =>
          part.storeIds.map((path) => ({ path, message: notDone(error) })),
        ),
      ],
    })
  return done.map(({ answer }) => answer)
}

function notDone(error: unknown): string {
  if (isDatabaseLost(error)) return 'Não foi feito: o banco de dados desta loja não responde agora.'
  return error instanceof AppError ? `Não foi feito. ${errorMessages[error.code]}` : 'Não foi feito.'
}

const eachCell = <T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  work: Work<T>,
  scope: Scope,
): Promise<readonly [T, ...T[]]> =>
  followingMoves(database, async () => {
    const parts = await partsOf(database, storeIds)
    const [first, ...others] = await Promise.all(
      parts.map((part) =>
        withStoreScope(part.cell, part.storeIds, (tx) => work(tx, part.storeIds), scope).catch(
          (error: unknown) => {
            throw parts.length > 1 && isDatabaseLost(error) ? partAway(part) : error
          },
        ),
      ),
    )
    return [first as T, ...others]
  })

/** Names the stores of the cell that does not answer: those of the other cells can be asked alone. */
export const partAway = ({ storeIds }: StoresOfCell): AppError =>
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
