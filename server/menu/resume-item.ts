import type { resumeMenuItem as resumeMenuItemRoute } from '../../contract/menu/menu.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { audit } from '../identity/identity.ts'
import { enqueuePartnerSync } from './menu-effects.ts'
import { itemOf } from './menu.reads.ts'
import { closeExpiredPauses, lockItems } from './pause-item.ts'

/** Ends a pause before its time, or one without an end. */
export async function resumeMenuItem(
  call: Call<typeof resumeMenuItemRoute>,
): Promise<Reply<typeof resumeMenuItemRoute>> {
  const { deps, storeId, params, caller, now, requestId } = call
  const { itemId } = params
  const resumed = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const names = await lockItems(tx, storeId, [itemId])
    await closeExpiredPauses(tx, storeId, [itemId], now)
    const ended = await tx
      .updateTable('menu_item_pauses')
      .set({ ended_at: now, ended_by: caller.uid, ended_by_name: caller.name })
      .where('store_id', '=', storeId)
      .where('item_id', '=', itemId)
      .where('ended_at', 'is', null)
      .returning('since')
      .executeTakeFirst()
    const item = await itemOf(tx, storeId, itemId, now)
    if (!ended || !item) throw new AppError('menu/not-paused', { current: item })
    await enqueuePartnerSync(tx, storeId, itemId, now)
    publishStoreEvent(tx, storeId, 'menu', now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/item-resumed',
      storeId,
      subject: names.get(itemId) ?? itemId,
      details: { itemId, since: ended.since.toISOString() },
      requestId,
      at: now,
    })
    // Read again, because queueing the sync changed the channels.
    return (await itemOf(tx, storeId, itemId, now)) ?? item
  })
  return resumed
}
