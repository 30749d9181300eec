import { sql, type Transaction } from 'kysely'
import type { MenuImport } from '../../../contract/menu/import-menu.ts'
import type { Cell } from '../../db/tables.ts'

const maxListed = 50

/** What came of the photos that an import named. */
export async function photosOfImport(
  tx: Transaction<Cell>,
  storeId: string,
  importId: string,
): Promise<MenuImport['photos']> {
  const { rows } = await sql<MenuImport['photos']>`
    select count(*)::integer as wanted,
      (count(*) filter (where p.state in ('done', 'kept')))::integer as done,
      (count(*) filter (where p.state = 'waiting'))::integer as waiting,
      coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'message', coalesce(p.problem, '')) order by i.name)
        filter (where p.state = 'failed'), '[]') as failed
    from menu_import_photos p join menu_items i on i.store_id = p.store_id and i.id = p.item_id
    where p.store_id = ${storeId} and p.import_id = ${importId}`.execute(tx)
  const [found] = rows
  return found
    ? { ...found, failed: found.failed.slice(0, maxListed) }
    : { wanted: 0, done: 0, waiting: 0, failed: [] }
}
