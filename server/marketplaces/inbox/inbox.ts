import { sql } from 'kysely'
import { afterCommit } from '../../db/after-commit.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'

/** An event as iFood sends it (docs/marketplaces/ifood.md section 3); unknown fields stay in `payload`. */
export interface PartnerEvent {
  readonly id: string
  readonly code: string
  readonly fullCode: string
  readonly orderId: string | null
  readonly merchantId: string | null
  readonly createdAt: Date
  readonly payload: Readonly<Record<string, unknown>>
}

/** Null for what is not an event with an id. */
export function partnerEvent(raw: unknown, now: Date): PartnerEvent | null {
  if (typeof raw !== 'object' || raw === null) return null
  const event = raw as Record<string, unknown>
  const text = (name: string) => (typeof event[name] === 'string' && event[name] !== '' ? event[name] : null)
  const id = text('id')
  if (!id || id.length > 100) return null
  const at = new Date(text('createdAt') ?? '')
  return {
    id,
    code: text('code') ?? 'UNKNOWN',
    fullCode: text('fullCode') ?? text('code') ?? 'UNKNOWN',
    orderId: text('orderId'),
    merchantId: text('merchantId'),
    createdAt: Number.isNaN(at.getTime()) ? now : at,
    payload: event,
  }
}

/**
 * Commits events before anybody acknowledges them. A repeat changes nothing; an event of a merchant
 * that no store claims is kept apart. Answers the stores that have something to do.
 */
export async function keepEvents(
  deps: Deps,
  events: readonly PartnerEvent[],
  via: 'polling' | 'webhook',
): Promise<ReadonlySet<string>> {
  const storeOf = await storesOfMerchants(deps, events)
  const known = events.filter((event) => event.merchantId !== null && storeOf.has(event.merchantId))
  const strays = events.filter((event) => event.merchantId === null || !storeOf.has(event.merchantId))
  for (const event of strays) {
    await deps.db
      .insertInto('stray_events')
      .values({
        source: 'ifood',
        event_id: event.id,
        merchant_id: event.merchantId,
        payload: JSON.stringify(event.payload),
      })
      .onConflict((conflict) => conflict.constraint('stray_events_pkey').doNothing())
      .execute()
  }
  if (known.length === 0) return new Set()
  const rows = known.map((event) => ({
    store_id: storeOf.get(event.merchantId ?? '') ?? '',
    event_id: event.id,
    order_external_id: event.orderId,
    code: event.fullCode,
    payload: event.payload,
    partner_at: event.createdAt.toISOString(),
  }))
  const storeIds = [...new Set(rows.map((row) => row.store_id))]
  await withStoreScope(deps.db, storeIds, async (tx) => {
    await sql`
      insert into inbox (store_id, source, event_id, order_external_id, code, payload, partner_at, via)
      select store_id, 'ifood', event_id, order_external_id, code, payload, partner_at, ${via}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (store_id uuid, event_id text,
        order_external_id text, code text, payload jsonb, partner_at timestamptz)
      order by store_id, event_id
      on conflict on constraint inbox_pkey do nothing`.execute(tx)
    afterCommit(tx, { queue: 'inbox' })
    await tx
      .updateTable('integrations')
      .set({ last_event_at: deps.now() })
      .where('store_id', 'in', storeIds)
      .where('type', '=', 'ifood')
      .execute()
  })
  return new Set(storeIds)
}

/** The store is ours to know: a payload never says which store it means. */
async function storesOfMerchants(
  deps: Deps,
  events: readonly PartnerEvent[],
): Promise<ReadonlyMap<string, string>> {
  const merchantIds = [...new Set(events.flatMap((event) => (event.merchantId ? [event.merchantId] : [])))]
  if (merchantIds.length === 0) return new Map()
  const rows = await deps.db
    .selectFrom('merchant_routes')
    .select(['merchant_id', 'store_id'])
    .where('platform', '=', 'ifood')
    .where('merchant_id', 'in', merchantIds)
    .execute()
  return new Map(rows.map((row) => [row.merchant_id, row.store_id]))
}
