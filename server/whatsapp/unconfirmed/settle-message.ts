import { sql, type Transaction } from 'kysely'
import type { settleMessage as settleRoute } from '../../../contract/whatsapp/conversations.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { isAsked } from '../messaging/unconfirmed.reads.ts'
import { wakeSender } from '../messaging/wake-senders.ts'

/** A person knows whether it went: from the store's phone, or from the customer. Of two at once the first decides. */
export async function settleMessage(call: Call<typeof settleRoute>): Promise<Reply<typeof settleRoute>> {
  const { deps, storeId, caller, params, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const contactId = await lockAsked(tx, storeId, params.messageId, now)
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
    if (!body.went) await wakeSender(tx, storeId, contactId, now)
    publishStoreEvent(tx, storeId, 'whatsapp', now)
    return { state }
  })
}

/** The row is locked first and looked at after it: what came meanwhile counts. */
async function lockAsked(tx: Transaction<Cell>, storeId: string, id: string, now: Date): Promise<string> {
  const message = await tx
    .selectFrom('outgoing_messages')
    .select('contact_id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw new AppError('whatsapp/message-not-found')
  const { rows } = await sql<{ asked: boolean }>`
    select ${isAsked(now)} as asked from outgoing_messages m
    where m.store_id = ${storeId} and m.id = ${id}`.execute(tx)
  if (!rows[0]?.asked) throw new AppError('whatsapp/message-settled')
  return message.contact_id
}
