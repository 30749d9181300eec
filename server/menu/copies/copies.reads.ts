import { roleMeets } from '../../../contract/shared/access.ts'
import type { MenuCopy, readMenuCopies as readMenuCopiesRoute } from '../../../contract/menu/copies.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { StoreTransaction } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'

const copiesShown = 5

export async function readMenuCopies(
  call: Call<typeof readMenuCopiesRoute>,
): Promise<Reply<typeof readMenuCopiesRoute>> {
  const { deps, storeId } = call
  const copies = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const rows = await tx
      .selectFrom('menu_copies')
      .select('id')
      .where('store_id', '=', storeId)
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(copiesShown)
      .execute()
    const found: MenuCopy[] = []
    for (const { id } of rows) found.push(await copyOf(tx, storeId, id, call))
    return found
  })
  return { copies }
}

/** Names only stores that the caller manages. */
export async function copyOf(
  tx: StoreTransaction,
  storeId: string,
  copyId: string,
  { caller }: { readonly caller: Caller },
): Promise<MenuCopy> {
  const row = await tx
    .selectFrom('menu_copies')
    .select(['category', 'asked_by_name', 'asked_at'])
    .where('store_id', '=', storeId)
    .where('id', '=', copyId)
    .executeTakeFirst()
  if (!row) throw new AppError('menu/copy-not-found')
  const targets = await tx
    .selectFrom('menu_copy_targets')
    .select(['target_id', 'state', 'changed', 'problem'])
    .where('store_id', '=', storeId)
    .where('copy_id', '=', copyId)
    .orderBy('target_id')
    .execute()
  return {
    id: copyId,
    category: row.category,
    askedByName: row.asked_by_name,
    askedAt: row.asked_at.toISOString(),
    stores: targets
      .filter(({ target_id: id }) => caller.isRoot || roleMeets(caller.access.get(id) ?? 'basic', 'manager'))
      .map(({ target_id: targetId, state, changed, problem }) => ({
        storeId: targetId,
        state: state as MenuCopy['stores'][number]['state'],
        changed,
        problem,
      })),
  }
}
