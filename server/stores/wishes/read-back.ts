import type { Deps } from '../../deps.ts'
import { lookAtItems } from './look-at-items.ts'
import { lookAtWishes } from './reconcile-store.ts'

/** All that is wished of marketplaces: the store first, then its items. */
export async function readBackWishes(deps: Deps, storeId: string): Promise<void> {
  await lookAtWishes(deps, storeId)
  await lookAtItems(deps, storeId)
}
