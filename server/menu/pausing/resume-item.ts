import type { Transaction } from 'kysely'
import type { resumeMenuItem as resumeMenuItemRoute } from '../../../contract/menu/menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { wishItems } from '../../stores/stores.ts'
import { itemOf } from '../reads/menu.reads.ts'
import { closeExpiredPauses, lockItems, type PauseCall } from './pause-item.ts'

/** Ends a pause before its time, or one without an end. */
export async function resumeMenuItem(
  call: Call<typeof resumeMenuItemRoute>,
): Promise<Reply<typeof resumeMenuItemRoute>> {
  const { deps, storeId, params, now } = call
  const { itemId } = params
  const resumed = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const [resumedId] = await resumeItems(tx, call, [itemId])
    const item = await itemOf(tx, storeId, itemId, now)
    if (!resumedId || !item) throw new AppError('menu/not-paused', { current: item })
    return item
  })
  return resumed
}

type ResumeCall = Omit<PauseCall, 'body'>

/** Returns the ids of the items that were paused and are on sale again. */
export async function resumeItems(
  tx: Transaction<Cell>,
  { storeId, caller, now, requestId }: ResumeCall,
  itemIds: readonly string[],
): Promise<string[]> {
  const names = await lockItems(tx, storeId, itemIds)
  await closeExpiredPauses(tx, storeId, itemIds, now)
  const ended = await tx
    .updateTable('menu_item_pauses')
    .set({ ended_at: now, ended_by: caller.uid, ended_by_name: caller.name })
    .where('store_id', '=', storeId)
    .where('item_id', 'in', itemIds)
    .where('ended_at', 'is', null)
    .returning(['item_id', 'since'])
    .execute()
  for (const { item_id: itemId, since } of ended) {
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/item-resumed',
      storeId,
      subject: names.get(itemId) ?? itemId,
      details: { itemId, since: since.toISOString() },
      requestId,
      at: now,
    })
  }
  const resumedIds = ended.map((pause) => pause.item_id)
  await wishItems(tx, storeId, resumedIds, { now })
  if (resumedIds.length > 0) await menuChanged(tx, storeId, now, resumedIds)
  return resumedIds
}
