import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { MessageEvent } from '../messaging/line-events.ts'
import type { SilenceReason } from '../messaging/silence.rules.ts'
import { modulesOffOf } from '../../stores/stores.ts'
import { settingsOf } from '../messaging/settings.reads.ts'
import { ensureConversation, lockConversation, saveState, chatStateOf } from './conversation-rows.ts'
import { handedToPerson } from './chat/replies.rules.ts'

/** People write in pieces, so a reply waits until nothing has arrived for this long. A tapped choice is complete. */
export const typingPauseMs = 1_200
/** A turn that is overdue by this much was lost and is scheduled again. */
const staleTurnMs = 5 * 60_000

/** Queues a customer's messages for a reply to all of them. Call it in the transaction that stores them. */
export async function recordCustomerMessages(
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
  {
    messages,
    now,
  }: { readonly messages: readonly Pick<MessageEvent, 'providerId' | 'content'>[]; readonly now: Date },
): Promise<void> {
  const settings = await settingsOf(tx, storeId)
  if (!settings?.conversational || (await modulesOffOf(tx, storeId)).includes('conversation')) {
    const open = await lockConversation(tx, storeId, contactId)
    const ids = messages.map(({ providerId }) => providerId)
    if (open?.place !== 'person') await markSilent(tx, storeId, ids, 'off')
    return
  }
  const row = await ensureConversation(tx, storeId, contactId, now)
  await tx
    .insertInto('whatsapp_waiting')
    .values(
      messages.map(({ providerId, content }) => ({
        store_id: storeId,
        contact_id: contactId,
        id: uuidv7(),
        provider_id: providerId,
        received_at: now,
        content: JSON.stringify(content),
      })),
    )
    .execute()
  const isScheduled = row.turn_due_at !== null && now.getTime() - row.turn_due_at.getTime() < staleTurnMs
  if (isScheduled) return
  const dueAt = new Date(now.getTime() + (messages.at(-1)?.content.type === 'choice' ? 0 : typingPauseMs))
  await scheduleTurn(tx, row, dueAt)
}

/** Schedules a turn of a locked conversation, so that it is scheduled once and sees every message before it. */
export async function scheduleTurn(
  tx: Transaction<Cell>,
  row: { readonly store_id: string; readonly contact_id: string; readonly id: string },
  dueAt: Date,
): Promise<void> {
  await tx
    .updateTable('whatsapp_conversations')
    .set({ turn_due_at: dueAt })
    .where('store_id', '=', row.store_id)
    .where('contact_id', '=', row.contact_id)
    .execute()
  await enqueue(tx, 'whatsapp-turn', {}, { storeId: row.store_id, lane: row.id, dueAt })
}

/** Notes why these messages get no answer. */
export const markSilent = async (
  tx: Transaction<Cell>,
  storeId: string,
  providerIds: readonly string[],
  reason: SilenceReason,
): Promise<void> => {
  await tx
    .updateTable('incoming_messages')
    .set({ silent: reason })
    .where('store_id', '=', storeId)
    .where('provider_id', '=', sql<string>`any(${providerIds}::text[])`)
    .execute()
}

/** The owner wrote on the phone, so automatic replies stop until the conversation is handed back. */
export async function recordOwnerMessage(
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
  now: Date,
): Promise<void> {
  const row = await lockConversation(tx, storeId, contactId)
  if (row && row.place !== 'person') await saveState(tx, row, handedToPerson(chatStateOf(row), 'phone'), now)
}
