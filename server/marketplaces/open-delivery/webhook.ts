import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'
import type { MarketplaceWebhook } from '../marketplace-kind.ts'
import { isSignedBy, signedJson } from '../signed-body.ts'
import { applicationOf } from './application.ts'
import { openDeliveryEvent } from './event.ts'
import { credentialsOf } from './linking.ts'
import { merchantIdOf } from './merchant-ids.ts'
import type { OpenDeliveryProfile } from './profile.ts'

/** Where the application posts events (docs/marketplaces/open-delivery.md section 4). */
export const openDeliveryWebhook = (profile: OpenDeliveryProfile): MarketplaceWebhook => ({
  path: profile.webhook.path,
  status: profile.webhook.status,
  read: async ({ headers, body }, { env, now, renewalOf }) => {
    const sent = headers['x-app-merchantid']
    const signature = headers['x-app-signature']
    if (typeof sent !== 'string' || typeof signature !== 'string') throw unsigned()
    const merchantId = merchantIdOf(profile, sent)
    const signer = await signerOf(profile, env, () => renewalOf(merchantId))
    if (signer === null) throw unsigned()
    if (signer.appId !== null && headers['x-app-id'] !== signer.appId) throw unsigned()
    if (!isSignedBy(signer.secret, body, signature, profile.webhook.encoding)) throw unsigned()
    return [openDeliveryEvent(profile, signedJson(profile.platform, body), { receivedAt: now, merchantId })]
  },
})

interface Signer {
  readonly secret: string
  /** Null: any application that has the secret. */
  readonly appId: string | null
}

/** Whose secret signs: the store's own, or that of our software. Null: nobody's. */
async function signerOf(
  profile: OpenDeliveryProfile,
  env: Env,
  renewal: () => Promise<string | null>,
): Promise<Signer | null> {
  if (profile.credentials.of !== 'merchant') {
    const application = applicationOf(profile, env)
    return application && { secret: application.clientSecret, appId: null }
  }
  const kept = await renewal()
  if (kept === null) return null
  const { clientSecret: secret, appId } = credentialsOf(kept)
  return { secret, appId }
}

const unsigned = (): AppError => new AppError('webhook/bad-signature')
