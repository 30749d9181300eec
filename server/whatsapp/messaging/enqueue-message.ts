import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import { asLines } from './as-lines.rules.ts'
import type { MessageContent } from './messaging-driver.ts'
import { scheduleSend } from './schedule-sends.ts'

export interface NewMessage {
  readonly contactId: string
  readonly orderId: string | null
  readonly kind: string
  /** Idempotency key: a second message with the same key is ignored. */
  readonly key: string
  readonly content: MessageContent
  readonly dueAt: Date
  readonly expiresAt: Date
}

/** Call it in the transaction that causes the message. Returns the message's id, or null if its key is taken. */
export async function enqueueMessage(
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
  await scheduleSend(tx, storeId, message.contactId, message.dueAt)
  return id
}
