import { sql, type Transaction } from 'kysely'
import type { moveInMenu as moveRoute } from '../../../contract/menu/edit-menu.ts'
import type { ErrorCode } from '../../../contract/shared/errors.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { menuChanged } from '../changed/menu-changed.ts'

type Move = Call<typeof moveRoute>['body']

const tables = { category: 'menu_categories', item: 'menu_items', group: 'menu_option_groups' } as const
const absent: Readonly<Record<Move['part'], ErrorCode>> = {
  category: 'menu/category-not-found',
  item: 'menu/item-not-found',
  group: 'menu/group-not-found',
}

/** Renumbers the list that the part is in. Movers of one store wait for each other, and each meets the other's order. */
export async function moveInMenu(call: Call<typeof moveRoute>): Promise<Reply<typeof moveRoute>> {
  const { deps, storeId, body, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
    const categoryId = body.part === 'item' ? await moveToCategory(tx, storeId, body) : null
    const others = (await listOf(tx, storeId, body.part, categoryId)).filter((id) => id !== body.id)
    const at = body.before === null ? others.length : others.indexOf(body.before)
    if (at < 0) throw new AppError(absent[body.part])
    const ids = others.toSpliced(at, 0, body.id)
    const { rows } = await sql`
      update ${sql.table(tables[body.part])} t set position = r.position - 1
      from unnest(${ids}::uuid[]) with ordinality as r (id, position)
      where t.store_id = ${storeId} and t.id = r.id and (t.position <> r.position - 1 or t.id = ${body.id})
      returning t.id`.execute(tx)
    if (!rows.some((row) => (row as { id: string }).id === body.id)) throw new AppError(absent[body.part])
    await menuChanged(tx, storeId, now)
    return { ids }
  })
}

/** The category in which the item is afterwards. */
async function moveToCategory(
  tx: Transaction<Cell>,
  storeId: string,
  { id, categoryId }: Move,
): Promise<string | null> {
  const item = await tx
    .selectFrom('menu_items')
    .select('category_id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw new AppError('menu/item-not-found')
  if (categoryId === undefined || categoryId === item.category_id) return item.category_id
  if (categoryId !== null) {
    const known = await tx
      .selectFrom('menu_categories')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', categoryId)
      .executeTakeFirst()
    if (!known) throw new AppError('menu/category-not-found')
  }
  await tx
    .updateTable('menu_items')
    .set({ category_id: categoryId, version: sql<number>`version + 1` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
  return categoryId
}

async function listOf(
  tx: Transaction<Cell>,
  storeId: string,
  part: Move['part'],
  categoryId: string | null,
): Promise<string[]> {
  const inCategory = part === 'item' ? sql`and category_id is not distinct from ${categoryId}` : sql``
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tables[part])} where store_id = ${storeId} ${inCategory} order by position, name, id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}
