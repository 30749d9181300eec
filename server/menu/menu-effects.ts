import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '../db/tables.generated.ts'

/** Effects of one item run in order: the item's id is the lane. */
async function leave(
  tx: Transaction<DB>,
  effect: {
    readonly storeId: string
    readonly itemId: string
    readonly kind: 'menu-pause-end' | 'menu-channels'
    readonly payload: Readonly<Record<string, unknown>>
    readonly dueAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      store_id: effect.storeId,
      id: uuidv7(),
      kind: effect.kind,
      order_id: effect.itemId,
      payload: JSON.stringify(effect.payload),
      due_at: effect.dueAt,
    })
    .execute()
}

/** Ends the pause on time even if nobody looks at it. */
export const scheduleResume = (
  tx: Transaction<DB>,
  storeId: string,
  itemId: string,
  pause: { readonly id: string; readonly until: Date },
): Promise<void> =>
  leave(tx, {
    storeId,
    itemId,
    kind: 'menu-pause-end',
    payload: { pauseId: pause.id },
    dueAt: pause.until,
  })

/**
 * Sends the item's current state to the marketplaces. Clears old rejections, because this is a new
 * attempt.
 */
export async function enqueuePartnerSync(
  tx: Transaction<DB>,
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
  await leave(tx, { storeId, itemId, kind: 'menu-channels', payload: {}, dueAt: now })
  return true
}
