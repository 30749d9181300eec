import { sql, type Transaction } from 'kysely'
import type { ChannelItem } from '../../../contract/orders/channel-items.ts'
import type { SoldOption } from '../../../contract/orders/orders.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { Cell } from '../../db/tables.ts'
import type { StoreChannel } from '../../marketplaces/marketplace-kind.ts'
import { soldItems } from '../items/planned-items.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import type { IncomingItem } from '../taking/order-batch.ts'
import { byOurMenu } from './matched-items.ts'
import { askedOptions, optionKey, withOurOptions } from './matched-options.ts'

export interface Rematch {
  readonly kind: ChannelItem['kind']
  readonly sentKey: string
  readonly externalCode: string | null
  readonly actor: { readonly uid: string; readonly name: string }
  /** For the timelines of the orders. */
  readonly note: string
  readonly now: Date
}

/**
 * Brings the store's open orders of the channel to what was decided of one item or option, with the figures of the day. Ended
 * orders stay as they were counted.
 */
export async function rematchOpenOrders(
  tx: Transaction<Cell>,
  channel: StoreChannel,
  rematch: Rematch,
): Promise<void> {
  for (const id of await openOrdersWith(tx, channel, rematch)) {
    const order = await lockOrder(tx, channel.storeId, id)
    if (!order?.open) continue
    const sold = await soldItems(tx, order)
    const known = await meantItems(tx, channel, sold, rematch)
    const byLine = new Map(known.map((item) => [item.line, item]))
    if (byLine.size === 0) continue
    const items = sold.map((item) => byLine.get(item.line) ?? item)
    await recordEvent(tx, channel.storeId, id, {
      source: 'balcao',
      type: 'ITEM_MATCHED',
      at: rematch.now,
      actor: rematch.actor,
      data: { note: rematch.note },
    })
    const alcohol = items.some((item) => item.detail?.alcoholic === true)
    await patchOrder(tx, order, { items, detail: { alcohol } }, rematch.now)
  }
}

/** Those of the order's items that the decision is about, as our menu has them now. */
async function meantItems(
  tx: Transaction<Cell>,
  channel: StoreChannel,
  sold: readonly IncomingItem[],
  { kind, sentKey }: Rematch,
): Promise<readonly IncomingItem[]> {
  if (kind === 'option')
    return withOurOptions(
      tx,
      channel,
      sold.filter(
        (item) =>
          !item.detail?.unmapped && askedOptions(item).some((option) => optionKey(option) === sentKey),
      ),
    )
  const meant = sold.filter((item) => sentKeyOf(item) === sentKey)
  return (await byOurMenu(tx, channel, meant.map(asSent))).items
}

/** In the order of their ids, in which they are locked. */
async function openOrdersWith(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  { kind, externalCode, sentKey }: Rematch,
): Promise<readonly string[]> {
  if (kind === 'option') return openOrdersWithOption(tx, { storeId, platform }, sentKey)
  const { rows } = await sql<{ id: string; code: string | null; name: string }>`
    select o.id, i.detail ->> 'externalCode' as code, i.name
    from orders o join order_items i on i.store_id = o.store_id and i.order_id = o.id
    where o.store_id = ${storeId} and o.open and o.platform = ${platform}
      and i.detail ->> 'externalCode' is not distinct from ${externalCode}::text
    order by o.id`.execute(tx)
  return [...new Set(rows.filter(({ code, name }) => productKey(code, name) === sentKey).map(({ id }) => id))]
}

async function openOrdersWithOption(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  sentKey: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; options: readonly SoldOption[] }>`
    select o.id, i.detail -> 'options' as options
    from orders o join order_items i on i.store_id = o.store_id and i.order_id = o.id
    where o.store_id = ${storeId} and o.open and o.platform = ${platform} and i.detail @? '$.options[*]'
    order by o.id`.execute(tx)
  const has = (option: SoldOption): boolean =>
    optionKey(option) === sentKey || (option.options ?? []).some(has)
  return [...new Set(rows.filter(({ options }) => options.some(has)).map(({ id }) => id))]
}

const sentKeyOf = (item: IncomingItem): string => productKey(item.detail?.externalCode ?? null, item.name)

/** Without what our menu said of it. */
function asSent(item: IncomingItem): IncomingItem {
  const { externalCode = null, notes = null, options = [] } = item.detail ?? {}
  return { ...item, product_key: sentKeyOf(item), detail: { externalCode, notes, options } }
}
