import { openDeliveryChannel } from '../open-delivery/open-delivery.ts'
import type { OpenDeliveryProfile } from '../open-delivery/profile.ts'

/** docs/marketplaces/aiqfome.md */
const profile: OpenDeliveryProfile = {
  platform: 'aiqfome',
  credentials: {
    of: 'owner',
    names: {
      baseUrl: 'AIQFOME_BASE_URL',
      clientId: 'AIQFOME_CLIENT_ID',
      clientSecret: 'AIQFOME_CLIENT_SECRET',
    },
    loginUrl: 'AIQFOME_LOGIN_URL',
    redirectUrl: 'AIQFOME_REDIRECT_URL',
    scopes: 'aqf:store:read aqf:store:create aqf:order:read aqf:order:create',
  },
  signsRequests: false,
  webhook: { path: '/webhooks/aiqfome/v1/newEvent', status: 204, encoding: 'hex' },
  maxPolled: 1,
  merchantIdLetters: 0,
  onboarding: { path: '/v1/merchantOnboarding/{id}', id: { field: 'orderingAppMerchantId', as: 'text' } },
  updates: null,
  standBy: {
    baseUrl: 'AIQFOME_STORES_URL',
    path: '/api/v2/store/stand-by',
    openPath: '/api/v2/store/open',
    minutes: 15,
  },
  saysMerchantStatus: false,
  validatesCodes: false,
  encryption: null,
  refunds: false,
}

export const aiqfome = openDeliveryChannel(profile)
