import { behindDoor } from './behind-door.ts'
import { ifood } from './ifood/ifood.ts'
import type {
  Authorisation,
  ConnectionParts,
  FindAuthorisation,
  MarketplaceKind,
  Marketplaces,
} from './marketplace-kind.ts'
import { MarketplaceError, type Marketplace } from './marketplace.ts'

/** A new marketplace is one more entry here, beside its entry in contract/shared/channel-table.ts. */
export const everyKind: readonly MarketplaceKind[] = [ifood]

/** One connection per platform and credential, made when it is first needed. */
export function createMarketplaces(
  parts: ConnectionParts,
  kinds: readonly MarketplaceKind[] = everyKind,
  findAuthorisation: FindAuthorisation = () => Promise.resolve(null),
): Marketplaces {
  const connections = new Map<string, Marketplace>()
  const connect = (platform: string, authorisation: Authorisation | null): Marketplace => {
    const key = JSON.stringify([platform, authorisation?.key ?? null])
    const known = connections.get(key)
    if (known) return known
    const kind = kinds.find((one) => one.platform === platform)
    if (!kind) throw new MarketplaceError(platform, 'not-configured', 'no such marketplace')
    const made = behindDoor(kind.connect(parts, authorisation), parts.now)
    connections.set(key, made)
    return made
  }
  return {
    kinds,
    configured: kinds
      .filter((kind) => kind.isConfigured(parts.env))
      .map((kind) => connect(kind.platform, null)),
    of: (platform) => connect(platform, null),
    marketplaceFor: async (channel) => connect(channel.platform, await findAuthorisation(channel)),
  }
}
