import { sql, type Transaction } from 'kysely'
import type { ChannelItem } from '../../../contract/orders/channel-items.ts'
import { hourMs } from '../../../contract/shared/durations.ts'
import type { Cell } from '../../db/tables.ts'
import type { StoreChannel } from '../../marketplaces/marketplace-kind.ts'
import type { IncomingItem, ItemDetail } from '../taking/order-batch.ts'
import { withFacts } from '../taking/with-facts.ts'
import { askedOptions, optionKey, withOurOptions } from './matched-options.ts'

interface Matched {
  readonly items: readonly IncomingItem[]
  /** One of them is alcoholic. */
  readonly alcohol: boolean
}

/**
 * The items of a marketplace's order by the products of our menu: what a person matched once has the key of that
 * item, so reports, pauses and the law's facts follow it. What matches nothing is marked and waits for a person, and
 * so does an option of an item that is ours. Rows as they were sent (itemRow).
 */
export async function matchedItems(
  tx: Transaction<Cell>,
  channel: StoreChannel,
  sent: readonly IncomingItem[],
  now: Date,
): Promise<Matched> {
  const matched = await byOurMenu(tx, channel, sent)
  const isOurs = ({ line }: IncomingItem) => matched.ours.has(line)
  const ours = await withOurOptions(tx, channel, matched.items.filter(isOurs))
  const byLine = new Map(ours.map((item) => [item.line, item]))
  const items = matched.items.map((item) => byLine.get(item.line) ?? item)
  await noteUnmapped(tx, channel, [...items.flatMap(unmappedItem), ...ours.flatMap(unmappedOptions)], now)
  return { items, alcohol: matched.alcohol }
}

interface ByOurMenu extends Matched {
  /** Lines of the items that our menu has. */
  readonly ours: ReadonlySet<number>
}

/** The items alone, without a note of what waits. */
export async function byOurMenu(
  tx: Transaction<Cell>,
  channel: StoreChannel,
  sent: readonly IncomingItem[],
): Promise<ByOurMenu> {
  const found = await productsOf(tx, channel, sent)
  const known = sent.map((item) => asFound(item, found.get(item.product_key)))
  const ours = sent.filter((item) => found.get(item.product_key)?.productKey).map(({ line }) => line)
  return { ...(await withFacts(tx, channel.storeId, known)), ours: new Set(ours) }
}

interface Found {
  readonly key: string
  /** Of our item; null: the menu has none. */
  readonly productKey: string | null
  /** For a person: nobody has said that it is not of the menu. */
  readonly waits: boolean
}

function asFound(item: IncomingItem, found: Found | undefined): IncomingItem {
  if (found?.productKey) return { ...item, product_key: found.productKey }
  if (!found?.waits) return item
  const detail: ItemDetail = { externalCode: null, notes: null, options: [], ...item.detail, unmapped: true }
  return { ...item, detail }
}

/** By the key as it was sent. A store without a menu has nothing to match, so nothing waits there. */
async function productsOf(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  sent: readonly IncomingItem[],
): Promise<ReadonlyMap<string, Found>> {
  const keys = [...new Set(sent.map((item) => item.product_key))]
  const { rows } = await sql<Found>`
    select s.key, i.product_key as "productKey", i.product_key is null and c.not_in_menu is not true as waits
    from unnest(${keys}::text[]) s (key)
      left join channel_items c on c.store_id = ${storeId} and c.platform = ${platform} and c.kind = 'item'
        and c.sent_key = s.key
      left join lateral (
        select product_key from menu_items m
        where m.store_id = ${storeId} and (m.id = c.item_id or m.product_key = s.key)
        -- What a person decided comes before a code that is equal by chance.
        order by (m.id = c.item_id) desc nulls last limit 1) i on true
    where exists (select from menu_items where store_id = ${storeId})`.execute(tx)
  return new Map(rows.map((row) => [row.key, row]))
}

/** A row of `channel_items` that waits. */
interface Unmapped {
  readonly kind: ChannelItem['kind']
  readonly key: string
  readonly code: string | null
  readonly name: string
  /** The question that an option answers. */
  readonly group: string | null
}

const unmappedItem = ({ product_key: key, name, detail }: IncomingItem): readonly Unmapped[] =>
  detail?.unmapped ? [{ kind: 'item', key, code: detail.externalCode, name, group: null }] : []

const unmappedOptions = (item: IncomingItem): readonly Unmapped[] =>
  askedOptions(item)
    .filter(({ unmapped }) => unmapped)
    .map((option) => ({
      kind: 'option',
      key: optionKey(option),
      code: option.externalCode ?? null,
      name: option.name,
      group: option.groupName,
    }))

async function noteUnmapped(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  noted: readonly Unmapped[],
  now: Date,
): Promise<void> {
  if (noted.length === 0) return
  await forgetUnsent(tx, storeId, now)
  await sql`
    insert into channel_items (store_id, platform, kind, sent_key, external_code, name, group_name, first_sent_at, last_sent_at)
    select distinct on (n.kind, n.key) ${storeId}::uuid, ${platform}, n.kind, n.key, n.code, n.name, n."group",
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as n (kind text, key text, code text, name text, "group" text)
    -- Every caller locks in this order, so that two orders cannot deadlock.
    order by n.kind, n.key
    on conflict on constraint channel_items_pkey do update set name = excluded.name, external_code = excluded.external_code,
      group_name = excluded.group_name, last_sent_at = greatest(channel_items.last_sent_at, excluded.last_sent_at)`.execute(
    tx,
  )
}

/** An item that nobody decided and no order brought since. Its orders keep their mark. */
const waitsForDays = 180

/** When another one begins to wait, so that the list stays one that a person can read. What was decided stays. */
async function forgetUnsent(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - waitsForDays * 24 * hourMs)
  await sql`
    delete from channel_items where store_id = ${storeId} and (platform, kind, sent_key) in (
      select platform, kind, sent_key from channel_items
      where store_id = ${storeId} and item_id is null and not not_in_menu and last_sent_at < ${since}
      -- Another order may bring one of them at this moment.
      for update skip locked)`.execute(tx)
}
