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
    const event = ifoodEvent(parsed(body), now)
    if (!event) throw new AppError('validation/invalid')
    return [event]
  },
}

export function isSignedBy(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function parsed(body: Buffer): unknown {
  try {
    return readJson(platform, body.toString('utf8'))
  } catch {
    throw new AppError('validation/invalid')
  }
}
