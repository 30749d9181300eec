import { sql, type Transaction } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { productKey } from '../../../contract/menu/product-key.ts'
import { documentItems } from '../../../contract/menu/menu-document.ts'
import type { MenuChange } from '../../../contract/menu/changes.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { PublishedMenu } from '../../marketplaces/published-menu.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { menuNow, type MenuNow } from '../whole/keep-version.ts'
import type { OwnFacts, PlannedCategory, Sides } from './plan.rules.ts'
import type { WantedItem } from './wanted-item.rules.ts'

export interface Publication {
  readonly id: string
  readonly platform: string
  readonly merchantId: string
  readonly takesBack: string | null
  readonly state: 'reading' | 'ready' | 'writing' | 'proving' | 'done' | 'stopped' | 'failed'
  readonly tries: number
  readonly menu: string
  readonly categories: readonly KeptCategory[]
}

/** With what happened to it. */
export interface KeptCategory extends PlannedCategory {
  /** This publication added it there. */
  readonly added?: boolean
}

export interface PublicationPart {
  readonly position: number
  readonly itemId: string | null
  readonly partnerItemId: string
  readonly categoryCode: string | null
  readonly change: MenuChange
  readonly wanted: WantedItem | null
  readonly chosen: boolean
  readonly state: 'waiting' | 'sent' | 'proved' | 'refused'
  readonly problem: string | null
  /** The marketplace's document before the first write; null: it was not there. */
  readonly before: string | null
  readonly beforeKept: boolean
  readonly wasLinked: boolean
  /** There, in centavos, when it was compared. */
  readonly priceBefore: number | null
}

export async function publicationOf(
  tx: Transaction<Cell>,
  storeId: string,
  id: string,
): Promise<Publication | null> {
  const { rows } = await sql<Publication>`
    select id, platform, merchant_id as "merchantId", takes_back as "takesBack", state, tries, menu, categories
    from menu_publications where store_id = ${storeId} and id = ${id}`.execute(tx)
  return rows[0] ?? null
}

export async function partsOf(
  tx: Transaction<Cell>,
  storeId: string,
  id: string,
): Promise<readonly PublicationPart[]> {
  const { rows } = await sql<PublicationPart>`
    select position, item_id as "itemId", partner_item_id as "partnerItemId", category_code as "categoryCode",
      change, wanted, chosen, state, problem, before,
      before_kept as "beforeKept", was_linked as "wasLinked", price_before as "priceBefore"
    from menu_publication_parts where store_id = ${storeId} and publication_id = ${id} order by position`.execute(
    tx,
  )
  return rows
}

export async function notePart(
  deps: Deps,
  of: { readonly storeId: string; readonly id: string; readonly position: number },
  change: Readonly<{
    state?: PublicationPart['state']
    problem?: string | null
    before?: string | null
    before_kept?: boolean
  }>,
): Promise<void> {
  const { storeId, id, position } = of
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('menu_publication_parts')
      .set(change)
      .where('store_id', '=', storeId)
      .where('publication_id', '=', id)
      .where('position', '=', position)
      .execute(),
  )
}

export async function notePublication(
  tx: Transaction<Cell>,
  { storeId, id }: { readonly storeId: string; readonly id: string },
  change: Readonly<{
    state?: Publication['state']
    problem?: string | null
    tries?: number
    categories?: string
    ended_at?: Date | null
  }>,
): Promise<void> {
  await tx
    .updateTable('menu_publications')
    .set(change)
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

export const enqueuePublication = (
  tx: Transaction<Cell>,
  { storeId, id, dueAt }: { readonly storeId: string; readonly id: string; readonly dueAt: Date },
): Promise<void> => enqueue(tx, 'menu-publication', { publicationId: id }, { storeId, lane: id, dueAt })

/** The store's side of a comparison, with the menu of this moment. */
export async function sidesOf(
  tx: Transaction<Cell>,
  storeId: string,
  { merchantId, platform }: Pick<Publication, 'merchantId' | 'platform'>,
  { there, now }: { readonly there: PublishedMenu; readonly now: Date },
): Promise<Sides & { readonly menuNow: MenuNow }> {
  const menu = await menuNow(tx, storeId)
  const { rows } = await sql<{
    key: string
    itemId: string
    onSale: boolean
    partnerItemId: string | null
    priceCents: number | null
  }>`
    select i.product_key as key, i.id as "itemId", c.partner_item_id as "partnerItemId", c.price_cents as "priceCents",
      not exists (
        select from menu_item_pauses p
        where p.store_id = i.store_id and p.item_id = i.id and p.ended_at is null
          and (p.until is null or p.until > ${now})) as "onSale"
    from menu_items i
      left join menu_item_channels c on c.store_id = i.store_id and c.item_id = i.id
        and c.platform = ${platform} and c.merchant_id = ${merchantId}
    where i.store_id = ${storeId}`.execute(tx)
  const named = new Set(documentItems(menu.document).map((item) => productKey(item.externalCode, item.name)))
  const own = new Map<string, OwnFacts>(
    rows
      .filter(({ key }) => named.has(key))
      .map(({ key, itemId, onSale, partnerItemId, priceCents }) => [
        key,
        {
          itemId,
          onSale,
          channel: partnerItemId === null ? null : { partnerItemId, priceCents: priceCents ?? 0 },
        },
      ]),
  )
  return {
    menuNow: menu,
    menu: menu.document,
    there,
    own,
    photos: await photosThere(tx, storeId, { merchantId, platform }),
    newId: (itemId) => uuidv5(`${merchantId}\n${itemId}`, itemSpace),
  }
}

/** Ids of new items are derived: one that is sent twice is there once. */
const itemSpace = 'b6a5d2ce-1c6f-4b8e-8a6d-5d0a3e2f7c41'

export async function photosThere(
  tx: Transaction<Cell>,
  storeId: string,
  { merchantId, platform }: Pick<Publication, 'merchantId' | 'platform'>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('menu_photos_there')
    .select(['photo_id', 'path'])
    .where('store_id', '=', storeId)
    .where('platform', '=', platform)
    .where('merchant_id', '=', merchantId)
    .execute()
  return new Map(rows.map((row) => [row.photo_id, row.path]))
}
