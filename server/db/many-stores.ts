import { withStoreScope } from './scope.ts'
import type { Cells, StoreTransaction } from './tables.ts'

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
  for (let from = 0; from < storeIds.length; from += storesAtOnce) {
    const ids = storeIds.slice(from, from + storesAtOnce)
    found.push(...(await withStoreScope(cells, ids, (tx) => read(tx, ids))))
  }
  return found
}
