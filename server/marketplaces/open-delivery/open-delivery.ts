import type { Authorisation, ConnectionParts, MarketplaceKind } from '../marketplace-kind.ts'
import type { Marketplace } from '../marketplace.ts'
import type { MerchantAccount } from '../merchant.ts'
import { openDeliveryDisputes, openDeliveryOrders } from './actions.ts'
import { applicationOf } from './application.ts'
import { createCaller, type Caller } from './caller.ts'
import { openDeliveryEvent } from './event.ts'
import { rejectFailure } from './http.ts'
import { openDeliveryLinking } from './linking.ts'
import { merchantIdOf, ourMerchantId } from './merchant-ids.ts'
import { openDeliveryPolling } from './polling.ts'
import { standard, type OpenDeliveryProfile } from './profile.ts'
import { openDeliveryWebhook } from './webhook.ts'

/** Balcão as the software service of ordering applications, by the standard as it is written. */
export const openDelivery: MarketplaceKind = openDeliveryChannel(standard)

/** The door of this folder: a channel for an application with rules of its own. */
export function openDeliveryChannel(profile: OpenDeliveryProfile): MarketplaceKind {
  return {
    platform: profile.platform,
    // Stores that bring their own credentials need none of the environment.
    isConfigured: (env) => profile.credentials.of === 'merchant' || applicationOf(profile, env) !== null,
    connect: (parts, authorisation) => connect(profile, parts, authorisation),
    linking: (parts) => openDeliveryLinking(profile, parts),
    webhook: openDeliveryWebhook(profile),
  }
}

function connect(
  profile: OpenDeliveryProfile,
  parts: ConnectionParts,
  authorisation: Authorisation | null,
): Marketplace {
  const call = createCaller(profile, parts, authorisation)
  const { log, now } = parts
  return {
    platform: profile.platform,
    orders: openDeliveryOrders(profile, { call, log, now }),
    events: {
      read: (raw, receivedAt) => {
        const event = openDeliveryEvent(profile, raw, { receivedAt, merchantId: null })
        return event.id === '' ? null : event
      },
    },
    polling: openDeliveryPolling(profile, { call, log, now }),
    disputes: openDeliveryDisputes(profile, call),
    account: openDeliveryAccount(profile, call),
  }
}

/** The application says of a merchant at most how it read its menu last. */
function openDeliveryAccount(profile: OpenDeliveryProfile, call: Caller): MerchantAccount {
  const { onboarding, takesMerchantUpdates, saysMerchantStatus, webhook } = profile
  const update = async (json: object) =>
    rejectFailure(await call('POST', '/v1/merchantUpdate', { json }), 'merchant update')
  return {
    readMerchant: async (typed) => {
      const merchantId = merchantIdOf(profile, typed)
      if (saysMerchantStatus) {
        const id = encodeURIComponent(ourMerchantId(profile, merchantId))
        rejectFailure(await call('GET', `/v1/merchantStatus?merchantId=${id}`), 'merchant')
      }
      return { merchantId, name: merchantId, address: null }
    },
    ...(takesMerchantUpdates && {
      // Without content it stands for all of the merchant, which the application then reads at our address.
      menuChanged: () => update({}),
      sellingChanged: (sells) => update({ merchantStatus: sells ? 'AVAILABLE' : 'UNAVAILABLE' }),
    }),
    ...(onboarding && {
      onboard: async (merchantId, { origin, menuUrl }) => {
        const path = onboarding.replace('{id}', encodeURIComponent(ourMerchantId(profile, merchantId)))
        const json = {
          orderingAppMerchantId: merchantId,
          getMerchantURL: { baseURL: menuUrl },
          ordersWebhookURL: origin + webhook.path,
        }
        rejectFailure(await call('PUT', path, { json }), 'onboarding')
      },
    }),
  }
}
