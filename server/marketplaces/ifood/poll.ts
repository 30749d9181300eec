import { sql } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../marketplace.ts'
import { keepEvents, partnerEvent } from '../inbox/inbox.ts'

const merchantsPerCall = 100
const acknowledgedPerCall = 2_000

/**
 * One round of polling: events are committed, then acknowledged, unknown and repeated ones too
 * (docs/marketplaces/ifood.md section 3). The call is also the heartbeat that keeps the stores open.
 */
export async function pollIfood(deps: Deps): Promise<ReadonlySet<string>> {
  const routes = await deps.db
    .selectFrom('merchant_routes')
    .select(['merchant_id', 'store_id'])
    .where('platform', '=', 'ifood')
    .orderBy('merchant_id')
    .execute()
  const woken = new Set<string>()
  for (let at = 0; at < routes.length; at += merchantsPerCall) {
    const some = routes.slice(at, at + merchantsPerCall)
    const events = await eventsOf(
      deps,
      some.map((route) => route.merchant_id),
    )
    const read = events.flatMap((raw) => partnerEvent(raw, deps.now()) ?? [])
    for (const storeId of await keepEvents(deps, read, 'polling')) woken.add(storeId)
    for (let from = 0; from < read.length; from += acknowledgedPerCall) {
      await deps.marketplace.acknowledge(
        read.slice(from, from + acknowledgedPerCall).map((event) => event.id),
      )
    }
    await noteHeartbeat(
      deps,
      some.map((route) => route.store_id),
    )
  }
  return woken
}

/** A merchant that the partner no longer grants is left out, and the rest is asked again. */
async function eventsOf(deps: Deps, merchantIds: readonly string[]): Promise<readonly unknown[]> {
  if (merchantIds.length === 0) return []
  try {
    return await deps.marketplace.pollEvents(merchantIds)
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.unauthorisedMerchants.length === 0) throw error
    const refused = new Set(error.unauthorisedMerchants)
    const granted = merchantIds.filter((id) => !refused.has(id))
    if (granted.length === merchantIds.length) throw error
    deps.log.warn({ refused: [...refused] }, 'iFood does not grant these merchants')
    return eventsOf(deps, granted)
  }
}

async function noteHeartbeat(deps: Deps, storeIds: readonly string[]): Promise<void> {
  const unique = [...new Set(storeIds)]
  await withStoreScope(deps.db, unique, (tx) =>
    tx
      .updateTable('integrations')
      .set({ last_polled_at: deps.now() })
      .where('store_id', 'in', unique)
      .where('type', '=', 'ifood')
      .execute(),
  )
}

/** What iFood says of each store: shown beside our own reasons when it is closed over there. */
export async function readChannelHealth(deps: Deps): Promise<void> {
  const routes = await deps.db
    .selectFrom('merchant_routes')
    .select(['merchant_id', 'store_id'])
    .where('platform', '=', 'ifood')
    .execute()
  for (const route of routes) {
    const status = await deps.marketplace.merchantStatus(route.merchant_id)
    const health = JSON.stringify({ ...status, checkedAt: deps.now().toISOString() })
    await withStoreScope(deps.db, [route.store_id], (tx) =>
      tx
        .updateTable('integrations')
        .set({ health: sql`${health}::jsonb` })
        .where('store_id', '=', route.store_id)
        .where('type', '=', 'ifood')
        .where('merchant_id', '=', route.merchant_id)
        .execute(),
    )
  }
}
