import type { Selectable, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { publishStoreEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import { newChat, type ChatState } from './conversation-state.ts'

export type ConversationRow = Selectable<Cell['whatsapp_conversations']>

export const stateOf = ({ state }: ConversationRow): ChatState => state as unknown as ChatState

/** The transaction that holds the row decides what is said next: turns, webhooks and people in the panel wait for each other. */
export async function lockConversation(
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
): Promise<ConversationRow | undefined> {
  return tx
    .selectFrom('whatsapp_conversations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
}

/** Made with the customer's first message. */
export async function conversationOf(
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
  now: Date,
): Promise<ConversationRow> {
  await tx
    .insertInto('whatsapp_conversations')
    .values({
      store_id: storeId,
      contact_id: contactId,
      id: uuidv7(),
      place: newChat.place,
      state: JSON.stringify(newChat),
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('whatsapp_conversations_pkey').doNothing())
    .execute()
  const row = await lockConversation(tx, storeId, contactId)
  if (!row) throw new Error('A conversation could neither be made nor found.')
  return row
}

export async function saveState(
  tx: Transaction<Cell>,
  row: ConversationRow,
  state: ChatState,
  now: Date,
): Promise<void> {
  const entered = state.place === 'person' && row.place !== 'person'
  await tx
    .updateTable('whatsapp_conversations')
    .set({
      place: state.place,
      state: JSON.stringify(state),
      revision: row.revision + 1,
      updated_at: now,
      ...(entered ? { person_since: now, person_uid: null, person_name: null } : {}),
      ...(state.place === 'person' ? {} : { person_since: null, person_uid: null, person_name: null }),
    })
    .where('store_id', '=', row.store_id)
    .where('contact_id', '=', row.contact_id)
    .execute()
  if (state.place === 'person' || row.place === 'person') publishStoreEvent(tx, row.store_id, 'whatsapp', now)
}
