import type { Transaction } from 'kysely'
import { adOrderDays, linkChatOrder } from '../../ads/ads.ts'
import type { Cell } from '../../db/tables.ts'
import { zipCodeIn } from '../../../contract/delivery/zip-code-in.ts'
import { withQuotingScope, type Quote, type QuotedPlace } from '../../delivery/delivery.ts'
import type { Deps } from '../../deps.ts'
import type { ContactRow } from '../messaging/contacts.ts'
import { incomingContent } from '../messaging/incoming-content.ts'
import type { MessageContent } from '../messaging/messaging-driver.ts'
import { enqueueMessage } from '../messaging/enqueue-message.ts'
import { settingsOf } from '../messaging/settings.reads.ts'
import type { SilenceReason } from '../messaging/silence.rules.ts'
import { chatFactsOf } from './chat-facts.reads.ts'
import { saveState, chatStateOf, type ConversationRow } from './conversation-rows.ts'
import type { ChatFacts, ChatInput, ChatState, ChatStep, DraftAddress } from './chat/chat-state.ts'
import { markSilent, typingPauseMs, scheduleTurn } from './record-messages.ts'
import { placeChatOrder, type Placing } from './place-chat-order.ts'
import { stepChat } from './chat/step.rules.ts'
import { turnsOf } from './chat/turn.rules.ts'

/** A customer who keeps writing gets a reply after this time at the latest. */
const maxWaitMs = 12_000
/** Drop replies older than this. */
const replyTtlMs = 10 * 60_000
/** How many of a customer's messages are searched for an ad's code. */
const maxScannedMessages = 200

/**
 * Replies to what a customer wrote. The geocoder may keep the reply waiting, seconds at most. An order is placed between
 * two transactions. The first records that it is being placed, and its key makes placing idempotent: a crashed process
 * resumes.
 */
export async function takeTurn(deps: Deps, storeId: string, conversationId: string): Promise<void> {
  const placing = await withQuotingScope(deps, storeId, (tx, quote) =>
    replyToWaiting(deps, tx, quote, { storeId, conversationId }),
  )
  if (!placing) return
  const input = await placeChatOrder(deps, placing)
  await withQuotingScope(deps, storeId, async (tx, quote) => {
    const now = deps.now()
    const row = await lockById(tx, storeId, conversationId)
    const contact = row && (await contactRow(tx, row))
    if (row && input.orderId) await attributeToAd(tx, row, input.orderId, now)
    // Another process advanced it.
    if (!row || !contact || chatStateOf(row).draft.number !== placing.state.draft.number) return
    const facts = await factsOf(tx, contact, now)
    await saveStep(
      tx,
      row,
      await withAnsweredQuote(quote, stepChat(chatStateOf(row), input.chat, facts), facts),
      now,
    )
    if (input.orderId)
      await tx
        .updateTable('whatsapp_conversations')
        .set({ last_order_id: input.orderId })
        .where('store_id', '=', storeId)
        .where('id', '=', conversationId)
        .execute()
  })
}

/** Attributes the order to an ad, by a click code in the customer's recent messages. */
async function attributeToAd(
  tx: Transaction<Cell>,
  { store_id: storeId, contact_id: contactId }: ConversationRow,
  orderId: string,
  now: Date,
): Promise<void> {
  const recent = await tx
    .selectFrom('incoming_messages')
    .select('content')
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .where('echo', '=', false)
    .where('at', '>', new Date(now.getTime() - adOrderDays * 86_400_000))
    .orderBy('at', 'desc')
    .limit(maxScannedMessages)
    .execute()
  const texts = recent.flatMap((row) => {
    const content = incomingContent(row.content)
    return content.type === 'text' ? [content.body] : []
  })
  await linkChatOrder(tx, { storeId, orderId, texts, now })
}

async function replyToWaiting(
  deps: Deps,
  tx: Transaction<Cell>,
  quote: Quote,
  { storeId, conversationId }: { readonly storeId: string; readonly conversationId: string },
): Promise<Placing | null> {
  const now = deps.now()
  const row = await lockById(tx, storeId, conversationId)
  if (!row) return null
  const dueAt = replyDueAt(await waitingIn(tx, row), now)
  if (!dueAt) return replyNow(tx, quote, row, now)
  await scheduleTurn(tx, row, dueAt)
  return null
}

const waitingIn = (tx: Transaction<Cell>, row: ConversationRow) =>
  tx
    .selectFrom('whatsapp_waiting')
    .select(['id', 'provider_id', 'received_at', 'content'])
    .where('store_id', '=', row.store_id)
    .where('contact_id', '=', row.contact_id)
    .orderBy('id')
    .execute()

/** Replies to all that waits in a locked conversation, even if more may follow. Returns an order to place, or null. */
export async function replyNow(
  tx: Transaction<Cell>,
  quote: Quote,
  row: ConversationRow,
  now: Date,
): Promise<Placing | null> {
  const { store_id: storeId, id: conversationId } = row
  const contact = await contactRow(tx, row)
  if (!contact) return null
  const waiting = await waitingIn(tx, row)
  const facts = await factsOf(tx, contact, now)
  const silent = facts.onlyOpen && !facts.store.open
  const inputs = silent ? [] : turnsOf(waiting.map(({ content }) => incomingContent(content)))
  const before = chatStateOf(row)
  const step = await stepAll(
    quote,
    { state: before, replies: [], ask: before.place === 'placing' ? { type: 'place' } : null },
    { inputs, facts },
  )
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
  const reason = silenceOfStep(step, { silent, open: facts.store.open })
  const ids = waiting.flatMap(({ provider_id: id }) => id ?? [])
  if (reason && ids.length > 0) await markSilent(tx, storeId, ids, reason)
  await saveStep(tx, row, step, now)
  const isPlacing = step.state.place === 'placing'
  return isPlacing ? { storeId, conversationId, contact, state: step.state, facts } : null
}

/** Takes one step after the other; the replies of all are sent. */
async function stepAll(
  quote: Quote,
  start: ChatStep,
  { inputs, facts }: { readonly inputs: readonly ChatInput[]; readonly facts: ChatFacts },
): Promise<ChatStep> {
  let last = start
  for (const input of inputs) {
    const step = await withAnsweredQuote(quote, stepChat(last.state, input, facts), facts)
    last = { ...step, replies: [...last.replies, ...step.replies] }
  }
  return last
}

/** Null: the step replies, places an order, or a person has the conversation. */
function silenceOfStep(
  { state, replies, ask }: ChatStep,
  { silent, open }: { readonly silent: boolean; readonly open: boolean },
): SilenceReason | null {
  if (replies.length > 0 || ask !== null || state.place === 'person') return null
  if (silent) return 'closed'
  if (state.place === 'stopped') return 'opted-out'
  if (state.place === 'placing') return 'placing'
  return open || state.place === 'placed' ? 'ended' : 'closed'
}

/** When to reply if the customer may still be writing. Null: now. */
function replyDueAt(
  waiting: readonly { readonly received_at: Date; readonly content: unknown }[],
  now: Date,
): Date | null {
  const [first, last] = [waiting[0], waiting.at(-1)]
  if (!first || !last || incomingContent(last.content).type === 'choice') return null
  const pauseEndsAt = last.received_at.getTime() + typingPauseMs
  const latestAt = first.received_at.getTime() + maxWaitMs
  const at = Math.min(pauseEndsAt, latestAt)
  return at > now.getTime() ? new Date(at) : null
}

/** If the step asks for a delivery quote, gets it in the same transaction and takes the next step. */
async function withAnsweredQuote(quoteFor: Quote, step: ChatStep, facts: ChatFacts): Promise<ChatStep> {
  const { ask } = step
  if (ask?.type !== 'quote' && ask?.type !== 'fee') return step
  const quote = await quoteFor({
    place: ask.type === 'fee' ? placeOf(ask.district) : quotedPlace(ask.address),
    address: ask.type === 'quote' ? doorOf(ask.address, facts) : null,
    itemsCents: ask.itemsCents,
    at: facts.now,
    now: facts.now,
  })
  const input: ChatInput =
    ask.type === 'fee' ? { type: 'fee', quote, district: ask.district } : { type: 'quoted', quote }
  const next = await withAnsweredQuote(quoteFor, stepChat(step.state, input, facts), facts)
  return { ...next, replies: [...step.replies, ...next.replies] }
}

/** In the store's own town unless the customer names another. */
const doorOf = ({ street, number, city, state }: DraftAddress, { store }: ChatFacts) => ({
  ...{ street, number },
  ...{ city: city ?? store.city, state: state ?? store.state },
})

/** Where the customer asked about: a CEP, or the words of a district. */
function placeOf(words: string): QuotedPlace {
  const zipCode = zipCodeIn(words)
  return { district: zipCode === null ? words : null, zipCode, point: null }
}

const quotedPlace = ({ district, zipCode, lat, lng }: DraftAddress): QuotedPlace => ({
  district: district || null,
  zipCode,
  point: lat === null || lng === null ? null : { lat, lng },
})

async function saveStep(
  tx: Transaction<Cell>,
  row: ConversationRow,
  { state, replies }: ChatStep,
  now: Date,
): Promise<void> {
  await saveState(tx, row, state, now)
  for (const [index, content] of replies.entries())
    await enqueueReply(tx, row, { content, index, state }, now)
}

const enqueueReply = async (
  tx: Transaction<Cell>,
  row: ConversationRow,
  reply: { readonly content: MessageContent; readonly index: number; readonly state: ChatState },
  now: Date,
): Promise<void> => {
  await enqueueMessage(
    tx,
    row.store_id,
    {
      contactId: row.contact_id,
      orderId: null,
      kind: reply.state.place === 'stopped' ? 'farewell' : 'answer',
      key: `chat:${row.id}:${row.revision}:${reply.index}`,
      content: reply.content,
      dueAt: now,
      expiresAt: new Date(now.getTime() + replyTtlMs),
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
