import type { Deps } from '../deps.ts'
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

/** Every merchant of a marketplace that has a store, by the connection that serves it. */
export async function connectedMerchants(deps: Deps, platform: string): Promise<readonly Connection[]> {
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['merchant_id', 'store_id', 'credential_id'])
    .where('platform', '=', platform)
    .orderBy('merchant_id')
    .execute()
  const connections = new Map<Marketplace, ConnectedMerchant[]>()
  for (const { merchant_id: merchantId, store_id: storeId, credential_id: credentialId } of routes) {
    const marketplace =
      credentialId === null
        ? deps.marketplaces.of(platform)
        : await deps.marketplaces.marketplaceFor({ storeId, platform }).catch(() => null)
    // Disconnected since the routes were read.
    if (!marketplace) continue
    const merchants = connections.get(marketplace) ?? []
    connections.set(marketplace, merchants)
    merchants.push({ merchantId, storeId })
  }
  return [...connections].map(([marketplace, merchants]) => ({ marketplace, merchants }))
}

/** Every store that is connected to a marketplace. */
export async function storesAtMarketplaces(deps: Deps): Promise<readonly string[]> {
  const rows = await deps.directory.selectFrom('merchant_routes').select('store_id').distinct().execute()
  return rows.map((row) => row.store_id)
}
