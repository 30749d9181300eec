import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

/** Whose items are looked at. */
export interface ItemsOfMerchant {
  readonly deps: Deps
  readonly storeId: string
  readonly platform: string
  readonly merchantId: string
}

/** A merchant at its marketplace: two marketplaces may give one store the same id. */
export type PlaceOfItem = Pick<ItemsOfMerchant, 'platform' | 'merchantId'>

export const placeKey = ({ platform, merchantId }: PlaceOfItem): string => `${platform} ${merchantId}`

/** An item of the store at one merchant, as the store itself wishes it now. */
export interface OwnItem {
  readonly itemId: string
  readonly platform: string
  readonly merchantId: string
  /** The merchant's id of it. */
  readonly partnerItemId: string
  readonly onSale: boolean
  /** In centavos. */
  readonly priceCents: number
}

/** All of the store, or those of these ids. In the order of merchants. */
export async function ownItemsOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
  itemIds: readonly string[] | null = null,
): Promise<readonly OwnItem[]> {
  const { rows } = await sql<OwnItem>`
    select c.item_id as "itemId", c.platform, c.merchant_id as "merchantId", c.partner_item_id as "partnerItemId",
      c.price_cents as "priceCents", p.id is null as "onSale"
    from menu_item_channels c
      left join menu_item_pauses p on p.store_id = c.store_id and p.item_id = c.item_id and p.ended_at is null
        and (p.until is null or p.until > ${now})
    where c.store_id = ${storeId} and (${itemIds}::uuid[] is null or c.item_id = any (${itemIds}::uuid[]))
    order by c.merchant_id, c.platform, c.item_id`.execute(tx)
  return rows
}
