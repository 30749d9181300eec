import { sql, type Transaction } from 'kysely'
import {
  maxChannelItems,
  type ChannelItem,
  type ChannelItems,
  type readChannelItems as readRoute,
} from '../../../contract/orders/channel-items.ts'
import { isPlatform } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'

export async function readChannelItems(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], (tx) => channelItems(tx, storeId, now))
}

interface Row extends Omit<ChannelItem, 'platform' | 'firstSentAt' | 'lastSentAt' | 'sold' | 'decision'> {
  readonly platform: string
  readonly firstSentAt: Date
  readonly lastSentAt: Date
  readonly soldQuantity: number
  readonly soldCents: number
  readonly itemId: string | null
  readonly itemName: string | null
  readonly byName: string | null
  readonly decidedAt: Date | null
  readonly isDecided: boolean
  readonly waiting: number
  readonly decided: number
}

/** What a marketplace sent and the menu did not know. One that was matched to what is deleted since waits again. */
export async function channelItems(tx: Transaction<Cell>, storeId: string, now: Date): Promise<ChannelItems> {
  const { rows } = await sql<Row>`
    with known as materialized (
      select c.*, coalesce(i.name, o.name) as item_name, c.not_in_menu or coalesce(i.id, o.id) is not null as is_decided,
        running_day(c.store_id, ${now}) as today
      from channel_items c left join menu_items i on i.store_id = c.store_id and i.id = c.item_id
        left join menu_options o on o.store_id = c.store_id and o.id = c.item_id and c.kind = 'option'
      where c.store_id = ${storeId}),
    counted as materialized (
      select k.*, coalesce(s.milli, 0) / 1000.0::float8 as sold, coalesce(s.cents, 0) as cents
      from known k left join lateral (
        select sum(d.quantity_milli)::float8 as milli, sum(d.cents)::integer as cents
        from generate_series(0, 29) back join product_days d on d.store_id = k.store_id
          and d.business_day = k.today - back and d.product_key = k.sent_key and d.platform = k.platform
          and k.kind = 'item') s on true),
    ranked as (
      select *, row_number() over (partition by is_decided
          order by case when is_decided then decided_at end desc, cents desc, kind, last_sent_at desc, platform, sent_key) as place,
        count(*) filter (where not is_decided) over () as waiting, count(*) filter (where is_decided) over () as decided
      from counted)
    select platform, kind, sent_key as "sentKey", name, external_code as "externalCode", group_name as "groupName", first_sent_at as "firstSentAt",
      last_sent_at as "lastSentAt", sold as "soldQuantity", cents as "soldCents", item_id as "itemId",
      item_name as "itemName", decided_by as "byName", decided_at as "decidedAt", is_decided as "isDecided",
      waiting::integer, decided::integer
    from ranked where place <= ${maxChannelItems} order by is_decided, place`.execute(tx)
  const [first] = rows
  return {
    items: rows.flatMap((row) => itemOf(row) ?? []),
    waiting: first?.waiting ?? 0,
    decided: first?.decided ?? 0,
  }
}

function itemOf(row: Row): ChannelItem | null {
  const { platform, kind, sentKey, name, externalCode, groupName } = row
  if (!isPlatform(platform)) return null
  return {
    platform,
    kind,
    sentKey,
    name,
    externalCode,
    groupName,
    firstSentAt: row.firstSentAt.toISOString(),
    lastSentAt: row.lastSentAt.toISOString(),
    sold: kind === 'item' ? { quantity: row.soldQuantity, cents: Math.max(0, row.soldCents) } : null,
    decision:
      row.isDecided && row.decidedAt
        ? {
            itemId: row.itemId,
            itemName: row.itemName,
            byName: row.byName ?? '',
            at: row.decidedAt.toISOString(),
          }
        : null,
  }
}
