import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as contract from '../../../contract/whatsapp/conversations.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { readEachCell } from '../../db/many-stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { quoteFor } from '../../delivery/delivery.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { enqueueMessage } from '../messaging/enqueue-message.ts'
import { unconfirmedMessages } from '../messaging/unconfirmed.reads.ts'
import { scheduleSend } from '../messaging/schedule-sends.ts'
import { expiresAtOf } from '../messaging/message-texts.rules.ts'
import { serviceWindowMs } from '../messaging/service-window.ts'
import { saveState, chatStateOf, type ConversationRow } from './conversation-rows.ts'
import { conversationsOf, foundConversations, inOrder, recentConversations } from './inbox-lists.reads.ts'
import { conversationById, customerOf, threadOf } from './inbox.reads.ts'
import { orderNoticeFor } from './order-notice.ts'
import { handedToPerson } from './chat/replies.rules.ts'
import { handedBack } from './chat/step.rules.ts'
import { replyNow } from './take-turn.ts'

/** A person's message that could not be sent within this time expires. */
const personTtlMs = 60 * 60_000

export async function readConversations(
  call: Call<typeof contract.readConversations>,
): Promise<Reply<typeof contract.readConversations>> {
  const { deps, stores, caller, query, now } = call
  const ids = stores.map(({ storeId }) => storeId)
  const reader = { uid: caller.uid, now }
  const { search } = query
  if (search !== undefined) {
    const found = await readEachCell(deps.cells, ids, (tx, here) =>
      foundConversations(tx, here, { ...reader, search }),
    )
    return { conversations: inOrder(found.flat()), unsure: [] }
  }
  const cells = await readEachCell(deps.cells, ids, async (tx, here) => ({
    conversations: await conversationsOf(tx, here, reader),
    recent: await recentConversations(tx, here, reader),
    unsure: await unconfirmedMessages(tx, here, now),
  }))
  return {
    conversations: inOrder(cells.flatMap(({ conversations }) => conversations)),
    recent: inOrder(cells.flatMap(({ recent }) => recent)),
    unsure: cells.flatMap(({ unsure }) => unsure),
  }
}

export async function readConversation(
  call: Call<typeof contract.readConversation>,
): Promise<Reply<typeof contract.readConversation>> {
  const { deps, storeId, caller, params, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) =>
    threadOf(tx, await conversationById(tx, storeId, params.conversationId), caller.uid, now),
  )
}

type Write =
  | Call<typeof contract.takeConversation>
  | Call<typeof contract.answerConversation>
  | Call<typeof contract.holdConversation>

export async function takeConversation(
  call: Call<typeof contract.takeConversation>,
): Promise<Reply<typeof contract.takeConversation>> {
  return changed(call, (tx, row) => take(call, tx, row))
}

/** Returns the conversation to the automatic replies. Anyone may do it, not only the person who took it. */
export async function handBackConversation(
  call: Call<typeof contract.handBackConversation>,
): Promise<Reply<typeof contract.handBackConversation>> {
  return changed(call, async (tx, row) => {
    if (row.place !== 'person') throw new AppError('whatsapp/conversation-not-taken')
    // Messages received so far were meant for the person; automatic replies start with the next one.
    await replyNow(tx, (wish) => quoteFor(tx, row.store_id, wish), row, call.now)
    const after = await conversationById(tx, row.store_id, row.id)
    await saveState(tx, after, handedBack(chatStateOf(after)), call.now)
    // Messages that the owner's writing or a person held back may now be sent.
    await tx
      .updateTable('whatsapp_contacts')
      .set({ silent_until: null, held_until: null, held_name: null })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.contact_id)
      .execute()
    await scheduleSend(tx, row.store_id, row.contact_id, call.now)
    await auditChange(call, tx, 'whatsapp/conversation-returned')
  })
}

/** Holds or releases this customer's queued messages, while somebody sorts things out and they would be wrong. */
export async function holdConversation(
  call: Call<typeof contract.holdConversation>,
): Promise<Reply<typeof contract.holdConversation>> {
  const { body, caller, now } = call
  return changed(call, async (tx, row) => {
    const until = body.hold ? new Date(now.getTime() + contract.holdHours * 3_600_000) : null
    await tx
      .updateTable('whatsapp_contacts')
      .set({ held_until: until, held_name: body.hold ? caller.name : null })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.contact_id)
      .execute()
    await scheduleSend(tx, row.store_id, row.contact_id, until ?? now)
    await auditChange(call, tx, body.hold ? 'whatsapp/queue-held' : 'whatsapp/queue-released')
  })
}

export async function answerConversation(
  call: Call<typeof contract.answerConversation>,
): Promise<Reply<typeof contract.answerConversation>> {
  const { storeId, body, now, idempotencyKey, caller } = call
  return changed(call, async (tx, row) => {
    const { last_in_at: lastInAt } = await contactOf(tx, row)
    if (!lastInAt || now.getTime() - lastInAt.getTime() >= serviceWindowMs)
      throw new AppError('whatsapp/window-closed')
    await take(call, tx, row)
    await enqueueMessage(
      tx,
      storeId,
      {
        contactId: row.contact_id,
        orderId: null,
        kind: 'person',
        key: `person:${caller.uid}:${idempotencyKey ?? uuidv7()}`,
        content: { type: 'text', body: body.text },
        dueAt: now,
        expiresAt: new Date(now.getTime() + personTtlMs),
      },
      now,
    )
  })
}

export async function sendOrderNotice(
  call: Call<typeof contract.sendOrderNotice>,
): Promise<Reply<typeof contract.sendOrderNotice>> {
  const { storeId, now, idempotencyKey, caller } = call
  return changed(call, async (tx, row) => {
    const { phone } = await contactOf(tx, row)
    const { openOrder } = await customerOf(tx, row, phone)
    const notice = await orderNoticeFor(tx, row, openOrder, now)
    if (!notice) throw new AppError('whatsapp/no-notice')
    await take(call, tx, row)
    await enqueueMessage(
      tx,
      storeId,
      {
        contactId: row.contact_id,
        orderId: notice.orderId,
        kind: notice.kind,
        key: `notice:${caller.uid}:${idempotencyKey ?? uuidv7()}`,
        content: notice.content,
        dueAt: now,
        expiresAt: expiresAtOf(notice.kind, now),
      },
      now,
    )
  })
}

const contactOf = (tx: Transaction<Cell>, row: ConversationRow) =>
  tx
    .selectFrom('whatsapp_contacts')
    .select(['phone', 'last_in_at'])
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.contact_id)
    .executeTakeFirstOrThrow()

/** Throws if another person has taken the conversation, naming that person. */
async function take(call: Write, tx: Transaction<Cell>, row: ConversationRow): Promise<void> {
  const { caller, now } = call
  if (row.person_uid === caller.uid && row.place === 'person') return
  if (row.place === 'person' && row.person_uid !== null) {
    const message = `${row.person_name ?? 'Outra pessoa'} já está nesta conversa.`
    throw new AppError('whatsapp/conversation-taken', { message })
  }
  if (row.place !== 'person') await saveState(tx, row, handedToPerson(chatStateOf(row), 'taken'), now)
  await tx
    .updateTable('whatsapp_conversations')
    .set({ person_uid: caller.uid, person_name: caller.name })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute()
  await auditChange(call, tx, 'whatsapp/conversation-taken')
}

async function changed(call: Write, work: (tx: Transaction<Cell>, row: ConversationRow) => Promise<void>) {
  const { deps, storeId, params, caller, now } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      await work(tx, await conversationById(tx, storeId, params.conversationId))
      publishStoreEvent(tx, storeId, 'whatsapp', now)
      return threadOf(tx, await conversationById(tx, storeId, params.conversationId), caller.uid, now)
    },
    { uid: caller.uid },
  )
}

const auditChange = (
  { caller, storeId, params, requestId, now }: Write,
  tx: Transaction<Cell>,
  action: `whatsapp/${'conversation-taken' | 'conversation-returned' | 'queue-held' | 'queue-released'}`,
): Promise<unknown> =>
  audit(tx, {
    actorUid: caller.uid,
    action,
    storeId,
    subject: params.conversationId,
    details: {},
    requestId,
    at: now,
  })
