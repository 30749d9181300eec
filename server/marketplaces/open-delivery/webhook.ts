import { AppError } from '../../errors/app-error.ts'
import type { MarketplaceWebhook } from '../marketplace-kind.ts'
import { isSignedBy, signedJson } from '../signed-body.ts'
import { openDeliveryEvent } from './event.ts'
import { platform } from './http.ts'
import { credentialsOf } from './linking.ts'

/** Where applications post events (docs/marketplaces/open-delivery.md section 4). */
export const openDeliveryWebhook: MarketplaceWebhook = {
  path: '/webhooks/open-delivery/v1/newEvent',
  status: 204,
  read: async ({ headers, body }, { now, renewalOf }) => {
    const merchantId = headers['x-app-merchantid']
    const signature = headers['x-app-signature']
    if (typeof merchantId !== 'string' || typeof signature !== 'string') throw unsigned()
    const renewal = await renewalOf(merchantId)
    if (renewal === null) throw unsigned()
    const { clientSecret, appId } = credentialsOf(renewal)
    if (appId !== null && headers['x-app-id'] !== appId) throw unsigned()
    if (!isSignedBy(clientSecret, body, signature)) throw unsigned()
    return [openDeliveryEvent(signedJson(platform, body), now, merchantId)]
  },
}

const unsigned = (): AppError => new AppError('webhook/bad-signature')
