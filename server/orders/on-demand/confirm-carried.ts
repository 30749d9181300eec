import type { Deps } from '../../deps.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { EffectPayload } from '../../outbox/effects.ts'

/**
 * The marketplace places a carried order with the store like any other and cancels it unless it is confirmed. A refusal
 * says that another application, or the marketplace itself, was first; it may not be there for some seconds.
 */
export async function confirmCarried(
  deps: Deps,
  storeId: string,
  { platform, externalId }: EffectPayload<'confirm-carried'>,
): Promise<void> {
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
    await requireFacet(marketplace, 'deliveries').confirm(externalId)
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.kind !== 'refused') throw error
    deps.log.info({ storeId, platform, externalId }, 'a carried order was confirmed by somebody else')
  }
}
