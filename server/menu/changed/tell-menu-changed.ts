import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'

/**
 * Has each marketplace that fetches the store's menu from us read it again. May be repeated; one that refuses reads it at
 * its own pace. Throws while one cannot be reached.
 */
export async function tellMenuChanged(deps: Deps, storeId: string): Promise<void> {
  const connected = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('integrations')
      .select('type')
      .where('store_id', '=', storeId)
      .where('status', '=', 'active')
      .execute(),
  )
  const told = await Promise.allSettled(
    connected
      .filter(({ type }) => deps.marketplaces.kinds.some(({ platform }) => platform === type))
      .map(async ({ type: platform }) => {
        const { account } = await deps.marketplaces.marketplaceFor({ storeId, platform })
        await account?.menuChanged?.()
      }),
  )
  for (const one of told) if (one.status === 'rejected' && mayPass(one.reason)) throw one.reason
}

const mayPass = (error: unknown): boolean => !(error instanceof MarketplaceError) || error.temporary
