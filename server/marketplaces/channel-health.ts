import { sql } from 'kysely'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { connectedMerchants, type ConnectedMerchant } from './connected-merchants.ts'
import { eachInParallel } from './each-in-parallel.ts'
import type { Marketplace } from './marketplace.ts'

const callsAtOnce = 16
const callLimitMs = 5_000

/**
 * The marketplaces' own word on each store, shown beside our reasons. A merchant that fails keeps its last
 * status, which is unknown once it is too old (server/stores/open-status.rules.ts), and delays no other.
 */
export async function readChannelHealth(deps: Deps, signal?: AbortSignal): Promise<void> {
  const stop = signal ?? new AbortController().signal
  await Promise.all(
    deps.marketplaces.kinds.map(async ({ platform }) => {
      for (const { marketplace, merchants } of await connectedMerchants(deps, platform))
        await eachInParallel(merchants, callsAtOnce, async (merchant) => {
          if (!stop.aborted) await readOne(deps, marketplace, merchant, stop)
        })
    }),
  )
}

async function readOne(
  deps: Deps,
  marketplace: Marketplace,
  { merchantId, storeId }: ConnectedMerchant,
  stop: AbortSignal,
): Promise<void> {
  try {
    const limit = AbortSignal.any([stop, AbortSignal.timeout(callLimitMs)])
    const status = await marketplace.merchantStatus(merchantId, limit)
    const health = JSON.stringify({ ...status, checkedAt: deps.now().toISOString() })
    await withStoreScope(deps.cells, [storeId], (tx) =>
      tx
        .updateTable('integrations')
        .set({ health: sql`${health}::jsonb` })
        .where('store_id', '=', storeId)
        .where('type', '=', marketplace.platform)
        .where('merchant_id', '=', merchantId)
        .execute(),
    )
  } catch (error) {
    if (!stop.aborted)
      deps.log.warn({ err: error, storeId, platform: marketplace.platform }, 'channel status unknown')
  }
}
