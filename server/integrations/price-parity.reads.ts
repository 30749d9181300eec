import { sql, type Transaction } from 'kysely'
import {
  maxPricesListed,
  type readPriceParity as readRoute,
  type WrongPrice,
} from '../../contract/integrations/price-parity.ts'
import { isPlatform } from '../../contract/shared/channels.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'

export async function readPriceParity(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const found = await wrongPricesOf(tx, [storeId], now)
    const prices = found.flatMap((row) => priceOf(row) ?? [])
    const { rows } = await sql<{ count: number }>`
      select count(distinct (c.platform, c.item_id))::integer as count
      from menu_item_channels c join integrations g on g.store_id = c.store_id and g.type = c.platform
      where c.store_id = ${storeId} and g.status = 'active'`.execute(tx)
    return {
      prices: prices.slice(0, maxPricesListed),
      count: prices.length,
      compared: rows[0]?.count ?? 0,
    }
  })
}

export interface WrongPriceRow extends Omit<WrongPrice, 'platform' | 'other' | 'since'> {
  readonly storeId: string
  readonly platform: string
  readonly other: string
  readonly since: Date | null
}

function priceOf({ storeId: _store, ...row }: WrongPriceRow): WrongPrice | null {
  const { platform, other, since } = row
  if (!isPlatform(platform) || !isPlatform(other)) return null
  return { ...row, platform, other, since: since?.toISOString() ?? null }
}

/**
 * Items that a connected marketplace sells for less than the own menu does, and, where the contract that holds today
 * says so, for more than another channel of the store. An item without a price of its own, whose options have it,
 * and one that was seen off sale there are left out. The price that was seen counts before the one that we wish.
 */
export async function wrongPricesOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly WrongPriceRow[]> {
  const { rows } = await sql<WrongPriceRow>`
    with there as (
      select c.store_id, c.platform, c.item_id, i.name, i.price_cents as own_cents, p.seen_since as since,
        case when jsonb_typeof(p.seen -> 'value') = 'number' then (p.seen ->> 'value')::integer else c.price_cents end as cents
      from menu_item_channels c
        join integrations g on g.store_id = c.store_id and g.type = c.platform and g.status = 'active'
        join menu_items i on i.store_id = c.store_id and i.id = c.item_id and i.price_cents > 0
        left join channel_wishes p on p.store_id = c.store_id and p.platform = c.platform
          and p.merchant_id = c.merchant_id and p.kind = 'price' and p.subject = c.item_id::text
        left join channel_wishes s on s.store_id = c.store_id and s.platform = c.platform
          and s.merchant_id = c.merchant_id and s.kind = 'on-sale' and s.subject = c.item_id::text
      where c.store_id = any (${storeIds}::uuid[]) and (s.seen -> 'value') is distinct from 'false'::jsonb),
    bound as (
      select g.store_id, g.type, f.same_prices
      from integrations g cross join lateral (
        select same_prices from channel_fees f
        where f.store_id = g.store_id and f.type = g.type and f.from_day <= running_day(g.store_id, ${now})
        order by f.from_day desc limit 1) f
      where g.store_id = any (${storeIds}::uuid[]) and f.same_prices)
    select distinct on (t.store_id, t.platform, t.item_id) t.store_id as "storeId", t.platform, t.item_id as "itemId", t.name,
      t.cents as "thereCents", t.since, case when low.cents is null then 'below-own' else 'above-others' end as why,
      coalesce(low.cents, t.own_cents) as "otherCents", coalesce(low.platform, 'balcao') as other
    from there t left join bound b on b.store_id = t.store_id and b.type = t.platform
      left join lateral (
        select o.cents, o.platform from (
          select t.own_cents as cents, 'balcao' as platform
          union all
          select o.cents, o.platform from there o
          where o.store_id = t.store_id and o.item_id = t.item_id and o.platform <> t.platform) o
        where o.cents < t.cents order by o.cents, o.platform limit 1) low on b.type is not null
    where t.cents < t.own_cents or low.cents is not null
    order by t.store_id, t.platform, t.item_id, t.cents`.execute(tx)
  return rows.toSorted((a, b) => spread(b) - spread(a) || (a.name < b.name ? -1 : 1))
}

const spread = ({ thereCents, otherCents }: WrongPriceRow): number => Math.abs(thereCents - otherCents)
