import { livesIn } from '../db/cells.ts'
import type { Deps } from '../deps.ts'
import { eachInParallel } from './each-in-parallel.ts'
import type { Marketplace } from './marketplace.ts'

export interface ConnectedMerchant {
  readonly merchantId: string
  readonly storeId: string
}

/** The merchants that one credential serves. */
export interface Connection {
  readonly marketplace: Marketplace
  readonly merchants: readonly ConnectedMerchant[]
}

/** Which credentials serve a store is a read of its own, and no merchant is polled before the last of them. */
const lookupsAtOnce = 8

/** Every merchant of a marketplace that has a store, by the connection that serves it. */
export async function connectedMerchants(deps: Deps, platform: string): Promise<readonly Connection[]> {
  const { within } = deps.cells
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['merchant_id as merchantId', 'store_id as storeId', 'credential_id as credentialId'])
    .where('platform', '=', platform)
    .$if(within !== null, (routes) => routes.where(livesIn(within ?? '')))
    .orderBy('merchant_id')
    .execute()
  const served = new Map<string, Marketplace>()
  const ownCredentials = routes.filter(({ credentialId }) => credentialId !== null)
  await eachInParallel(ownCredentials, lookupsAtOnce, async ({ merchantId, storeId }) => {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform }).catch(() => null)
    // Null: disconnected since the routes were read.
    if (marketplace) served.set(merchantId, marketplace)
  })
  const connections = new Map<Marketplace, ConnectedMerchant[]>()
  for (const { merchantId, storeId, credentialId } of routes) {
    const marketplace = credentialId === null ? deps.marketplaces.of(platform) : served.get(merchantId)
    if (!marketplace) continue
    const merchants = connections.get(marketplace) ?? []
    connections.set(marketplace, merchants)
    merchants.push({ merchantId, storeId })
  }
  return [...connections].map(([marketplace, merchants]) => ({ marketplace, merchants }))
}

/** Every store that is connected to a marketplace. */
export async function storesAtMarketplaces(deps: Deps): Promise<readonly string[]> {
  const { within } = deps.cells
  const rows = await deps.directory
    .selectFrom('merchant_routes')
    .select('store_id')
    .distinct()
    .$if(within !== null, (stores) => stores.where(livesIn(within ?? '')))
    .execute()
  return rows.map((row) => row.store_id)
}
