import { sql, type Transaction } from 'kysely'
import type {
  DocumentCategory,
  DocumentItem,
  DocumentOptionGroup,
  MenuDocument,
} from '../../../contract/menu/menu-document.ts'
import type { Cell } from '../../db/tables.ts'
import { hoursOf } from '../reads/menu.reads.ts'

/** The store's menu as one document; `writeWholeMenu` is its inverse. Photos are named, not included. */
export async function readWholeMenu(tx: Transaction<Cell>, storeId: string): Promise<MenuDocument> {
  const categories = await sql<Omit<DocumentCategory, 'items'> & { readonly id: string }>`
    select id, external_code as "externalCode", name, description, status, availability
    from menu_categories where store_id = ${storeId} order by position, name, id`.execute(tx)
  const items = await sql<DocumentItem & { readonly id: string; readonly categoryId: string | null }>`
    select i.id, i.category_id as "categoryId", i.external_code as "externalCode", i.name, i.description, i.serving, i.unit,
      i.ean, i.photo_id as "photoId", i.price_cents as "priceCents",
      coalesce((
        select jsonb_agg(jsonb_build_object('platform', c.platform, 'merchantId', c.merchant_id,
          'partnerItemId', c.partner_item_id, 'priceCents', c.price_cents) order by c.platform, c.merchant_id)
        from menu_item_channels c where c.store_id = i.store_id and c.item_id = i.id), '[]') as channels,
      i.allergens as allergen, i.is_alcoholic as "isAlcoholic", i.tax_class as "taxClass", i.ncm, i.availability,
      i.locks,
      coalesce((
        select jsonb_agg(g.external_code order by l.position, g.external_code)
        from menu_item_option_groups l
          join menu_option_groups g on g.store_id = l.store_id and g.id = l.group_id
        where l.store_id = i.store_id and l.item_id = i.id), '[]') as "optionGroups"
    from menu_items i where i.store_id = ${storeId} order by i.position, i.name, i.id`.execute(tx)
  const optionGroups = await sql<DocumentOptionGroup>`
    select g.external_code as "externalCode", g.name, g.description, g.status, g.min_permitted as "minPermitted",
      g.max_permitted as "maxPermitted", g.price_method as "priceMethod",
      (select jsonb_build_object('group', h.external_code, 'option', o.external_code)
        from menu_options o join menu_option_groups h on h.store_id = o.store_id and h.id = o.group_id
        where o.store_id = g.store_id and o.id = g.option_id) as "askedWith",
      coalesce((
        select jsonb_agg(jsonb_build_object('externalCode', o.external_code, 'name', o.name,
          'description', o.description, 'status', o.status, 'priceCents', o.price_cents,
          'maxPermitted', o.max_permitted) order by o.position, o.name, o.id)
        from menu_options o where o.store_id = g.store_id and o.group_id = g.id), '[]') as options
    from menu_option_groups g where g.store_id = ${storeId} order by g.position, g.name, g.id`.execute(tx)
  const itemsOf = (id: string | null): DocumentItem[] =>
    items.rows.flatMap(({ id: itemId, categoryId, availability, ...item }) =>
      categoryId === id ? [{ ...item, availability: hoursOf({ storeId, id: itemId }, availability) }] : [],
    )
  return {
    categories: categories.rows.map(({ id, availability, ...category }) => ({
      ...category,
      availability: hoursOf({ storeId, id }, availability),
      items: itemsOf(id),
    })),
    otherItems: itemsOf(null),
    // A menu without groups of options reads as it did before there were any: its version stays the same.
    optionGroups: optionGroups.rows.map(({ askedWith, ...group }) =>
      askedWith ? { ...group, askedWith } : group,
    ),
  }
}
