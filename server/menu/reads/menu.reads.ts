import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Platform } from '../../../contract/shared/channels.ts'
import { menuHours, type MenuHours } from '../../../contract/menu/menu-fields.ts'
import type { Availability, Menu, MenuItem, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import type { Cell } from '../../db/tables.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { itemWishesOf, optionChannelsOf } from '../../stores/stores.ts'

type Facts = Omit<MenuItem, 'photoUrl' | 'status' | 'pause' | 'channels' | 'optionGroupIds'>

interface ItemRow extends Facts {
  readonly photoId: string | null
  readonly since: Date | null
  readonly until: Date | null
  readonly byName: string | null
  readonly reason: string | null
  readonly groupIds: readonly string[]
  readonly channels: readonly ChannelRow[]
}

interface ChannelRow {
  readonly platform: Platform
  readonly merchantId: string
  readonly priceCents: number
  /** Before the first look. */
  readonly sentStatus: Availability
}

/** The whole menu as sold at `now`, in the store's order. */
export async function menuOf(tx: Transaction<Cell>, storeId: string, now: Date): Promise<Menu> {
  const categories = await categoriesOf(tx, storeId)
  const optionGroups = await optionGroupsOf(tx, storeId)
  const there = await optionChannelsOf(tx, storeId, now)
  return {
    categories,
    items: await itemsOf(tx, storeId, now),
    optionGroups: there.size === 0 ? optionGroups : optionGroups.map((group) => withChannels(group, there)),
  }
}

function withChannels(
  group: MenuOptionGroup,
  there: Awaited<ReturnType<typeof optionChannelsOf>>,
): MenuOptionGroup {
  const options = group.options.map((option) => {
    const channels = there.get(option.id)
    return channels ? { ...option, channels: [...channels] } : option
  })
  return { ...group, options }
}

/** All of them, or the given one. */
export async function categoriesOf(
  tx: Transaction<Cell>,
  storeId: string,
  id: string | null = null,
): Promise<Menu['categories']> {
  const { rows } = await sql<Menu['categories'][number]>`
    select id, external_code as "externalCode", name, description, status, availability, version
    from menu_categories where store_id = ${storeId} and (${id}::uuid is null or id = ${id})
    order by position, name`.execute(tx)
  return rows.map((row) => ({ ...row, availability: hoursOf({ storeId, id: row.id }, row.availability) }))
}

/** All of them, or the given one. */
export async function optionGroupsOf(
  tx: Transaction<Cell>,
  storeId: string,
  id: string | null = null,
): Promise<Menu['optionGroups']> {
  const { rows } = await sql<Menu['optionGroups'][number]>`
    select g.id, g.external_code as "externalCode", g.name, g.description, g.status,
      g.min_permitted as "minPermitted", g.max_permitted as "maxPermitted",
      g.price_method as "priceMethod", g.option_id as "optionId", g.version,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'externalCode', o.external_code, 'name', o.name,
          'description', o.description, 'status', o.status, 'priceCents', o.price_cents,
          'maxPermitted', o.max_permitted) order by o.position, o.name)
        from menu_options o where o.store_id = g.store_id and o.group_id = g.id), '[]') as options
    from menu_option_groups g where g.store_id = ${storeId} and (${id}::uuid is null or g.id = ${id})
    order by g.position, g.name`.execute(tx)
  return rows
}

/** The given items, or all items of the store. */
export async function itemsOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
  ids: readonly string[] | null = null,
): Promise<MenuItem[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, i.category_id as "categoryId", i.name, i.description, i.external_code as "externalCode",
      i.product_key as "productKey", i.price_cents as "priceCents", i.photo_id as "photoId", i.version, i.serving, i.unit,
      i.ean, i.allergens as allergen, i.is_alcoholic as "isAlcoholic", i.tax_class as "taxClass", i.ncm, i.availability,
      i.locks,
      p.since, p.until, p.started_by_name as "byName", p.reason,
      coalesce((
        select jsonb_agg(g.group_id order by g.position)
        from menu_item_option_groups g where g.store_id = i.store_id and g.item_id = i.id), '[]') as "groupIds",
      coalesce((
        select jsonb_agg(jsonb_build_object('platform', c.platform, 'merchantId', c.merchant_id, 'priceCents', c.price_cents,
          'sentStatus', c.sent_status) order by c.merchant_id)
        from menu_item_channels c where c.store_id = i.store_id and c.item_id = i.id), '[]') as channels
    from menu_items i
      left join menu_categories k on k.store_id = i.store_id and k.id = i.category_id
      left join menu_item_pauses p on p.store_id = i.store_id and p.item_id = i.id and p.ended_at is null
        and (p.until is null or p.until > ${now})
    where i.store_id = ${storeId} and (${ids}::uuid[] is null or i.id = any (${ids}::uuid[]))
    order by k.position nulls last, k.name, i.position, i.name`.execute(tx)
  const isPublished = rows.some(({ channels }) => channels.length > 0)
  const there: ItemsThere = isPublished ? await itemWishesOf(tx, storeId, now, ids) : () => undefined
  return rows.map((row) => viewOf(storeId, row, there))
}

type ItemsThere = Awaited<ReturnType<typeof itemWishesOf>>

export async function itemOf(
  tx: Transaction<Cell>,
  storeId: string,
  itemId: string,
  now: Date,
): Promise<MenuItem | undefined> {
  const [item] = await itemsOf(tx, storeId, now, [itemId])
  return item
}

function viewOf(storeId: string, row: ItemRow, there: ItemsThere): MenuItem {
  const { photoId, since, until, byName, reason, groupIds, channels, ...plain } = row
  const status: Availability = since ? 'UNAVAILABLE' : 'AVAILABLE'
  return {
    ...plain,
    availability: hoursOf({ storeId, id: row.id }, row.availability),
    photoUrl: photoId === null ? null : `/api/menu/photos/${storeId}/${photoId}`,
    status,
    pause: since
      ? { since: since.toISOString(), until: until?.toISOString() ?? null, byName: byName ?? '', reason }
      : null,
    channels: channels.map(({ platform, merchantId, priceCents, sentStatus }) => {
      const seen = there({ platform, merchantId, itemId: row.id })
      const wishes = seen?.wishes ?? []
      return {
        platform,
        merchantId,
        priceCents,
        status: statusOf(seen?.onSale) ?? sentStatus,
        pending: wishes.some(({ state }) => state === 'trying' || state === 'silent'),
        refusal: seen?.refusal ?? null,
        wishes: [...wishes],
      }
    }),
    optionGroupIds: [...groupIds],
  }
}

const statusOf = (onSale: boolean | null | undefined): Availability | null =>
  typeof onSale === 'boolean' ? (onSale ? 'AVAILABLE' : 'UNAVAILABLE') : null

/** The column `availability` of an item or category. What this version does not know counts as no hours of its own. */
export function hoursOf(
  { storeId, id }: { readonly storeId: string; readonly id: string },
  column: unknown,
): MenuHours[] {
  const read = z.safeParse(menuHours, column)
  if (read.success) return read.data
  reportOddRow({ kind: 'menu', storeId, id, shown: true })
  return []
}
