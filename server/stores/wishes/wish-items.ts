import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { enqueueItemLook } from './enqueue-item-look.ts'
import { ownWishes } from './item-port.ts'
import { isUndone } from './item-wish.rules.ts'
import { ownItemsOf, placeKey } from './own-items.reads.ts'
import { forgetOptionWishes } from './options/wish-options.ts'
import { renewed, wishedHere } from './wish.rules.ts'
import { changeWishes } from './wish-rows.ts'
import { itemKinds, type ItemKind, type WishKinds } from './wish-values.ts'

/**
 * What the store wishes of these items now is a new wish at each merchant that has them, where it is another one.
 * `again`: a person wishes once more what a merchant refused, or shows otherwise by somebody's hand. Part of the
 * transaction of the change, after it. Returns whether there is a new wish.
 */
export async function wishItems(
  tx: Transaction<Cell>,
  storeId: string,
  itemIds: readonly string[],
  { now, again }: { readonly now: Date; readonly again?: ItemKind | 'both' },
): Promise<boolean> {
  if (itemIds.length === 0) return false
  const items = await ownItemsOf(tx, storeId, now, itemIds)
  let isNew = false
  for (const published of Map.groupBy(items, placeKey).values()) {
    const { platform = '', merchantId = '' } = published[0] ?? {}
    await changeWishes(
      tx,
      { storeId, platform, merchantId, kinds: itemKinds, subjects: itemIds },
      (kept) => {
        const wishes = new Map<string, WishKinds['price']>()
        for (const [about, own] of ownWishes({ items: published, options: [] })) {
          const wish = kept.get(about) ?? null
          const isAgain = isAsked(about, again) && wish !== null && isUndone(wish, own)
          const next = (isAgain ? renewed : wishedHere)(wish, own, now.getTime())
          if (next !== wish) wishes.set(about, next)
        }
        isNew ||= wishes.size > 0
        return wishes
      },
      { now, asked: true },
    )
  }
  const [first] = items
  if (first) await enqueueItemLook(tx, { storeId, lane: first.itemId, at: now })
  return isNew
}

const isAsked = (about: string, again: ItemKind | 'both' | undefined): boolean =>
  again === 'both' || (again !== undefined && about.startsWith(again))

/** Of items that have no place at their merchants any more, and of the options of a merchant that has no item here. */
export async function forgetItemWishes(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`
    delete from channel_wishes w where w.store_id = ${storeId} and w.kind = any (${itemKinds}::text[]) and not exists (
      select from menu_item_channels c
      where c.store_id = w.store_id and c.platform = w.platform and c.merchant_id = w.merchant_id
        and c.item_id::text = w.subject)`.execute(tx)
  await sql`
    delete from menu_option_channels o where o.store_id = ${storeId} and not exists (
      select from menu_item_channels c where c.store_id = o.store_id and c.platform = o.platform and c.merchant_id = o.merchant_id)`.execute(
    tx,
  )
  await forgetOptionWishes(tx, storeId)
}
