import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/** A look at one person's waiting messages; one that finds nothing does nothing. */
export const wakeSender = (
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
  dueAt: Date,
): Promise<void> => enqueue(tx, 'whatsapp-send', {}, { storeId, lane: contactId, dueAt })

/** Has everybody's waiting messages looked at: the line is back, or a look was lost. */
export async function sendWaiting(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
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
