import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { MerchantAccount } from '../../marketplaces/merchant.ts'
import { servedMerchantOf } from '../open-delivery/served-merchant.ts'
import { enqueueMenuNews } from './menu-news.ts'

/**
 * Has each marketplace that has its menu from us take that of now. May be repeated; one that refuses reads it at its own
 * pace. Throws while one cannot be reached.
 */
export async function tellMenuChanged(deps: Deps, storeId: string): Promise<void> {
  const served = () => servedMerchantOf(deps, storeId)
  await eachReader(deps, storeId, async (account, merchantId) => account.menuChanged?.(merchantId, served))
}

/**
 * Sends what these items are sold as now, alone. A marketplace that refuses it reads the whole menu again; one that takes
 * only whole menus gets it with the other edits of half a minute.
 */
export async function tellOffersChanged(
  deps: Deps,
  storeId: string,
  itemIds: readonly string[],
): Promise<void> {
  const served = () => servedMerchantOf(deps, storeId)
  let takesWhole = false
  await eachReader(deps, storeId, async (account, merchantId) => {
    if (!account.offersChanged) {
      takesWhole ||= account.menuChanged !== undefined
      return
    }
    const offers = (await served())?.itemOffers.filter(({ itemId }) => itemIds.includes(itemId)) ?? []
    if (offers.length === 0) return
    try {
      await account.offersChanged(merchantId, offers)
    } catch (error) {
      if (mayPass(error)) throw error
      await account.menuChanged?.(merchantId, served)
    }
  })
  if (takesWhole)
    await withStoreScope(deps.cells, [storeId], (tx) => enqueueMenuNews(tx, storeId, deps.now()))
}

/** All at once. Throws while one of them cannot be reached. */
async function eachReader(
  deps: Deps,
  storeId: string,
  tell: (account: MerchantAccount, merchantId: string) => Promise<void>,
): Promise<void> {
  const connected = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('integrations')
      .select(['type as platform', 'merchant_id', 'merchant_secondary_ids'])
      .where('store_id', '=', storeId)
      .where('status', '=', 'active')
      .execute(),
  )
  const told = await Promise.allSettled(
    connected
      .filter((one) => deps.marketplaces.kinds.some(({ platform }) => platform === one.platform))
      .map(async ({ platform, merchant_id: main, merchant_secondary_ids: others }) => {
        const { account } = await deps.marketplaces.marketplaceFor({ storeId, platform })
        if (account) for (const merchantId of [main, ...others]) await tell(account, merchantId)
      }),
  )
  for (const one of told) if (one.status === 'rejected' && mayPass(one.reason)) throw one.reason
}

const mayPass = (error: unknown): boolean => !(error instanceof MarketplaceError) || error.temporary
