import { sql } from 'kysely'
import { afterCommit } from '../../db/after-commit.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import type { MarketplaceEvent } from '../marketplace-event.ts'

/**
 * Commits events before they are acknowledged. A repeat changes nothing; an event of a merchant without
 * a store is kept apart. Returns the stores with pending work.
 */
export async function keepEvents(
  deps: Deps,
  platform: string,
  events: readonly MarketplaceEvent[],
  via: 'polling' | 'webhook',
): Promise<ReadonlySet<string>> {
  const storeOf = await storesOfMerchants(deps, platform, events)
  const known = events.filter((event) => event.merchantId !== null && storeOf.has(event.merchantId))
  const strays = events.filter((event) => event.merchantId === null || !storeOf.has(event.merchantId))
  for (const event of strays) {
    await deps.directory
      .insertInto('stray_events')
      .values({
        source: platform,
        event_id: event.id,
        merchant_id: event.merchantId,
        payload: JSON.stringify(event.raw),
      })
      .onConflict((conflict) => conflict.constraint('stray_events_pkey').doNothing())
      .execute()
  }
  if (known.length === 0) return new Set()
  const rows = known.map((event) => ({
    store_id: storeOf.get(event.merchantId ?? '') ?? '',
    event_id: event.id,
    order_external_id: event.orderId,
    code: event.code,
    payload: event.raw,
    partner_at: event.at.toISOString(),
  }))
  const storeIds = [...new Set(rows.map((row) => row.store_id))]
  await withStoreScope(deps.cells, storeIds, async (tx) => {
    await sql`
      insert into inbox (store_id, source, event_id, order_external_id, code, payload, partner_at, via)
      select store_id, ${platform}, event_id, order_external_id, code, payload, partner_at, ${via}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (store_id uuid, event_id text,
        order_external_id text, code text, payload jsonb, partner_at timestamptz)
      order by store_id, event_id
      on conflict on constraint inbox_pkey do nothing`.execute(tx)
    afterCommit(tx, { queue: 'inbox' })
    await tx
      .updateTable('integrations')
      .set({ last_event_at: deps.now() })
      .where('store_id', 'in', storeIds)
      .where('type', '=', platform)
      .execute()
  })
  return new Set(storeIds)
}

/** Only our own routes name the store: a payload is never trusted for that. */
async function storesOfMerchants(
  deps: Deps,
  platform: string,
  events: readonly MarketplaceEvent[],
): Promise<ReadonlyMap<string, string>> {
  const merchantIds = [...new Set(events.flatMap((event) => (event.merchantId ? [event.merchantId] : [])))]
  if (merchantIds.length === 0) return new Map()
  const rows = await deps.directory
    .selectFrom('merchant_routes')
    .select(['merchant_id', 'store_id'])
    .where('platform', '=', platform)
    .where('merchant_id', 'in', merchantIds)
    .execute()
  return new Map(rows.map((row) => [row.merchant_id, row.store_id]))
}
