import { toldPlatforms } from '../../../contract/stores/told-channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { breaksOf, runningBreak } from '../hours/breaks.reads.ts'

/**
 * Notifies each marketplace that takes no pauses whether the store sells now, once for each change: the state of this
 * moment, so that a late try cannot undo a newer one. Outside any transaction; may be repeated. One that refuses is
 * notified again at the next change. Throws while one cannot be reached.
 */
export async function tellSelling(deps: Deps, storeId: string): Promise<void> {
  const told = await Promise.allSettled(
    (await changedChannels(deps, storeId)).map((change) => tell(deps, storeId, change)),
  )
  for (const one of told) if (one.status === 'rejected') throw one.reason
}

interface Change {
  readonly platform: string
  readonly merchantIds: readonly string[]
  readonly sells: boolean
}

async function changedChannels(deps: Deps, storeId: string): Promise<readonly Change[]> {
  const now = deps.now()
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const connected = await tx
      .selectFrom('integrations')
      .innerJoin('stores', 'stores.id', 'integrations.store_id')
      .select([
        'integrations.type as platform',
        'integrations.merchant_id',
        'integrations.merchant_secondary_ids',
        'integrations.told_selling',
        'stores.active',
      ])
      .where('integrations.store_id', '=', storeId)
      .where('integrations.status', '=', 'active')
      .where('integrations.type', 'in', toldPlatforms)
      .execute()
    if (connected.length === 0) return []
    const breaks = await breaksOf(tx, [storeId], now)
    return connected.flatMap((one) => {
      const { platform } = one
      const sells = one.active && runningBreak(breaks, platform, now) === null
      if (sells === (one.told_selling ?? true)) return []
      return [{ platform, merchantIds: [one.merchant_id, ...one.merchant_secondary_ids], sells }]
    })
  })
}

async function tell(deps: Deps, storeId: string, { platform, merchantIds, sells }: Change): Promise<void> {
  try {
    const { account } = await deps.marketplaces.marketplaceFor({ storeId, platform })
    for (const merchantId of merchantIds) await account?.sellingChanged?.(merchantId, sells)
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    deps.log.warn({ err: error, storeId, platform }, 'a channel does not take that the store sells or stops')
    return
  }
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('integrations')
      .set({ told_selling: sells })
      .where('store_id', '=', storeId)
      .where('type', '=', platform)
      .execute(),
  )
}
