import { AppError } from '../../errors/app-error.ts'
import type { MarketplaceWebhook } from '../marketplace-kind.ts'
import { isSignedBy, signedJson } from '../signed-body.ts'
import { ifoodEvent } from './event.ts'
import { platform } from './http.ts'

/** iFood's webhook (docs/marketplaces/ifood.md section 4). */
export const ifoodWebhook: MarketplaceWebhook = {
  path: '/webhooks/ifood',
  status: 202,
  present: (merchantIds) => ({ merchantIds }),
  read: ({ headers, body }, { env, now }) => {
    const secret = env.IFOOD_CLIENT_SECRET
    if (!secret) throw new AppError('route/not-found')
    const signature = headers['x-ifood-signature']
    if (typeof signature !== 'string' || !isSignedBy(secret, body, signature)) {
      throw new AppError('webhook/bad-signature')
    }
    return [ifoodEvent(signedJson(platform, body), now)]
  },
}
