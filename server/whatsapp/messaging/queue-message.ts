import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import { asLines } from './as-lines.rules.ts'
import type { MessageContent } from './messaging-driver.ts'
import { wakeSender } from './wake-senders.ts'

export interface NewMessage {
  readonly contactId: string
  readonly orderId: string | null
  readonly kind: string
  /** Of two with one key the second is not written. */
  readonly key: string
  readonly content: MessageContent
  readonly dueAt: Date
  readonly expiresAt: Date
}

/** Belongs in the transaction that causes the message. Answers its id, or null: it was queued before. */
export async function queueMessage(
  tx: Transaction<Cell>,
  storeId: string,
  message: NewMessage,
  now: Date,
): Promise<string | null> {
  const id = uuidv7()
  const written = await tx
    .insertInto('outgoing_messages')
    .values({
      store_id: storeId,
      id,
      contact_id: message.contactId,
      order_id: message.orderId,
      kind: message.kind,
      key: message.key,
      content: JSON.stringify(message.content),
      body: asLines(message.content),
      state: 'queued',
      created_at: now,
      due_at: message.dueAt,
      expires_at: message.expiresAt,
    })
    .onConflict((conflict) => conflict.constraint('outgoing_messages_key_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return null
  await wakeSender(tx, storeId, message.contactId, message.dueAt)
  return id
}
