import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../../db/tables.ts'
import type { PlaceOfItem } from '../own-items.reads.ts'

/** An option at one merchant, as the store itself wishes it now. */
export interface OwnOption {
  /** Of its row, which is the subject of its wishes. */
  readonly id: string
  /** Null: it was deleted here, and is wished off sale. */
  readonly optionId: string | null
  readonly platform: string
  readonly merchantId: string
  /** The merchant's id of it. */
  readonly partnerOptionId: string
  readonly onSale: boolean
  /** In centavos; null: no price is wished. */
  readonly priceCents: number | null
}

/**
 * All of the store. `changed`: only those whose own state is no longer the one that was last taken for a wish, and those
 * of the option `again`. In the order of merchants.
 */
export async function ownOptionsOf(
  tx: Transaction<Cell>,
  storeId: string,
  { changed = false, again = null }: { readonly changed?: boolean; readonly again?: string | null } = {},
): Promise<readonly OwnOption[]> {
  const { rows } = await sql<OwnOption>`
    with own as (
      select c.id, c.option_id as "optionId", c.platform, c.merchant_id as "merchantId",
        c.partner_option_id as "partnerOptionId", coalesce(o.status = 'AVAILABLE', false) as "onSale",
        case when o.id is not null then c.price_cents end as "priceCents"
      from menu_option_channels c left join menu_options o on o.store_id = c.store_id and o.id = c.option_id
      where c.store_id = ${storeId})
    select own.* from own
    where not ${changed}::boolean or own."optionId" = ${again}::uuid or exists (
      select from channel_wishes w
      where w.store_id = ${storeId} and w.platform = own.platform and w.merchant_id = own."merchantId" and w.subject = own.id::text and (
        (w.kind = 'option-on-sale' and w.here is distinct from to_jsonb(own."onSale")) or
        (w.kind = 'option-price' and own."priceCents" is not null and w.here is distinct from to_jsonb(own."priceCents"))))
    order by own."merchantId", own.platform, own.id`.execute(tx)
  return rows
}

/** An option that an item of a merchant asks for here. */
export interface AskedOption {
  readonly partnerItemId: string
  readonly optionId: string
  /** Name of its group. */
  readonly group: string
  readonly name: string
  readonly externalCode: string
}

/** Of all items that the store has at the merchant, at any depth. */
export async function askedOptionsOf(
  tx: Transaction<Cell>,
  storeId: string,
  { platform, merchantId }: PlaceOfItem,
): Promise<readonly AskedOption[]> {
  const { rows } = await sql<AskedOption>`
    with recursive asked as (
      select c.partner_item_id, l.group_id
      from menu_item_channels c
        join menu_item_option_groups l on l.store_id = c.store_id and l.item_id = c.item_id
      where c.store_id = ${storeId} and c.platform = ${platform} and c.merchant_id = ${merchantId}
      union
      select a.partner_item_id, g.id
      from asked a
        join menu_options o on o.store_id = ${storeId} and o.group_id = a.group_id
        join menu_option_groups g on g.store_id = ${storeId} and g.option_id = o.id)
    select a.partner_item_id as "partnerItemId", o.id as "optionId", g.name as group, o.name,
      o.external_code as "externalCode"
    from asked a
      join menu_option_groups g on g.store_id = ${storeId} and g.id = a.group_id
      join menu_options o on o.store_id = ${storeId} and o.group_id = g.id
    order by a.partner_item_id, g.position, o.position, o.id`.execute(tx)
  return rows
}
