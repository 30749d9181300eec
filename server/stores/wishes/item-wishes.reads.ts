import type { Transaction } from 'kysely'
import type { ItemWishView } from '../../../contract/menu/item-wishes.ts'
import type { Cell } from '../../db/tables.ts'
import type { SeenItem } from './item-wish.rules.ts'
import { itemSentences, type ItemWishes } from './item-words.rules.ts'
import { itemKinds, wishOf } from './wish-values.ts'

/** What a screen says of an item at a merchant. */
export interface ItemThereView {
  /** As it was last seen there; null: nobody has looked. */
  readonly onSale: boolean | null
  readonly refusal: { readonly message: string; readonly at: string } | null
  readonly wishes: readonly ItemWishView[]
}

/** Of the given items, or all of the store; by merchant and item: `views.get(merchantId)?.get(itemId)`. */
export async function itemWishesOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
  itemIds: readonly string[] | null,
): Promise<ReadonlyMap<string, ReadonlyMap<string, (platform: string) => ItemThereView>>> {
  const { timezone } = await tx
    .selectFrom('stores')
    .select('timezone')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('channel_wishes')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('kind', 'in', itemKinds)
    .$if(itemIds !== null, (query) => query.where('subject', 'in', itemIds ?? []))
    .execute()
  const merchants = new Map<string, Map<string, ItemWishes>>()
  for (const row of rows) {
    const kind = itemKinds.find((one) => one === row.kind)
    const { merchant_id: merchantId, subject } = row
    const wish = kind && wishOf({ storeId, merchantId, kind }, row)
    if (!wish) continue
    const items = merchants.get(merchantId) ?? new Map<string, ItemWishes>()
    merchants.set(merchantId, items)
    items.set(subject, { ...items.get(subject), [kind]: wish })
  }
  const viewOf = (wishes: ItemWishes) => (platform: string) =>
    viewed(wishes, itemSentences(wishes, { platform, timezone, now }))
  return new Map(
    [...merchants].map(([merchantId, items]) => [
      merchantId,
      new Map([...items].map(([itemId, wishes]) => [itemId, viewOf(wishes)])),
    ]),
  )
}

function viewed(wishes: ItemWishes, told: readonly ItemWishView[]): ItemThereView {
  const refused = [wishes['on-sale'], wishes.price].find((wish) => wish?.refusal)
  return {
    onSale: saleOf(wishes['on-sale']?.seen?.value),
    refusal: refused?.refusal
      ? { message: refused.refusal, at: new Date(refused.since).toISOString() }
      : null,
    wishes: told,
  }
}

const saleOf = (seen: SeenItem | undefined): boolean | null =>
  typeof seen?.value === 'boolean' ? seen.value : null
