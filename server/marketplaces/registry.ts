import { aiqfome } from './aiqfome/aiqfome.ts'
import { keeta } from './keeta/keeta.ts'
import { sanitiseMarketplace } from './sanitise/sanitise-marketplace.ts'
import { ifood } from './ifood/ifood.ts'
import type {
  Authorisation,
  ChannelAccounts,
  ConnectionParts,
  Linking,
  MarketplaceKind,
  Marketplaces,
} from './marketplace-kind.ts'
import type { Marketplace } from './marketplace.ts'
import { openDelivery } from './open-delivery/open-delivery.ts'
import { MarketplaceError } from './marketplace-error.ts'
import { observed, observedForStore } from './observed.ts'

/** A new marketplace is one more entry here, beside its rules in contract/shared/channel-table.ts. */
export const everyKind: readonly MarketplaceKind[] = [ifood, openDelivery, keeta, aiqfome]

/** Every store uses the credentials of the environment, and nobody watches the calls. */
const noAccounts: ChannelAccounts = {
  find: () => Promise.resolve(null),
  renewalOf: () => Promise.resolve(null),
  note: () => {},
}

/** One connection per platform and credential, made when it is first needed. */
export function createMarketplaces(
  parts: ConnectionParts,
  kinds: readonly MarketplaceKind[] = everyKind,
  accounts: ChannelAccounts = noAccounts,
): Marketplaces {
  const connections = new Map<string, Marketplace>()
  const storeViews = new WeakMap<Marketplace, Map<string, Marketplace>>()
  const watch = { note: accounts.note, now: parts.now }
  const kindOf = (platform: string): MarketplaceKind => {
    const kind = kinds.find((one) => one.platform === platform)
    if (!kind) throw new MarketplaceError(platform, 'not-configured', 'no such marketplace')
    return kind
  }
  const connect = (platform: string, authorisation: Authorisation | null): Marketplace => {
    const key = JSON.stringify([platform, authorisation?.key ?? null])
    const known = connections.get(key)
    if (known) return known
    const made = observed(
      sanitiseMarketplace(kindOf(platform).connect(parts, authorisation), parts.now),
      watch,
    )
    connections.set(key, made)
    return made
  }
  /** The same object each time: merchants are grouped by their connection. */
  const viewOf = (connection: Marketplace, storeId: string): Marketplace => {
    const views = storeViews.get(connection) ?? new Map<string, Marketplace>()
    storeViews.set(connection, views)
    const view = views.get(storeId) ?? observedForStore(connection, storeId, watch)
    views.set(storeId, view)
    return view
  }
  const linking = (platform: string): Linking | null =>
    kinds.find((one) => one.platform === platform)?.linking?.(parts) ?? null
  return {
    kinds,
    configured: kinds
      .filter((kind) => kind.isConfigured(parts.env))
      .map((kind) => connect(kind.platform, null)),
    of: (platform) => connect(platform, null),
    marketplaceFor: async (channel) => {
      const authorisation = await accounts.find(channel, linking(channel.platform))
      return viewOf(connect(channel.platform, authorisation), channel.storeId)
    },
    renewalOf: accounts.renewalOf,
    linking,
    connectWith: (platform, authorisation) =>
      sanitiseMarketplace(kindOf(platform).connect(parts, authorisation), parts.now),
  }
}
