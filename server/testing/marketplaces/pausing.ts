import type { Marketplace } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { MarketplaceKind } from '../../marketplaces/marketplace-kind.ts'
import type { KnownPause } from '../../marketplaces/merchant.ts'

/** True in this share of the asks, 0 to 1. */
interface Random {
  readonly chance: (share: number) => boolean
}

export interface PausingMarketplace {
  readonly kind: MarketplaceKind
  /** By merchant. */
  readonly pauses: ReadonlyMap<string, readonly KnownPause[]>
  readonly failed: () => number
}

/** A marketplace that keeps pauses and nothing else. `share` of its calls fail: half of them after they took effect. */
export function pausingMarketplace(platform: string, share: number, random: Random): PausingMarketplace {
  const pauses = new Map<string, KnownPause[]>()
  let failed = 0
  const answered = async <T>(act: () => T): Promise<T> => {
    if (!random.chance(share)) return act()
    failed += 1
    if (random.chance(0.5)) act()
    throw new MarketplaceError(platform, 'unreachable', 'planted')
  }
  const marketplace: Marketplace = {
    platform,
    events: { read: () => null },
    orders: {
      read: () => Promise.reject(new MarketplaceError(platform, 'not-found', 'it has no orders')),
      request: async () => 'unasked',
    },
    pauses: {
      maxDays: 7,
      pause: (merchantId, { words, start, end }) =>
        answered(() => {
          const own = pauses.get(merchantId) ?? []
          const id = `${merchantId} ${String(own.length)}`
          pauses.set(merchantId, [...own, { id, words, start, end }])
          return id
        }),
      resume: (merchantId, pauseId) =>
        answered(() => {
          pauses.set(
            merchantId,
            (pauses.get(merchantId) ?? []).filter(({ id }) => id !== pauseId),
          )
        }),
      read: (merchantId) => answered(() => pauses.get(merchantId) ?? []),
    },
  }
  return {
    kind: { platform, isConfigured: () => true, connect: () => marketplace },
    pauses,
    failed: () => failed,
  }
}
