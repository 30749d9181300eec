import { v7 as uuidv7 } from 'uuid'
import { roleMeets } from '../../../contract/shared/access.ts'
import type {
  copyMyCategory as copyMyCategoryRoute,
  copyMyMenu as copyMyMenuRoute,
  MenuCopy,
  retryMenuCopy as retryMenuCopyRoute,
} from '../../../contract/menu/copies.ts'
import type { MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { StoreTransaction } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit, roleInStore } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { candidateOfMenu } from '../difference/candidate-of-menu.ts'
import { readWholeMenu } from '../whole/read-whole-menu.ts'
import { copyOf } from './copies.reads.ts'

const copiesKept = 20

export async function copyMyCategory(call: Call<typeof copyMyCategoryRoute>): Promise<MenuCopy> {
  const { deps, storeId, params } = call
  const category = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('menu_categories')
      .select(['external_code', 'name'])
      .where('store_id', '=', storeId)
      .where('id', '=', params.id)
      .executeTakeFirst(),
  )
  if (!category) throw new AppError('menu/category-not-found')
  return begin(call, { code: category.external_code, name: category.name })
}

export const copyMyMenu = (call: Call<typeof copyMyMenuRoute>): Promise<MenuCopy> => begin(call, null)

/** What is copied is kept as it is now; each store then takes it on its own, also after a crash. */
async function begin(
  call: Call<typeof copyMyCategoryRoute> | Call<typeof copyMyMenuRoute>,
  category: { readonly code: string; readonly name: string } | null,
): Promise<MenuCopy> {
  const { deps, storeId, caller, now, requestId } = call
  const targets = [...new Set(call.body.storeIds.map((id) => id.toLowerCase()))]
  if (targets.includes(storeId)) {
    const message = 'Escolha outras lojas: esta já tem o cardápio.'
    throw new AppError('validation/refused', { details: [{ path: 'storeIds', message }] })
  }
  for (const target of targets) {
    const role = roleInStore(caller, target)
    if (!role) throw new AppError('store/not-found')
    if (!roleMeets(role, 'manager')) throw new AppError('permission/denied')
  }
  const copyId = uuidv7()
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const menu = onlyCategory(await readWholeMenu(tx, storeId), category?.code ?? null)
    await forgetOld(tx, storeId)
    await tx
      .insertInto('menu_copies')
      .values({
        store_id: storeId,
        id: copyId,
        category: category?.name ?? null,
        candidate: JSON.stringify(candidateOfMenu(menu)),
        asked_by: caller.uid,
        asked_by_name: caller.name,
        asked_at: now,
      })
      .execute()
    await tx
      .insertInto('menu_copy_targets')
      .values(targets.map((target) => ({ store_id: storeId, copy_id: copyId, target_id: target })))
      .execute()
    await enqueueCopies(tx, { storeId, copyId, targets, dueAt: now })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/copied',
      storeId,
      subject: category?.name ?? 'cardápio',
      details: { copyId, storeIds: targets },
      requestId,
      at: now,
    })
    return copyOf(tx, storeId, copyId, call)
  })
}

/** Only the stores that failed; those that are done are not touched again. */
export async function retryMenuCopy(call: Call<typeof retryMenuCopyRoute>): Promise<MenuCopy> {
  const { deps, storeId, params, now } = call
  const { copyId } = params
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await copyOf(tx, storeId, copyId, call)
    const failed = await tx
      .updateTable('menu_copy_targets')
      .set({ state: 'waiting', problem: null, ended_at: null })
      .where('store_id', '=', storeId)
      .where('copy_id', '=', copyId)
      .where('state', '=', 'failed')
      .returning('target_id')
      .execute()
    if (failed.length === 0) throw new AppError('menu/nothing-to-retry')
    await enqueueCopies(tx, {
      storeId,
      copyId,
      targets: failed.map((row) => row.target_id),
      dueAt: now,
    })
    return copyOf(tx, storeId, copyId, call)
  })
}

async function enqueueCopies(
  tx: StoreTransaction,
  its: {
    readonly storeId: string
    readonly copyId: string
    readonly targets: readonly string[]
    readonly dueAt: Date
  },
): Promise<void> {
  const { storeId, copyId, targets, dueAt } = its
  for (const lane of targets) await enqueue(tx, 'menu-copy', { copyId }, { storeId, lane, dueAt })
}

function onlyCategory(menu: MenuDocument, code: string | null): MenuDocument {
  if (code === null) return menu
  return {
    ...menu,
    categories: menu.categories.filter((category) => category.externalCode === code),
    otherItems: [],
  }
}

async function forgetOld(tx: StoreTransaction, storeId: string): Promise<void> {
  const old = await tx
    .selectFrom('menu_copies')
    .select('id')
    .where('store_id', '=', storeId)
    .orderBy('asked_at', 'desc')
    .offset(copiesKept)
    .limit(100)
    .execute()
  if (old.length === 0) return
  await tx
    .deleteFrom('menu_copies')
    .where('store_id', '=', storeId)
    .where(
      'id',
      'in',
      old.map((row) => row.id),
    )
    .execute()
}
