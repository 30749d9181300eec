import type { Selectable, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import { priceMethods } from '../../../contract/menu/menu-fields.ts'
import { personReasons } from '../../../contract/whatsapp/conversations.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { chatPlaces, emptyDraft, newChat, paymentMethods, type ChatState } from './chat/chat-state.ts'

export type ConversationRow = Selectable<Cell['whatsapp_conversations']>

/**
 * The stored state of the chat. If this version cannot parse it (a later version wrote it before a rollback), a person
 * takes over; the thread shows what was said. The next order's number is then higher than any used before, so that it
 * cannot repeat one.
 */
export function chatStateOf(row: ConversationRow): ChatState {
  const read = z.safeParse(chatState, row.state)
  if (read.success) return read.data
  reportOddRow({ kind: 'conversation', storeId: row.store_id, id: row.id, shown: true })
  return { ...newChat, place: 'person', why: 'not-understood', draft: emptyDraft(row.revision + 1) }
}

const nullableText = z.nullable(z.string())
const option = z.object({
  menuOptionId: z.string(),
  groupName: z.string(),
  name: z.string(),
  quantity: z.int(),
  unitPriceCents: z.int(),
  priceMethod: z.optional(z.enum(priceMethods)),
  askedWith: z.optional(z.string()),
})
const address = z.object({
  street: z.string(),
  number: z.string(),
  complement: nullableText,
  reference: nullableText,
  district: z.string(),
  city: nullableText,
  state: nullableText,
  zipCode: nullableText,
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
})
const draft = z.object({
  number: z.int(),
  items: z.array(
    z.object({
      menuItemId: z.string(),
      name: z.string(),
      quantity: z.int(),
      unitPriceCents: z.int(),
      options: z.array(option),
      notes: z.optional(z.string()),
    }),
  ),
  type: z.nullable(z.enum(['DELIVERY', 'TAKEOUT'])),
  address: z.nullable(address),
  quote: z.nullable(
    z.object({
      quoteId: z.string(),
      feeCents: z.int(),
      minutes: z.nullable(z.object({ min: z.int(), max: z.int() })),
      zoneName: nullableText,
      steps: z.array(z.string()),
    }),
  ),
  payment: z.nullable(z.object({ method: z.enum(paymentMethods), changeForCents: z.nullable(z.int()) })),
})
const openLine = z.object({
  words: z.string(),
  quantity: z.int(),
  notes: nullableText,
  isNear: z.boolean(),
  choices: z.array(z.object({ itemId: z.string(), options: z.array(option) })),
  replaces: nullableText,
  wanted: z.optional(z.string()),
})
const chatState: z.ZodMiniType<ChatState> = z.object({
  place: z.enum(chatPlaces),
  draft,
  choosing: z.nullable(
    z.object({
      itemId: z.string(),
      quantity: z.int(),
      group: z.int(),
      page: z.int(),
      options: z.array(option),
      notes: z.optional(nullableText),
      replaces: z.optional(nullableText),
      isBrief: z.optional(z.boolean()),
      wanted: z.optional(z.string()),
    }),
  ),
  offered: z.array(z.object({ id: z.string(), title: z.string() })),
  misses: z.int(),
  why: z.union([
    z.optional(z.enum(personReasons)),
    z.pipe(
      z.unknown(),
      z.transform(() => 'not-understood' as const),
    ),
  ]),
  touchedAt: nullableText,
  placeAsked: z.optional(z.enum(['district', 'location'])),
  open: z.optional(z.array(openLine)),
  payBy: z.optional(z.enum(paymentMethods)),
  changeSaid: z.optional(z.string()),
  calledAs: z.optional(z.string()),
  closedSaidAt: z.optional(z.string()),
  statusSaidAt: z.optional(z.string()),
})

/** Locks the conversation, so that turns, webhooks and people in the panel write replies one after the other. */
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

/** The contact's conversation, locked; created with the customer's first message. */
export async function ensureConversation(
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
  if (!row) throw new Error('A conversation could neither be created nor found.')
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
