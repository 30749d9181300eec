import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import type { MarketplaceWebhook } from '../marketplace-kind.ts'
import { readJson } from '../sanitise/read-json.ts'
import { ifoodEvent } from './event.ts'
import { platform } from './http.ts'

/** iFood's webhook (docs/marketplaces/ifood.md section 4). */
export const ifoodWebhook: MarketplaceWebhook = {
  path: '/webhooks/ifood',
  status: 202,
  read: ({ headers, body }, { env, now }) => {
    const secret = env.IFOOD_CLIENT_SECRET
    if (!secret) throw new AppError('route/not-found')
    const signature = headers['x-ifood-signature']
    if (typeof signature !== 'string' || !isSignedBy(secret, body, signature)) {
      throw new AppError('webhook/bad-signature')
    }
    return [ifoodEvent(parsed(body), now)]
  },
}

export function isSignedBy(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/** The text itself when it is not JSON: iFood signed it, so it is kept. */
function parsed(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return readJson(platform, text)
  } catch {
    return text
  }
}
