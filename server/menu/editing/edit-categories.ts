import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  addMenuCategory as addRoute,
  deleteMenuCategory as deleteRoute,
  updateMenuCategory as updateRoute,
} from '../../../contract/menu/edit-menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { keepDeletion } from './keep-deletion.ts'
import { categoriesOf } from '../reads/menu.reads.ts'
import { menuChanged } from '../changed/menu-changed.ts'

export async function addMenuCategory(call: Call<typeof addRoute>): Promise<Reply<typeof addRoute>> {
  const { deps, storeId, body, caller, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await rejectTakenCategory(tx, storeId, body.name)
    const id = uuidv7()
    await sql`
      insert into menu_categories (store_id, id, name, description, status, availability, position)
      select ${storeId}, ${id}, ${body.name}, ${body.description}, ${body.status}, ${JSON.stringify(body.availability)},
        coalesce(max(position), -1) + 1
      from menu_categories where store_id = ${storeId}`.execute(tx)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/category-added',
      storeId,
      subject: body.name,
      details: { categoryId: id },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return categoryOf(tx, storeId, id)
  })
}

export async function updateMenuCategory(call: Call<typeof updateRoute>): Promise<Reply<typeof updateRoute>> {
  const { deps, storeId, params, body, caller, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await lockCategory(tx, storeId, params.categoryId)
    if (before.version !== body.version) throw new AppError('menu/stale-category', { current: before })
    await rejectTakenCategory(tx, storeId, body.name, params.categoryId)
    await tx
      .updateTable('menu_categories')
      .set({
        name: body.name,
        description: body.description,
        status: body.status,
        availability: JSON.stringify(body.availability),
        version: sql<number>`version + 1`,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', params.categoryId)
      .execute()
    const after = await categoryOf(tx, storeId, params.categoryId)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/category-changed',
      storeId,
      subject: body.name,
      details: { categoryId: params.categoryId, before, after },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return after
  })
}

export async function deleteMenuCategory(call: Call<typeof deleteRoute>): Promise<Reply<typeof deleteRoute>> {
  const { deps, storeId, params, caller, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { name } = await lockCategory(tx, storeId, params.categoryId)
    const { rows } = await sql<{ content: unknown }>`
      select jsonb_build_object('row', to_jsonb(c), 'itemIds', coalesce((
        select jsonb_agg(i.id) from menu_items i where i.store_id = c.store_id and i.category_id = c.id), '[]')) as content
      from menu_categories c where c.store_id = ${storeId} and c.id = ${params.categoryId}`.execute(tx)
    await tx
      .deleteFrom('menu_categories')
      .where('store_id', '=', storeId)
      .where('id', '=', params.categoryId)
      .execute()
    const deletionId = await keepDeletion(tx, storeId, {
      kind: 'category',
      name,
      content: rows[0]?.content,
      now,
    })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/category-deleted',
      storeId,
      subject: name,
      details: { categoryId: params.categoryId },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return { deletionId, name }
  })
}

/** Names are unique within a store. Locks the store's row, so that two calls cannot take the same name. */
export async function rejectTakenCategory(
  tx: Transaction<Cell>,
  storeId: string,
  name: string,
  id: string | null = null,
): Promise<void> {
  await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
  const { rows } = await sql`
    select from menu_categories
    where store_id = ${storeId} and search_key(name) = search_key(${name}) and id is distinct from ${id}`.execute(
    tx,
  )
  if (rows.length === 0) return
  const message = 'Já existe uma categoria com este nome. Escolha outro.'
  throw new AppError('menu/category-taken', { details: [{ path: 'name', message }] })
}

async function lockCategory(tx: Transaction<Cell>, storeId: string, id: string) {
  await sql`select 1 from menu_categories where store_id = ${storeId} and id = ${id} for update`.execute(tx)
  return categoryOf(tx, storeId, id)
}

async function categoryOf(tx: Transaction<Cell>, storeId: string, id: string) {
  const [category] = await categoriesOf(tx, storeId, id)
  if (!category) throw new AppError('menu/category-not-found')
  return category
}
