import type { Authorisation, ConnectionParts, MarketplaceKind } from '../marketplace-kind.ts'
import type { Marketplace } from '../marketplace.ts'
import { openDeliveryAccount } from './account.ts'
import { openDeliveryDisputes, openDeliveryOrders } from './actions.ts'
import { applicationOf } from './application.ts'
import { createCaller } from './caller.ts'
import { openDeliveryEvent } from './event.ts'
import { openDeliveryLinking } from './linking.ts'
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
    account: openDeliveryAccount(profile, call, parts),
  }
}
