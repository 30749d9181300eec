import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { lookAtItems, wishItems } from '../../stores/stores.ts'

/**
 * Makes the items of the store as they are wished at its marketplaces. The former version enqueued it without a wish:
 * the state of that item is a wish now. Outside any transaction; may be repeated.
 */
export async function sendItem(deps: Deps, storeId: string, itemId: string): Promise<void> {
  await withStoreScope(deps.cells, [storeId], (tx) => wishItems(tx, storeId, [itemId], { now: deps.now() }))
  await lookAtItems(deps, storeId)
}
