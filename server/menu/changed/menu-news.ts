import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/** Edits of so long are one piece of news. */
const oneNewsMs = 30_000

/** The whole menu, for the marketplaces that have it from us. */
export const enqueueMenuNews = (tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> =>
  enqueue(
    tx,
    'menu-news',
    {},
    { storeId, lane: storeId, dueAt: new Date(now.getTime() + oneNewsMs), key: 'menu-news' },
  )
