import { openDeliveryChannel } from '../open-delivery/open-delivery.ts'
import type { OpenDeliveryProfile } from '../open-delivery/profile.ts'

/** docs/marketplaces/keeta.md */
const profile: OpenDeliveryProfile = {
  platform: 'keeta',
  credentials: {
    of: 'software',
    names: { baseUrl: 'KEETA_BASE_URL', clientId: 'KEETA_CLIENT_ID', clientSecret: 'KEETA_CLIENT_SECRET' },
    grantType: 'app_level_token',
  },
  signsRequests: true,
  webhook: { path: '/webhooks/keeta/v1/newEvent', status: 200, encoding: 'base64' },
  maxPolled: 500,
  merchantIdLetters: 36,
  onboarding: {
    path: '/v1/merchantOnboarding?merchantId={id}',
    id: { field: 'keetaMerchantId', as: 'number' },
  },
  updates: { path: '/v1/merchantUpdate/{id}', menu: 'whole' },
  standBy: null,
  saysMerchantStatus: false,
  validatesCodes: false,
  encryption: { prefix: 'ENC_', decryptPath: '/v1/batchDecrypt', atOnce: 50 },
  refunds: true,
}

export const keeta = openDeliveryChannel(profile)
