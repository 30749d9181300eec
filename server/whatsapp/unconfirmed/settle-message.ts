import { sql, type Transaction } from 'kysely'
import type { settleMessage as settleRoute } from '../../../contract/whatsapp/conversations.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { awaitsPerson } from '../messaging/unconfirmed.reads.ts'
import { scheduleSend } from '../messaging/schedule-sends.ts'

/** A person, who sees the store's phone or asks the customer, says whether a message was sent. The first answer counts. */
export async function settleMessage(call: Call<typeof settleRoute>): Promise<Reply<typeof settleRoute>> {
  const { deps, storeId, caller, params, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const contactId = await lockUndecided(tx, storeId, params.messageId, now)
    const state = body.went ? 'sent' : 'queued'
    await tx
      .updateTable('outgoing_messages')
      .set({ state, sent_at: body.went ? sql<Date>`claimed_at` : null, claimed_at: null })
      .where('store_id', '=', storeId)
      .where('id', '=', params.messageId)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/doubt-settled',
      storeId,
      subject: params.messageId,
      details: { went: body.went },
      requestId,
      at: now,
    })
    if (!body.went) await scheduleSend(tx, storeId, contactId, now)
    publishStoreEvent(tx, storeId, 'whatsapp', now)
    return { state }
  })
}

/** Locks the row before reading it, so that a concurrent change counts. Returns the contact's id. */
async function lockUndecided(tx: Transaction<Cell>, storeId: string, id: string, now: Date): Promise<string> {
  const message = await tx
    .selectFrom('outgoing_messages')
    .select('contact_id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw new AppError('whatsapp/message-not-found')
  const { rows } = await sql<{ undecided: boolean }>`
    select ${awaitsPerson(now)} as undecided from outgoing_messages m
    where m.store_id = ${storeId} and m.id = ${id}`.execute(tx)
  if (!rows[0]?.undecided) throw new AppError('whatsapp/message-settled')
  return message.contact_id
}
