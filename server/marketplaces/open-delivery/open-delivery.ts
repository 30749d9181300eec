import type { Authorisation, ConnectionParts, MarketplaceKind } from '../marketplace-kind.ts'
import type { Marketplace } from '../marketplace.ts'
import type { MerchantAccount } from '../merchant.ts'
import { openDeliveryDisputes, openDeliveryOrders } from './actions.ts'
import { createCaller, type Caller } from './caller.ts'
import { openDeliveryEvent } from './event.ts'
import { platform, rejectFailure } from './http.ts'
import { openDeliveryLinking } from './linking.ts'
import { openDeliveryPolling } from './polling.ts'
import { openDeliveryWebhook } from './webhook.ts'

/** The door of this folder: Balcão as the software service of ordering applications. */
export const openDelivery: MarketplaceKind = {
  platform,
  // Every store brings its own credentials, so the environment needs none.
  isConfigured: () => true,
  connect,
  linking: openDeliveryLinking,
  webhook: openDeliveryWebhook,
}

/** Version 1.7 over HTTP (docs/marketplaces/open-delivery.md). */
function connect(parts: ConnectionParts, authorisation: Authorisation | null): Marketplace {
  const call = createCaller(parts, authorisation)
  return {
    platform,
    orders: openDeliveryOrders(call, parts.now),
    events: {
      read: (raw, receivedAt) => {
        const event = openDeliveryEvent(raw, receivedAt, null)
        return event.id === '' ? null : event
      },
    },
    polling: openDeliveryPolling(call, parts.now),
    disputes: openDeliveryDisputes(call),
    account: openDeliveryAccount(call),
  }
}

/** The application says of a merchant only how it read its menu last. */
const openDeliveryAccount = (call: Caller): MerchantAccount => ({
  readMerchant: async (merchantId) => {
    const answer = await call('GET', `/v1/merchantStatus?merchantId=${encodeURIComponent(merchantId)}`)
    rejectFailure(answer, 'merchant')
    return { merchantId, name: merchantId, address: null }
  },
})
