import type { Transaction } from 'kysely'
import { secondMs } from '../../../contract/shared/durations.ts'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/** One a second at most: many items that change together are looked at together. */
export async function enqueueItemLook(
  tx: Transaction<Cell>,
  { storeId, lane, at }: { readonly storeId: string; readonly lane: string; readonly at: Date },
): Promise<void> {
  const dueAt = new Date(Math.ceil(at.getTime() / secondMs) * secondMs)
  await enqueue(tx, 'menu-channels', {}, { storeId, lane, dueAt, key: `look ${dueAt.toISOString()}` })
}
