import type { Transaction } from 'kysely'
import { adOrderDays, linkChatOrder } from '../../ads/ads.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { quoteFor } from '../../delivery/delivery.ts'
import type { Deps } from '../../deps.ts'
import type { ContactRow } from '../messaging/contacts.ts'
import { incomingContent } from '../messaging/incoming-content.ts'
import type { MessageContent } from '../messaging/messaging-driver.ts'
import { queueMessage } from '../messaging/queue-message.ts'
import { settingsOf } from '../messaging/settings.reads.ts'
import { chatFactsOf } from './chat-facts.reads.ts'
import { saveState, stateOf, type ConversationRow } from './conversation-rows.ts'
import type { ChatFacts, ChatInput, ChatState, ChatStep } from './chat/chat-state.ts'
import { pieceMs, planTurn } from './note-message.ts'
import { placeChatOrder, type Placing } from './place-chat-order.ts'
import { stepChat } from './chat/step.rules.ts'
import { turnOf } from './chat/turn.rules.ts'

/** A flood is answered after this at the latest. */
const maxWaitMs = 12_000
/** An answer that could not leave for so long answers nothing any more. */
const answerLivesMs = 10 * 60_000
/** Of a customer's messages, in search of an ad's code. */
const lastSaid = 200

/**
 * Answers what a customer wrote. An order is placed between two transactions: the first keeps that it is being placed,
 * and its name makes the placing harmless to repeat, so a process that dies in between goes on where it was.
 */
export async function takeTurn(deps: Deps, storeId: string, conversationId: string): Promise<void> {
  const placing = await withStoreScope(deps.cells, [storeId], (tx) =>
    answerWaiting(deps, tx, storeId, conversationId),
  )
  if (!placing) return
  const input = await placeChatOrder(deps, placing)
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const now = deps.now()
    const row = await lockById(tx, storeId, conversationId)
    const contact = row && (await contactRow(tx, row))
    if (row && input.orderId) await countForAd(tx, row, input.orderId, now)
    // Somebody else went on meanwhile.
    if (!row || !contact || stateOf(row).draft.number !== placing.state.draft.number) return
    const facts = await factsOf(tx, contact, now)
    await finish(tx, row, await settled(tx, storeId, stepChat(stateOf(row), input.chat, facts), facts), now)
    if (input.orderId)
      await tx
        .updateTable('whatsapp_conversations')
        .set({ last_order_id: input.orderId })
        .where('store_id', '=', storeId)
        .where('id', '=', conversationId)
        .execute()
  })
}

/** By the code of a click in what the customer wrote lately. */
async function countForAd(
  tx: Transaction<Cell>,
  { store_id: storeId, contact_id: contactId }: ConversationRow,
  orderId: string,
  now: Date,
): Promise<void> {
  const said = await tx
    .selectFrom('incoming_messages')
    .select('content')
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .where('echo', '=', false)
    .where('at', '>', new Date(now.getTime() - adOrderDays * 86_400_000))
    .orderBy('at', 'desc')
    .limit(lastSaid)
    .execute()
  const texts = said.flatMap(({ content }) => {
    const its = incomingContent(content)
    return its.type === 'text' ? [its.body] : []
  })
  await linkChatOrder(tx, { storeId, orderId, texts, now })
}

async function answerWaiting(
  deps: Deps,
  tx: Transaction<Cell>,
  storeId: string,
  conversationId: string,
): Promise<Placing | null> {
  const now = deps.now()
  const row = await lockById(tx, storeId, conversationId)
  if (!row) return null
  const laterAt = whenQuiet(await waitingIn(tx, row), now)
  if (!laterAt) return answerNow(tx, row, now)
  await planTurn(tx, row, laterAt)
  return null
}

const waitingIn = (tx: Transaction<Cell>, row: ConversationRow) =>
  tx
    .selectFrom('whatsapp_waiting')
    .select(['id', 'received_at', 'content'])
    .where('store_id', '=', row.store_id)
    .where('contact_id', '=', row.contact_id)
    .orderBy('id')
    .execute()

/** All that waits in a locked conversation, even if more pieces may follow. */
export async function answerNow(
  tx: Transaction<Cell>,
  row: ConversationRow,
  now: Date,
): Promise<Placing | null> {
  const { store_id: storeId, id: conversationId } = row
  const contact = await contactRow(tx, row)
  if (!contact) return null
  const waiting = await waitingIn(tx, row)
  const facts = await factsOf(tx, contact, now)
  const silent = facts.onlyOpen && !facts.store.open
  const input = silent ? null : turnOf(waiting.map(({ content }) => incomingContent(content)))
  const before = stateOf(row)
  const step = input
    ? await settled(tx, storeId, stepChat(before, input, facts), facts)
    : { state: before, replies: [], ask: before.place === 'placing' ? ({ type: 'place' } as const) : null }
  await tx
    .deleteFrom('whatsapp_waiting')
    .where('store_id', '=', storeId)
    .where('contact_id', '=', row.contact_id)
    .where('id', 'in', waiting.length > 0 ? waiting.map(({ id }) => id) : [row.id])
    .execute()
  await tx
    .updateTable('whatsapp_conversations')
    .set({ turn_due_at: null })
    .where('store_id', '=', storeId)
    .where('id', '=', row.id)
    .execute()
  await finish(tx, row, step, now)
  const isPlacing = step.state.place === 'placing'
  return isPlacing ? { storeId, conversationId, contact, state: step.state, facts } : null
}

/** While more pieces come, it waits; null: now. */
function whenQuiet(
  waiting: readonly { readonly received_at: Date; readonly content: unknown }[],
  now: Date,
): Date | null {
  const [first, last] = [waiting[0], waiting.at(-1)]
  if (!first || !last || incomingContent(last.content).type === 'choice') return null
  const quietAt = last.received_at.getTime() + pieceMs
  const latestAt = first.received_at.getTime() + maxWaitMs
  const at = Math.min(quietAt, latestAt)
  return at > now.getTime() ? new Date(at) : null
}

/** A delivery is quoted in the same transaction as the step that asks for it. */
async function settled(
  tx: Transaction<Cell>,
  storeId: string,
  step: ChatStep,
  facts: ChatFacts,
): Promise<ChatStep> {
  if (step.ask?.type !== 'quote') return step
  const { address, itemsCents } = step.ask
  const quote = await quoteFor(tx, storeId, {
    place: {
      district: address.district || null,
      zipCode: address.zipCode,
      point: address.lat === null || address.lng === null ? null : { lat: address.lat, lng: address.lng },
    },
    itemsCents,
    at: facts.now,
    now: facts.now,
  })
  return settled(
    tx,
    storeId,
    stepChat(step.state, { type: 'quoted', quote } satisfies ChatInput, facts),
    facts,
  )
}

async function finish(
  tx: Transaction<Cell>,
  row: ConversationRow,
  { state, replies }: ChatStep,
  now: Date,
): Promise<void> {
  await saveState(tx, row, state, now)
  for (const [index, content] of replies.entries()) await queueAnswer(tx, row, { content, index, state }, now)
}

const queueAnswer = async (
  tx: Transaction<Cell>,
  row: ConversationRow,
  its: { readonly content: MessageContent; readonly index: number; readonly state: ChatState },
  now: Date,
): Promise<void> => {
  await queueMessage(
    tx,
    row.store_id,
    {
      contactId: row.contact_id,
      orderId: null,
      kind: its.state.place === 'stopped' ? 'farewell' : 'answer',
      key: `chat:${row.id}:${row.revision}:${its.index}`,
      content: its.content,
      dueAt: now,
      expiresAt: new Date(now.getTime() + answerLivesMs),
    },
    now,
  )
}

const lockById = (
  tx: Transaction<Cell>,
  storeId: string,
  conversationId: string,
): Promise<ConversationRow | undefined> =>
  tx
    .selectFrom('whatsapp_conversations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst()

const contactRow = (tx: Transaction<Cell>, row: ConversationRow): Promise<ContactRow | undefined> =>
  tx
    .selectFrom('whatsapp_contacts')
    .selectAll()
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.contact_id)
    .executeTakeFirst()

async function factsOf(
  tx: Transaction<Cell>,
  contact: ContactRow,
  now: Date,
): Promise<ChatFacts & { readonly onlyOpen: boolean }> {
  const settings = await settingsOf(tx, contact.store_id)
  const facts = await chatFactsOf(tx, contact, { greeting: settings?.greeting ?? '', now })
  return { ...facts, onlyOpen: settings?.only_open ?? true }
}
