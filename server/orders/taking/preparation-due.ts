import type { Transaction } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../../order-moved.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { recordEvent } from '../moves/record-event.ts'

/** In the transaction that accepts the order: a scheduled one is announced when its preparation is due. */
export async function schedulePreparation(tx: Transaction<Cell>, row: OrderRow, now: Date): Promise<void> {
  const startAt = row.timing === 'SCHEDULED' ? row.preparation_start_at : null
  if (startAt && startAt > now)
    await enqueue(tx, 'preparation-due', {}, { storeId: row.store_id, lane: row.id, dueAt: startAt })
}

/**
 * Runs when the preparation of a scheduled order is due: moves it on every board with a sound and adds
 * an event to the timeline.
 */
export async function preparationDue(deps: Deps, storeId: string, orderId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    // The acceptance was undone, the order cancelled, or the preparation already started.
    if (row?.status !== 'confirmed' || !row.preparation_start_at || row.preparation_start_at > now) return
    await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      sourceEventId: `preparation-due:${orderId}`,
      type: 'PREPARATION_DUE',
      at: now,
    })
  })
}
