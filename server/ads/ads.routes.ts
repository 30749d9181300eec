import * as contract from '../../contract/ads/ads.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readAds } from './ads.reads.ts'
import { disconnectAds, finishAdsSetup, startAdsSetup } from './change-setup.ts'
import { addAd, endAd } from './edit-ads.ts'
import { linkOrderToAd } from './link-order.ts'

export const adsRoutes: readonly ServedRoute[] = [
  on(contract.readAds, readAds),
  on(contract.startAdsSetup, startAdsSetup),
  on(contract.finishAdsSetup, finishAdsSetup),
  on(contract.disconnectAds, disconnectAds),
  on(contract.addAd, addAd),
  on(contract.endAd, endAd),
  on(contract.linkOrderToAd, linkOrderToAd),
]
