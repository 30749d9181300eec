import { sql, type Transaction } from 'kysely'
import { leftOut } from '../../../contract/orders/option-lines.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { SoldOption } from '../../../contract/orders/orders.ts'
import type { Cell } from '../../db/tables.ts'
import type { StoreChannel } from '../../marketplaces/marketplace-kind.ts'
import type { IncomingItem } from '../taking/order-batch.ts'

type Option = Omit<SoldOption, 'options'>

/**
 * The options of the items by our menu: one that no option and no item of it has the code or the name of is marked, and
 * one that a person matched has our name beside it. Earlier marks are written again.
 */
export async function withOurOptions(
  tx: Transaction<Cell>,
  channel: StoreChannel,
  items: readonly IncomingItem[],
): Promise<readonly IncomingItem[]> {
  const found = await optionsOf(tx, channel, items.flatMap(askedOptions))
  return items.map((item) => eachOption(item, (option) => asFound(option, found.get(optionKey(option)))))
}

/** Its code as it is sent, else its name in lower case. */
export const optionKey = ({ externalCode, name }: Pick<Option, 'externalCode' | 'name'>): string =>
  productKey(externalCode ?? null, name)

/** Options and suboptions of the item, without what is to be left out: "Sem cebola" is no product. */
export const askedOptions = ({ detail }: IncomingItem): readonly Option[] =>
  (detail?.options ?? [])
    .flatMap(({ options = [], ...option }) => [option, ...options])
    .filter((option) => leftOut(option) === null)

interface Found {
  readonly key: string
  /** Of the option or the item that a person matched it to. */
  readonly ourName: string | null
  /** For a person. */
  readonly waits: boolean
}

/** By their keys. A menu without options has nothing to match, so nothing waits there. */
async function optionsOf(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  options: readonly Option[],
): Promise<ReadonlyMap<string, Found>> {
  if (options.length === 0) return new Map()
  const sent = options.map((option) => ({ key: optionKey(option), name: option.name }))
  const { rows } = await sql<Found>`
    select s.key, d.name as "ourName", d.name is null and c.not_in_menu is not true
      and not exists (
        select from menu_options o where o.store_id = ${storeId}
          and (o.external_code = s.key or lower(btrim(o.name)) = lower(btrim(s.name))))
      -- A flavour, or a drink of a combo, may be an item that the menu sells alone.
      and not exists (
        select from menu_items i where i.store_id = ${storeId}
          and (i.product_key = s.key or lower(btrim(i.name)) = lower(btrim(s.name)))) as waits
    from (select distinct on (key) key, name
        from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as t (key text, name text)) s
      left join channel_items c on c.store_id = ${storeId} and c.platform = ${platform} and c.kind = 'option'
        and c.sent_key = s.key
      left join lateral (
        select name from menu_options where store_id = ${storeId} and id = c.item_id
        union all select name from menu_items where store_id = ${storeId} and id = c.item_id) d on true
    where exists (select from menu_options where store_id = ${storeId})`.execute(tx)
  return new Map(rows.map((row) => [row.key, row]))
}

function asFound({ unmapped: _unmapped, ourName: _ourName, ...option }: Option, found?: Found): Option {
  if (!found || leftOut(option) !== null) return option
  if (found.waits) return { ...option, unmapped: true }
  return found.ourName === null || found.ourName === option.name
    ? option
    : { ...option, ourName: found.ourName }
}

function eachOption(item: IncomingItem, change: (option: Option) => Option): IncomingItem {
  if (!item.detail || item.detail.options.length === 0) return item
  const options = item.detail.options.map(({ options: inner, ...option }) => ({
    ...change(option),
    ...(inner ? { options: inner.map(change) } : {}),
  }))
  return { ...item, detail: { ...item.detail, options } }
}
