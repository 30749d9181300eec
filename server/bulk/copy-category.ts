import { bulkRole, type BulkAct } from '../../contract/bulk/bulk.ts'
import type { copyMyCategory as copyMyCategoryRoute } from '../../contract/bulk/copy-category.ts'
import { copyKeeps } from '../../contract/menu/copies.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Call, GrantedStore } from '../calls/call.ts'
import type { Caller } from '../calls/caller.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { roleInStore } from '../identity/identity.ts'
import { beginAct } from './begin-bulk.ts'

/** Throws menu/category-not-found, and validation/refused for the store itself among the others. */
export async function copyMyCategory(call: Call<typeof copyMyCategoryRoute>): Promise<BulkAct> {
  const { deps, storeId, caller, params, body } = call
  const targets = [...new Set(body.storeIds.map((id) => id.toLowerCase()))]
  if (targets.includes(storeId)) {
    const message = 'Escolha outras lojas: esta já tem o cardápio.'
    throw new AppError('validation/refused', { details: [{ path: 'storeIds', message }] })
  }
  const stores = targets.map((id) => granted(caller, id))
  const category = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('menu_categories')
      .select('name')
      .where('store_id', '=', storeId)
      .where('id', '=', params.id)
      .executeTakeFirst(),
  )
  if (!category) throw new AppError('menu/category-not-found')
  return beginAct(
    { ...call, stores, query: { selection: targets.join(',') } },
    { kind: 'menu', from: storeId, category: category.name, keeps: copyKeeps },
  )
}

function granted(caller: Caller, storeId: string): GrantedStore {
  const role = roleInStore(caller, storeId)
  if (!role) throw new AppError('store/not-found')
  if (!roleMeets(role, bulkRole.menu)) throw new AppError('permission/denied')
  return { storeId, role, merchants: null }
}
