import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { IncomingContent } from '../messaging/messaging-driver.ts'
import { modulesOffOf } from '../../stores/stores.ts'
import { settingsOf } from '../messaging/settings.reads.ts'
import { conversationOf, lockConversation, saveState, stateOf } from './conversation-rows.ts'
import { silenced } from './chat/moves.rules.ts'

/** People write in pieces: an answer waits until nothing came for so long. A tap is whole. */
export const pieceMs = 1_200
/** A turn that was planned and never came, as after a lost effect. */
const lostMs = 5 * 60_000

/** Belongs in the transaction that keeps the messages: of a customer, they are answered soon, as one. */
export async function noteCustomerMessages(
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
  its: { readonly contents: readonly IncomingContent[]; readonly now: Date },
): Promise<void> {
  const { contents, now } = its
  const settings = await settingsOf(tx, storeId)
  if (!settings?.conversational || (await modulesOffOf(tx, storeId)).includes('conversation')) return
  const row = await conversationOf(tx, storeId, contactId, now)
  await tx
    .insertInto('whatsapp_waiting')
    .values(
      contents.map((content) => ({
        store_id: storeId,
        contact_id: contactId,
        id: uuidv7(),
        received_at: now,
        content: JSON.stringify(content),
      })),
    )
    .execute()
  const planned = row.turn_due_at !== null && now.getTime() - row.turn_due_at.getTime() < lostMs
  if (planned) return
  const dueAt = new Date(now.getTime() + (contents.at(-1)?.type === 'choice' ? 0 : pieceMs))
  await planTurn(tx, row, dueAt)
}

/** The row is locked, so that a turn is planned once, and the one that runs sees every message before it. */
export async function planTurn(
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

/** The owner wrote on the phone: the conversation is the owner's until it is handed back. */
export async function noteOwnersMessage(
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
  now: Date,
): Promise<void> {
  const row = await lockConversation(tx, storeId, contactId)
  if (row && row.place !== 'person') await saveState(tx, row, silenced(stateOf(row), 'phone'), now)
}
