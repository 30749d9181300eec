import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { Cell } from '../../db/tables.ts'

/** The id of each part, by its code. */
export type Ids = ReadonlyMap<string, string>

/** The groups of the document with their options, and which option each is asked with. */
export async function writeOptionGroups(
  tx: Transaction<Cell>,
  storeId: string,
  document: MenuDocument,
  ids: Ids,
): Promise<void> {
  await writeGroups(tx, storeId, document, ids)
  await writeOptions(tx, storeId, document, ids)
  await writePlaces(tx, storeId, document, ids)
}

async function writeGroups(
  tx: Transaction<Cell>,
  storeId: string,
  { optionGroups }: MenuDocument,
  ids: Ids,
): Promise<void> {
  const rows = optionGroups.map(
    ({ externalCode, name, description, status, minPermitted, maxPermitted, priceMethod }, position) => ({
      externalCode,
      name,
      description,
      status,
      minPermitted,
      maxPermitted,
      // Earlier versions have none.
      priceMethod: priceMethod ?? 'SUM',
      id: ids.get(externalCode),
      position,
    }),
  )
  await sql`
    insert into menu_option_groups as old
      (store_id, id, external_code, name, description, status, min_permitted, max_permitted, price_method, position)
    select ${storeId}, r.id, r."externalCode", r.name, r.description, r.status, r."minPermitted", r."maxPermitted",
      r."priceMethod", r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "externalCode" text, name text,
      description text, status text, "minPermitted" integer, "maxPermitted" integer, "priceMethod" text, position integer)
    on conflict (store_id, id) do update set
      name = excluded.name, description = excluded.description, status = excluded.status,
      min_permitted = excluded.min_permitted, max_permitted = excluded.max_permitted,
      price_method = excluded.price_method, position = excluded.position, version = old.version + 1
    where (old.name, old.description, old.status, old.min_permitted, old.max_permitted, old.price_method, old.position)
      is distinct from (excluded.name, excluded.description, excluded.status, excluded.min_permitted,
        excluded.max_permitted, excluded.price_method, excluded.position)`.execute(tx)
}

async function writeOptions(
  tx: Transaction<Cell>,
  storeId: string,
  { optionGroups }: MenuDocument,
  groupIds: Ids,
): Promise<void> {
  const rows = JSON.stringify(
    optionGroups.flatMap((group) =>
      group.options.map((option, position) => ({
        ...option,
        newId: uuidv7(),
        groupId: groupIds.get(group.externalCode),
        position,
      })),
    ),
  )
  const wanted = sql`jsonb_to_recordset(${rows}::jsonb) as r ("newId" uuid, "groupId" uuid, "externalCode" text,
    name text, description text, status text, "priceCents" integer, "maxPermitted" integer, position integer)`
  await sql`
    delete from menu_options o where o.store_id = ${storeId} and not exists (
      select from ${wanted} where r."groupId" = o.group_id and r."externalCode" = o.external_code)`.execute(
    tx,
  )
  await sql`
    insert into menu_options as old
      (store_id, id, group_id, external_code, name, description, status, price_cents, max_permitted, position)
    select ${storeId}, coalesce(k.id, r."newId"), r."groupId", r."externalCode", r.name, r.description, r.status,
      r."priceCents", r."maxPermitted", r.position
    from ${wanted}
      left join menu_options k
        on k.store_id = ${storeId} and k.group_id = r."groupId" and k.external_code = r."externalCode"
    on conflict (store_id, id) do update set
      name = excluded.name, description = excluded.description, status = excluded.status,
      price_cents = excluded.price_cents, max_permitted = excluded.max_permitted, position = excluded.position
    where (old.name, old.description, old.status, old.price_cents, old.max_permitted, old.position)
      is distinct from (excluded.name, excluded.description, excluded.status, excluded.price_cents,
        excluded.max_permitted, excluded.position)`.execute(tx)
}

async function writePlaces(
  tx: Transaction<Cell>,
  storeId: string,
  { optionGroups }: MenuDocument,
  groupIds: Ids,
): Promise<void> {
  const rows = optionGroups.map(({ externalCode, askedWith }) => ({
    id: groupIds.get(externalCode),
    holderId: askedWith ? groupIds.get(askedWith.group) : null,
    code: askedWith?.option,
  }))
  await sql`
    update menu_option_groups g set option_id = o.id, version = g.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "holderId" uuid, code text)
      left join menu_options o
        on o.store_id = ${storeId} and o.group_id = r."holderId" and o.external_code = r.code
    where g.store_id = ${storeId} and g.id = r.id and g.option_id is distinct from o.id`.execute(tx)
}
