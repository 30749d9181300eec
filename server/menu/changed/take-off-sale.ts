import type { Platform } from '../../../contract/shared/channels.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'

/** Of an item that this store deleted. A marketplace that refuses, or takes no such change, is left as it is. */
export async function takeOffSale(
  deps: Deps,
  storeId: string,
  gone: { readonly platform: Platform; readonly merchantId: string; readonly partnerItemId: string },
): Promise<void> {
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: gone.platform })
  try {
    await marketplace.menu?.setStatus(gone.merchantId, gone.partnerItemId, 'UNAVAILABLE')
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
  }
}
