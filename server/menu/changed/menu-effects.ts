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
