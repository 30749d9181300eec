import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { documentItems, type DocumentItem, type MenuDocument } from '../../../contract/menu/menu-document.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { Cell } from '../../db/tables.ts'
import { forgetItemWishes, wishItems } from '../../stores/stores.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { removeItems } from './remove-items.ts'
import { writeOptionGroups, type Ids } from './write-option-groups.ts'

interface Write {
  readonly now: Date
  /**
   * The merchant of a partner from whose catalogue the document was read just now: new links to it are not sent to it
   * again. Other new links are, because nobody knows what the partner shows.
   */
  readonly readFrom?: string
}

/**
 * Makes the store's menu exactly the document, in the caller's transaction. Parts keep their ids, and items their
 * pauses, by code (an item without one by its name); what the document does not name is deleted. Rows that stay the
 * same are not touched. Changed prices are sent to the partners. Two writers of one store wait for each other. Photos
 * must be kept before (`storePhoto`).
 */
export async function writeWholeMenu(
  tx: Transaction<Cell>,
  storeId: string,
  document: MenuDocument,
  { now, readFrom }: Write,
): Promise<void> {
  await lockMenu(tx, storeId)
  const known = await knownIds(tx, storeId)
  const items = documentItems(document)
  const itemIds = idsFor(items, keyOfItem, known.items)
  const categoryIds = idsFor(document.categories, (one) => one.externalCode, known.categories)
  const groupIds = idsFor(document.optionGroups, (one) => one.externalCode, known.groups)

  await removeItems(tx, storeId, gone(known.items, itemIds), now)
  await deleteGone(tx, storeId, 'menu_categories', gone(known.categories, categoryIds))
  await deleteGone(tx, storeId, 'menu_option_groups', gone(known.groups, groupIds))
  await writeCategories(tx, storeId, document, categoryIds)
  await writeOptionGroups(tx, storeId, document, groupIds)
  await writeItems(tx, storeId, document, { itemIds, categoryIds, now })
  await writeLinks(tx, storeId, items, { itemIds, groupIds })
  await writeChannels(tx, storeId, items, { itemIds, now, readFrom: readFrom ?? null })
  await menuChanged(tx, storeId, now)
}

const keyOfItem = (item: DocumentItem): string => productKey(item.externalCode, item.name)

/** The store's row keeps other writers out; the items in the order of their ids, as a pause of many locks them. */
async function lockMenu(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
  await sql`select 1 from menu_items where store_id = ${storeId} order by id for update`.execute(tx)
}

async function knownIds(
  tx: Transaction<Cell>,
  storeId: string,
): Promise<{ readonly items: Ids; readonly categories: Ids; readonly groups: Ids }> {
  const { rows } = await sql<{ kind: 'items' | 'categories' | 'groups'; key: string; id: string }>`
    select 'items' as kind, product_key as key, id from menu_items where store_id = ${storeId}
    union all select 'categories', external_code, id from menu_categories where store_id = ${storeId}
    union all select 'groups', external_code, id from menu_option_groups where store_id = ${storeId}`.execute(
    tx,
  )
  const of = (kind: string): Ids =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.key, row.id] as const] : [])))
  return { items: of('items'), categories: of('categories'), groups: of('groups') }
}

const idsFor = <T>(parts: readonly T[], keyOf: (part: T) => string, known: Ids): Ids =>
  new Map(parts.map((part) => [keyOf(part), known.get(keyOf(part)) ?? uuidv7()]))

const gone = (known: Ids, kept: Ids): string[] =>
  [...known].flatMap(([key, id]) => (kept.has(key) ? [] : [id]))

async function deleteGone(
  tx: Transaction<Cell>,
  storeId: string,
  table: 'menu_categories' | 'menu_option_groups',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom(table).where('store_id', '=', storeId).where('id', 'in', ids).execute()
}

async function writeCategories(
  tx: Transaction<Cell>,
  storeId: string,
  { categories }: MenuDocument,
  ids: Ids,
): Promise<void> {
  const rows = categories.map(({ externalCode, name, description, status, availability }, position) => ({
    externalCode,
    name,
    description,
    status,
    availability,
    id: ids.get(externalCode),
    position,
  }))
  await sql`
    insert into menu_categories as old (store_id, id, external_code, name, description, status, availability, position)
    select ${storeId}, r.id, r."externalCode", r.name, r.description, r.status, r.availability, r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "externalCode" text, name text,
      description text, status text, availability jsonb, position integer)
    on conflict (store_id, id) do update set
      external_code = excluded.external_code, name = excluded.name, description = excluded.description,
      status = excluded.status, availability = excluded.availability, position = excluded.position,
      version = old.version + 1
    where (old.name, old.description, old.status, old.availability, old.position)
      is distinct from
      (excluded.name, excluded.description, excluded.status, excluded.availability, excluded.position)`.execute(
    tx,
  )
}

async function writeItems(
  tx: Transaction<Cell>,
  storeId: string,
  { categories, otherItems }: MenuDocument,
  { itemIds, categoryIds, now }: { readonly itemIds: Ids; readonly categoryIds: Ids; readonly now: Date },
): Promise<void> {
  const row = (categoryId: string | null) => (item: DocumentItem, position: number) => ({
    ...item,
    id: itemIds.get(keyOfItem(item)),
    categoryId,
    productKey: keyOfItem(item),
    position,
  })
  const rows = [
    ...categories.flatMap(({ externalCode, items }) => items.map(row(categoryIds.get(externalCode) ?? null))),
    ...otherItems.map(row(null)),
  ]
  await sql`
    insert into menu_items as old (store_id, id, category_id, external_code, product_key, name, description, serving,
      unit, ean, photo_id, price_cents, allergens, is_alcoholic, tax_class, ncm, availability, locks, position,
      created_at, updated_at)
    select ${storeId}, r.id, r."categoryId", r."externalCode", r."productKey", r.name, r.description, r.serving,
      r.unit, r.ean, r."photoId", r."priceCents", r.allergen, r."isAlcoholic", r."taxClass", r.ncm, r.availability,
      r.locks, r.position, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "categoryId" uuid, "externalCode" text,
      "productKey" text, name text, description text, serving integer, unit text, ean text, "photoId" text,
      "priceCents" integer, allergen text[], "isAlcoholic" boolean, "taxClass" text, ncm text, availability jsonb,
      locks text[], position integer)
    on conflict (store_id, id) do update set
      category_id = excluded.category_id, name = excluded.name, description = excluded.description,
      serving = excluded.serving, unit = excluded.unit, ean = excluded.ean, photo_id = excluded.photo_id,
      price_cents = excluded.price_cents, allergens = excluded.allergens, is_alcoholic = excluded.is_alcoholic,
      tax_class = excluded.tax_class, ncm = excluded.ncm, availability = excluded.availability, locks = excluded.locks,
      position = excluded.position, version = old.version + 1, updated_at = excluded.updated_at
    where (old.category_id, old.name, old.description, old.serving, old.unit, old.ean, old.photo_id, old.price_cents,
        old.allergens, old.is_alcoholic, old.tax_class, old.ncm, old.availability, old.locks, old.position)
      is distinct from (excluded.category_id, excluded.name, excluded.description, excluded.serving, excluded.unit,
        excluded.ean, excluded.photo_id, excluded.price_cents, excluded.allergens, excluded.is_alcoholic,
        excluded.tax_class, excluded.ncm, excluded.availability, excluded.locks, excluded.position)`.execute(
    tx,
  )
}

async function writeLinks(
  tx: Transaction<Cell>,
  storeId: string,
  items: readonly DocumentItem[],
  { itemIds, groupIds }: { readonly itemIds: Ids; readonly groupIds: Ids },
): Promise<void> {
  const rows = JSON.stringify(
    items.flatMap((item) =>
      item.optionGroups.map((code, position) => ({
        itemId: itemIds.get(keyOfItem(item)),
        groupId: groupIds.get(code),
        position,
      })),
    ),
  )
  const wanted = sql`jsonb_to_recordset(${rows}::jsonb) as r ("itemId" uuid, "groupId" uuid, position integer)`
  await sql`
    delete from menu_item_option_groups l where l.store_id = ${storeId} and not exists (
      select from ${wanted} where r."itemId" = l.item_id and r."groupId" = l.group_id)`.execute(tx)
  await sql`
    insert into menu_item_option_groups (store_id, item_id, group_id, position)
    select ${storeId}, r."itemId", r."groupId", r.position from ${wanted}
    on conflict (store_id, item_id, group_id) do update set position = excluded.position`.execute(tx)
}

/** Prices that changed, and links that are new, are wished of the partner, unless they were read there just now. */
async function writeChannels(
  tx: Transaction<Cell>,
  storeId: string,
  items: readonly DocumentItem[],
  { itemIds, now, readFrom }: { readonly itemIds: Ids; readonly now: Date; readonly readFrom: string | null },
): Promise<void> {
  const rows = JSON.stringify(
    items.flatMap((item) =>
      item.channels.map((channel) => ({ ...channel, itemId: itemIds.get(keyOfItem(item)) })),
    ),
  )
  const wanted = sql`jsonb_to_recordset(${rows}::jsonb) as r ("itemId" uuid, platform text, "merchantId" text,
    "partnerItemId" text, "priceCents" integer)`
  await sql`
    delete from menu_item_channels c where c.store_id = ${storeId} and not exists (
      select from ${wanted}
      where r."itemId" = c.item_id and r.platform = c.platform and r."merchantId" = c.merchant_id)`.execute(
    tx,
  )
  await forgetItemWishes(tx, storeId)
  // Another item of the marketplace: nothing is known of it yet.
  await sql`
    delete from channel_wishes w using menu_item_channels c, ${wanted}
    where w.store_id = ${storeId} and w.subject = c.item_id::text and w.platform = c.platform
      and w.merchant_id = c.merchant_id
      and c.store_id = ${storeId} and r."itemId" = c.item_id and r.platform = c.platform
      and r."merchantId" = c.merchant_id and r."partnerItemId" <> c.partner_item_id`.execute(tx)
  const { rows: changed } = await sql<{ itemId: string; isRead: boolean }>`
    insert into menu_item_channels as old (store_id, item_id, platform, merchant_id, partner_item_id, price_cents,
      sent_price_cents, sent_status)
    select ${storeId}, r."itemId", r.platform, r."merchantId", r."partnerItemId", r."priceCents",
      case when r."merchantId" = ${readFrom} then r."priceCents" else -1 end,
      case when r."merchantId" = ${readFrom} then 'AVAILABLE' else 'UNAVAILABLE' end
    from ${wanted}
    on conflict (store_id, item_id, platform, merchant_id) do update set
      partner_item_id = excluded.partner_item_id, price_cents = excluded.price_cents
    where (old.partner_item_id, old.price_cents) is distinct from (excluded.partner_item_id, excluded.price_cents)
    returning item_id as "itemId", xmax = 0 and merchant_id = ${readFrom} as "isRead"`.execute(tx)
  const wished = new Set(changed.flatMap(({ itemId, isRead }) => (isRead ? [] : [itemId])))
  await wishItems(tx, storeId, [...wished], { now })
}
