import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/** Schedules the processing of one contact's queue. It does nothing if the queue is empty by then. */
export const scheduleSend = (
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
  dueAt: Date,
): Promise<void> => enqueue(tx, 'whatsapp-send', {}, { storeId, lane: contactId, dueAt })

/** Schedules every contact with due messages: after the line has recovered, and in case a schedule was lost. */
export async function scheduleAllSends(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  const waiting = await tx
    .selectFrom('outgoing_messages')
    .select('contact_id')
    .distinct()
    .where('store_id', '=', storeId)
    .where('state', 'in', ['queued', 'sending'])
    .where('due_at', '<=', now)
    .execute()
  for (const { contact_id: lane } of waiting)
    await enqueue(tx, 'whatsapp-send', {}, { storeId, lane, dueAt: now, key: `again ${lane}` })
}
