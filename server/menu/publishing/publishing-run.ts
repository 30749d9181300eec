import type { Deps } from '../../deps.ts'
import type { MerchantPublishing } from '../../marketplaces/published-menu.ts'
import type { Publication } from './publication-rows.ts'

/** One stretch of a publication. */
export interface PublishingRun {
  readonly deps: Deps
  readonly storeId: string
  readonly publication: Publication
  readonly publishing: MerchantPublishing
}
