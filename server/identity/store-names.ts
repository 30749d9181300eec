import { byName, mergeSorted, readEachCell } from '../db/many-stores.ts'
import type { Cells } from '../db/tables.ts'

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
