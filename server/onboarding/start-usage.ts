import type { Transaction } from 'kysely'
import type { HouseKind } from '../../contract/stores/house-kinds.ts'
import type { Cell } from '../db/tables.ts'
import { enqueue } from '../outbox/enqueue.ts'

/** How long after the start a mail names the next step. */
const mailAfterMs = 48 * 60 * 60_000

/** Call it in the transaction that opens the store: its first steps begin, and a mail will remind of the next one. */
export async function startUsage(
  tx: Transaction<Cell>,
  storeId: string,
  house: HouseKind | null,
  now: Date,
): Promise<void> {
  await tx.insertInto('usage_data').values({ store_id: storeId, house, started_at: now }).execute()
  await enqueue(
    tx,
    'first-steps-mail',
    {},
    { storeId, lane: storeId, dueAt: new Date(now.getTime() + mailAfterMs), key: 'once' },
  )
}
