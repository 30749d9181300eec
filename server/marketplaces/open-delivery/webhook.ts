import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import type { MarketplaceWebhook } from '../marketplace-kind.ts'
import { readJson } from '../sanitise/read-json.ts'
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
    return [openDeliveryEvent(parsed(body), now, merchantId)]
  },
}

const unsigned = (): AppError => new AppError('webhook/bad-signature')

function isSignedBy(secret: string, body: Buffer, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

/** The text itself when it is not JSON: the application signed it, so it is kept. */
function parsed(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return readJson(platform, text)
  } catch {
    return text
  }
}
