import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { wishItems } from '../../stores/stores.ts'

/**
 * Records that a pause has ended and syncs the marketplaces; reads already treat it as ended. Does
 * nothing if a person ended the pause before.
 */
export async function endPause(deps: Deps, storeId: string, itemId: string, pauseId: string): Promise<void> {
  const now = deps.now()
  const ended = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const item = await tx
      .selectFrom('menu_items')
      .select('name')
      .where('store_id', '=', storeId)
      .where('id', '=', itemId)
      .forUpdate()
      .executeTakeFirst()
    const pause = await tx
      .updateTable('menu_item_pauses')
      .set((set) => ({ ended_at: set.ref('until') }))
      .where('store_id', '=', storeId)
      .where('id', '=', pauseId)
      .where('ended_at', 'is', null)
      .where('until', '<=', now)
      .returning('until')
      .executeTakeFirst()
    if (!item || !pause) return false
    await wishItems(tx, storeId, [itemId], { now })
    await menuChanged(tx, storeId, now, [itemId])
    await tx
      .insertInto('audit_entries')
      .values({
        id: uuidv7(),
        at: now,
        actor_uid: null,
        action: 'menu/pause-ended',
        store_id: storeId,
        subject: item.name,
        details: JSON.stringify({ itemId, until: pause.until?.toISOString() ?? null }),
      })
      .execute()
    return true
  })
  if (!ended) return
}
