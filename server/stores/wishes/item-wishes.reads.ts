import type { Transaction } from 'kysely'
import type { ItemWishView } from '../../../contract/menu/item-wishes.ts'
import type { Cell } from '../../db/tables.ts'
import type { SeenItem } from './item-wish.rules.ts'
import { itemSentences, type ItemWishes } from './item-words.rules.ts'
import { placeKey, type PlaceOfItem } from './own-items.reads.ts'
import { itemKinds, wishOf } from './wish-values.ts'

/** What a screen says of an item at a merchant. */
interface ItemThereView {
  /** As it was last seen there; null: nobody has looked. */
  readonly onSale: boolean | null
  readonly refusal: { readonly message: string; readonly at: string } | null
  readonly wishes: readonly ItemWishView[]
}

/** An item at a merchant. */
type FindItemThere = (item: PlaceOfItem & { readonly itemId: string }) => ItemThereView | undefined

/** Of the given items, or all of the store. */
export async function itemWishesOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
  itemIds: readonly string[] | null,
): Promise<FindItemThere> {
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
  const kept = new Map<string, ItemWishes>()
  for (const row of rows) {
    const kind = itemKinds.find((one) => one === row.kind)
    const { platform, merchant_id: merchantId, subject: itemId } = row
    const wish = kind && wishOf({ storeId, platform, merchantId, kind }, row)
    if (!wish) continue
    const item = itemKey({ platform, merchantId, itemId })
    kept.set(item, { ...kept.get(item), [kind]: wish })
  }
  return (item) => {
    const wishes = kept.get(itemKey(item))
    return wishes && viewed(wishes, itemSentences(wishes, { platform: item.platform, timezone, now }))
  }
}

const itemKey = (item: PlaceOfItem & { readonly itemId: string }): string =>
  `${placeKey(item)} ${item.itemId}`

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
