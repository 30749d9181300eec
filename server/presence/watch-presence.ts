import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { storesAtMarketplaces } from '../marketplaces/connected-merchants.ts'
import { actOnStore, hasStep } from './act-on-store.ts'
import { presencePace } from './chain.rules.ts'
import { presenceOf } from './presence.reads.ts'

/** Stores read in one transaction. */
const atOnce = 200

/** What one process knows of its own looking. Ms since 1970; null: it has not looked yet. */
export interface Looking {
  since: number | null
  lastAt: number | null
}

export const beginLooking = (): Looking => ({ since: null, lastAt: null })

/**
 * One look at every store at a marketplace. While nobody looked, nobody's silence was heard: a process that begins, or was
 * frozen, judges nobody before a board had time to speak.
 */
export async function watchPresence(deps: Deps, looking: Looking, signal: AbortSignal): Promise<void> {
  const now = deps.now().getTime()
  const { since, lastAt } = looking
  const isBlind =
    since === null || lastAt === null || now < lastAt || now - lastAt > presencePace.blindAfterMs
  const from = isBlind ? now : since
  looking.since = from
  looking.lastAt = now
  const storeIds = await storesAtMarketplaces(deps)
  for (let first = 0; first < storeIds.length && !signal.aborted; first += atOnce)
    await lookAt(deps, storeIds.slice(first, first + atOnce), from)
  looking.lastAt = Math.max(deps.now().getTime(), now)
}

async function lookAt(deps: Deps, storeIds: readonly string[], since: number): Promise<void> {
  const now = deps.now()
  const stores = await withStoreScope(deps.cells, storeIds, (tx) => presenceOf(tx, storeIds, now))
  for (const store of stores) {
    if (!hasStep(store, since, now)) continue
    try {
      await actOnStore(deps, store.storeId, since)
    } catch (error) {
      deps.log.warn(
        { err: error, storeId: store.storeId },
        'the presence of one store waits for the next look',
      )
    }
  }
}
