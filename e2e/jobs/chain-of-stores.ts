import { grill, type Stores } from './stores.ts'

/** A table whose rows of a store are copied, its keys included: they hold within a store. */
const copied = ['menu_photos', 'menu_categories', 'menu_items'] as const

/** Gives the owner of the demo's six stores more, up to `size`, each with the menu of the grill; `item` is on sale in all of them. */
export async function chainOf({ rows }: Pick<Stores, 'rows'>, size: number, item: string): Promise<void> {
  await rows(
    `update menu_item_pauses set ended_at = now()
     where ended_at is null and (store_id, item_id) in (select store_id, id from menu_items where name = $1)`,
    [item],
  )
  const [owner] = await rows<{ uid: string; stores: number }>(
    `select a.uid, count(*)::int as stores from access_entries a join users u on u.uid = a.uid
     where u.email = 'dona@balcao.example' group by a.uid`,
  )
  if (!owner) throw new Error('the demo has no owner')
  if (owner.stores >= size) return
  const made = await rows<{ id: string }>(
    `insert into stores select (jsonb_populate_record(s, jsonb_build_object(
       'id', gen_random_uuid(), 'name', 'Filial ' || number))).*
     from stores s, generate_series($2::int + 1, $3::int) number where s.id = $1 returning id`,
    [grill.id, owner.stores, size],
  )
  const ids = made.map(({ id }) => id)
  // Photos before the items that show them.
  for (const table of copied)
    await rows(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('store_id', copy))).*
       from ${table} t, unnest($2::uuid[]) copy where t.store_id = $1`,
      [grill.id, ids],
    )
  await rows(
    `insert into access_entries select (jsonb_populate_record(a, jsonb_build_object('store_id', copy))).*
     from access_entries a, unnest($3::uuid[]) copy where a.store_id = $1 and a.uid = $2`,
    [grill.id, owner.uid, ids],
  )
}
