import { sql, type Selectable, type Transaction } from 'kysely'
import type { Reply } from '../../../contract/shared/route.ts'
import {
  lostCauses,
  type ChatCustomer,
  type ChatMessage,
  type ConversationView,
  type readConversation,
} from '../../../contract/whatsapp/conversations.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { incomingContent } from '../messaging/incoming-content.ts'
import { textOf } from './content-text.rules.ts'
import { awaitsPerson } from '../messaging/unconfirmed.reads.ts'
import { serviceWindowMs } from '../messaging/service-window.ts'
import { quickAnswersView, settingsOf } from '../messaging/settings.reads.ts'
import { chatsNow, type ChatNow } from './chats-now.reads.ts'
import { chatStateOf, type ConversationRow } from './conversation-rows.ts'
import { itemLine, itemsCents } from './chat/draft.rules.ts'
import { orderNoticeFor } from './order-notice.ts'

const maxMessages = 100
/** Preview length. */
const maxPreviewChars = 300

export async function threadOf(
  tx: Transaction<Cell>,
  row: ConversationRow,
  uid: string,
  now: Date,
): Promise<Reply<typeof readConversation>> {
  const { store_id: storeId } = row
  const chats = await chatsNow(tx, [storeId], now, row.id)
  const [conversation] = await viewsOf(tx, [row], { uid, chats, now })
  if (!conversation) throw new AppError('whatsapp/conversation-not-found')
  const customer = await customerOf(tx, row, conversation.phone)
  const notice = await orderNoticeFor(tx, row, customer.openOrder, now)
  return {
    conversation,
    customer,
    orderNotice: notice && { text: notice.text, priceCents: notice.priceCents },
    queued: await queuedFor(tx, row),
    quickAnswers: quickAnswersView(await settingsOf(tx, row.store_id)),
    messages: await messagesOf(tx, row, now),
  }
}

export async function conversationById(
  tx: Transaction<Cell>,
  storeId: string,
  id: string,
): Promise<ConversationRow> {
  const row = await tx
    .selectFrom('whatsapp_conversations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('whatsapp/conversation-not-found')
  return row
}

type Contact = Selectable<Cell['whatsapp_contacts']>

export async function viewsOf(
  tx: Transaction<Cell>,
  rows: readonly ConversationRow[],
  { uid, chats, now }: { readonly uid: string; readonly chats: readonly ChatNow[]; readonly now: Date },
): Promise<ConversationView[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.contact_id)
  const storeIds = [...new Set(rows.map((row) => row.store_id))]
  const contacts = await tx
    .selectFrom('whatsapp_contacts')
    .selectAll()
    .where('store_id', 'in', storeIds)
    .where('id', 'in', ids)
    .execute()
  const { rows: last } = await sql<{ contactId: string; content: unknown }>`
    select distinct on (contact_id) contact_id as "contactId", content from incoming_messages
    where store_id = any (${storeIds}::uuid[]) and contact_id = any (${ids}::uuid[]) and not echo
      and (silent is null or silent = 'old')
    order by contact_id, at desc`.execute(tx)
  return rows.flatMap((row) => {
    const contact = contacts.find(({ id }) => id === row.contact_id)
    const lastMessage = last.find((one) => one.contactId === row.contact_id)
    const waitsSince = chats.find(({ conversationId }) => conversationId === row.id)?.waitsSince ?? null
    return contact
      ? [
          viewOf(row, contact, {
            lastText: lastMessage ? textOf(incomingContent(lastMessage.content)) : '',
            waitsSince,
            uid,
            now,
          }),
        ]
      : []
  })
}

function viewOf(
  row: ConversationRow,
  contact: Contact,
  {
    lastText,
    waitsSince,
    uid,
    now,
  }: {
    readonly lastText: string
    readonly waitsSince: Date | null
    readonly uid: string
    readonly now: Date
  },
): ConversationView {
  const { draft, place, why } = chatStateOf(row)
  const { last_in_at: lastIn, held_until: heldUntil } = contact
  return {
    conversationId: row.id,
    storeId: row.store_id,
    name: contact.name,
    phone: contact.phone,
    personSince: row.person_since?.toISOString() ?? null,
    reason: place === 'person' ? (why ?? null) : null,
    personName: row.person_name,
    mine: row.person_uid === uid,
    waitsSince: waitsSince?.toISOString() ?? null,
    draft: draft.items.map((item) => itemLine(item)),
    draftCents: itemsCents(draft),
    lastText: lastText.slice(0, maxPreviewChars),
    lastAt: lastIn?.toISOString() ?? null,
    windowEndsAt: lastIn ? new Date(lastIn.getTime() + serviceWindowMs).toISOString() : null,
    held:
      heldUntil && heldUntil > now ? { until: heldUntil.toISOString(), by: contact.held_name ?? '' } : null,
  }
}

async function queuedFor(
  tx: Transaction<Cell>,
  { store_id: storeId, contact_id: contactId }: ConversationRow,
): Promise<number> {
  const { count } = await tx
    .selectFrom('outgoing_messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .where('state', '=', 'queued')
    .where('kind', '<>', 'person')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function customerOf(
  tx: Transaction<Cell>,
  row: ConversationRow,
  phone: string | null,
): Promise<ChatCustomer> {
  const draftDistrict = chatStateOf(row).draft.address?.district.trim() || null
  if (phone === null) return { orders: 0, district: draftDistrict, openOrder: null }
  const { rows } = await sql<{
    orders: number
    district: string | null
    openOrder:
      | (Omit<NonNullable<ChatCustomer['openOrder']>, 'promisedAt'> & { promisedAt: Date | null })
      | null
  }>`
    select count(*)::integer as orders,
      (array_agg(o.detail #>> '{delivery,address,district}' order by o.created_at desc)
        filter (where o.detail #>> '{delivery,address,district}' <> ''))[1] as district,
      (array_agg(jsonb_build_object('id', o.id, 'displayId', o.display_id, 'status', o.status,
        'promisedAt', o.promised_at) order by o.created_at desc) filter (where o.open))[1] as "openOrder"
    from customers c join orders o on o.store_id = c.store_id and o.customer_id = c.id
    where c.store_id = ${row.store_id} and c.phone = ${`+${phone}`} and not o.is_test
      and o.status <> 'cancelled'`.execute(tx)
  const { orders = 0, district = null, openOrder = null } = rows[0] ?? {}
  const known = { orders, district: draftDistrict ?? district }
  if (openOrder === null) return { ...known, openOrder }
  const { promisedAt } = openOrder
  return {
    ...known,
    openOrder: { ...openOrder, promisedAt: promisedAt === null ? null : new Date(promisedAt).toISOString() },
  }
}

async function messagesOf(
  tx: Transaction<Cell>,
  { store_id: storeId, contact_id: contactId }: ConversationRow,
  now: Date,
): Promise<ChatMessage[]> {
  const incoming = await tx
    .selectFrom('incoming_messages')
    .select(['provider_id', 'at', 'echo', 'content', 'change'])
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .orderBy('at', 'desc')
    .limit(maxMessages)
    .execute()
  const outgoing = await tx
    .selectFrom('outgoing_messages as m')
    .select(['m.id', 'm.kind', 'm.body', 'm.state', 'm.cause', 'm.created_at', awaitsPerson(now).as('asked')])
    .where('m.store_id', '=', storeId)
    .where('m.contact_id', '=', contactId)
    .orderBy('m.id', 'desc')
    .limit(maxMessages)
    .execute()
  const all: ChatMessage[] = [
    ...incoming.map(({ provider_id: id, at, echo, content, change }) => ({
      id,
      by: echo ? ('owner' as const) : ('customer' as const),
      at: at.toISOString(),
      text: textOf(incomingContent(content)),
      state: null,
      asked: false,
      change: change as ChatMessage['change'],
    })),
    ...outgoing.map(({ id, kind, body, state, cause, created_at: at, asked }) => ({
      id,
      by: kind === 'person' ? ('person' as const) : ('store' as const),
      at: at.toISOString(),
      text: body,
      state: state as ChatMessage['state'],
      lostBecause: lostCauses.find((one) => one === cause),
      asked,
      change: null,
    })),
  ]
  return all.toSorted((a, b) => a.at.localeCompare(b.at)).slice(-maxMessages)
}
