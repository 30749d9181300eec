import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { ensureContact } from '../messaging/contacts.ts'
import type { ChangeEvent, IncomingContent } from '../messaging/line-events.ts'

/**
 * Applies edits and deletions, in order. They are no questions: a message that still waits is answered as it reads now,
 * or not at all, and one that was answered changes in the thread alone.
 */
export async function receiveChanges(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly ChangeEvent[],
  now: Date,
): Promise<void> {
  for (const event of events) await receiveChange(tx, storeId, event, now)
  if (events.length > 0) publishStoreEvent(tx, storeId, 'whatsapp', now)
}

async function receiveChange(
  tx: Transaction<Cell>,
  storeId: string,
  event: ChangeEvent,
  now: Date,
): Promise<void> {
  const { providerId, change, at } = event
  const contactId = event.from && (await ensureContact(tx, storeId, event.from, { name: null, now, at })).id
  const known = await tx
    .selectFrom('incoming_messages')
    .select(['contact_id', 'change'])
    .where('store_id', '=', storeId)
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
  if (!known) {
    if (contactId !== null) await storeUnseen(tx, storeId, { contactId, event }, now)
    return
  }
  // Nobody changes what another person wrote, and a deleted message stays deleted.
  if ((contactId !== null && known.contact_id !== contactId) || known.change === 'deleted') return
  const content = change.type === 'edited' ? change.content : null
  await tx
    .updateTable('incoming_messages')
    .set({ change: wordOf(change), ...(content ? { content: JSON.stringify(content) } : {}) })
    .where('store_id', '=', storeId)
    .where('provider_id', '=', providerId)
    .execute()
  await changeWaiting(tx, storeId, { contactId: known.contact_id, providerId }, change)
}

/** As `incoming_messages.change` names it. */
function wordOf(change: ChangeEvent['change']): 'edited' | 'unread' | 'deleted' {
  if (change.type === 'deleted') return 'deleted'
  return change.content ? 'edited' : 'unread'
}

/** The message itself never arrived, or follows later. */
async function storeUnseen(
  tx: Transaction<Cell>,
  storeId: string,
  { contactId, event }: { readonly contactId: string; readonly event: ChangeEvent },
  now: Date,
): Promise<void> {
  const { change, at, echo, providerId } = event
  const unreadable: IncomingContent = { type: 'notice', what: 'unsupported' }
  const isEdit = change.type === 'edited'
  await tx
    .insertInto('incoming_messages')
    .values({
      store_id: storeId,
      provider_id: providerId,
      contact_id: contactId,
      at,
      received_at: now,
      echo,
      content: JSON.stringify((isEdit ? change.content : null) ?? unreadable),
      silent: isEdit ? 'edit' : 'deleted',
      change: wordOf(change),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function changeWaiting(
  tx: Transaction<Cell>,
  storeId: string,
  { contactId, providerId }: { readonly contactId: string; readonly providerId: string },
  change: ChangeEvent['change'],
): Promise<void> {
  if (change.type === 'deleted') {
    const removed = await tx
      .deleteFrom('whatsapp_waiting')
      .where('store_id', '=', storeId)
      .where('contact_id', '=', contactId)
      .where('provider_id', '=', providerId)
      .returning('id')
      .execute()
    if (removed.length > 0) await markDeleted(tx, storeId, providerId)
    return
  }
  if (change.content === null) return
  await tx
    .updateTable('whatsapp_waiting')
    .set({ content: JSON.stringify(change.content) })
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .where('provider_id', '=', providerId)
    .execute()
}

const markDeleted = async (tx: Transaction<Cell>, storeId: string, providerId: string): Promise<void> => {
  await tx
    .updateTable('incoming_messages')
    .set({ silent: 'deleted' })
    .where('store_id', '=', storeId)
    .where('provider_id', '=', providerId)
    .execute()
}
