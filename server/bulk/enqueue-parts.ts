import { v5 as uuidv5 } from 'uuid'
import type { StoreTransaction } from '../db/tables.ts'
import { enqueue } from '../outbox/enqueue.ts'

/**
 * Each part is an effect of its store. The acts of one store run in the order in which they were asked for, beside what its
 * marketplaces keep waiting.
 */
export async function enqueueParts(
  tx: StoreTransaction,
  actId: string,
  storeIds: readonly string[],
  dueAt: Date,
): Promise<void> {
  for (const storeId of storeIds)
    await enqueue(tx, 'bulk-part', { actId }, { storeId, lane: uuidv5('bulk', storeId), dueAt })
}
