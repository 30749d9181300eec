import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/** The end of a pause that has one. */
export const scheduleResume = (
  tx: Transaction<Cell>,
  storeId: string,
  itemId: string,
  pause: { readonly id: string; readonly until: Date },
): Promise<void> =>
  enqueue(tx, 'menu-pause-end', { pauseId: pause.id }, { storeId, lane: itemId, dueAt: pause.until })

/** Publishes the item's present state to the partners; an old refusal is cleared, because this is a new try. */
export async function enqueuePartnerSync(
  tx: Transaction<Cell>,
  storeId: string,
  itemId: string,
  now: Date,
): Promise<boolean> {
  const published = await tx
    .updateTable('menu_item_channels')
    .set({ refusal: null, refused_at: null })
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .returning('merchant_id')
    .execute()
  if (published.length === 0) return false
  await enqueue(tx, 'menu-channels', {}, { storeId, lane: itemId, dueAt: now })
  return true
}
