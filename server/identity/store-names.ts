import { byName, mergeSorted, readEachCell } from '../db/many-stores.ts'
import type { Cells } from '../db/tables.ts'

/** What each cell sorted by its stores' names, as one list. One cell's stays as it is, and nothing is read. */
export async function inOrderOfNames<T extends { readonly storeId: string }>(
  cells: Cells,
  [first, ...others]: readonly [readonly T[], ...(readonly T[])[]],
): Promise<readonly T[]> {
  if (others.length === 0) return first
  const found = [first, ...others].flat()
  const names = await storeNames(
    cells,
    found.map(({ storeId }) => storeId),
  )
  const place = new Map([...names.keys()].map((storeId, at) => [storeId, at]))
  return found.toSorted((a, b) => (place.get(a.storeId) ?? 0) - (place.get(b.storeId) ?? 0))
}

/** Names by store id, in their order. For the directory's acts, which know only ids. */
export async function storeNames(
  cells: Cells,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (storeIds.length === 0) return new Map()
  const stores = await readEachCell(cells, storeIds, (tx, ids) =>
    tx.selectFrom('stores').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute(),
  )
  return new Map(mergeSorted(stores, byName).map(({ id, name }) => [id, name]))
}
