import { sql, type Selectable, type Transaction } from 'kysely'
import type { Reply } from '../../../contract/shared/route.ts'
import type {
  ChatCustomer,
  ChatMessage,
  ConversationView,
  readConversation,
} from '../../../contract/whatsapp/conversations.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { IncomingContent } from '../messaging-driver.ts'
import { chatsNow, windowMs, type ChatNow } from '../whatsapp-now.reads.ts'
import { stateOf, type ConversationRow } from './conversation-rows.ts'
import { itemLine, itemsCents } from './draft.rules.ts'

const mostWaiting = 200
const mostMessages = 100
/** Of the last words in a list; the thread has all. */
const mostLetters = 300

/** Those who wait first, the longest waiting at the top; then those who were written to, the newest at the top. */
export async function conversationsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  uid: string,
  now: Date,
): Promise<ConversationView[]> {
  const rows = await tx
    .selectFrom('whatsapp_conversations')
    .selectAll()
    .where(sql<boolean>`store_id = any (${storeIds}::uuid[])`)
    .where('place', '=', 'person')
    .orderBy('person_since')
    .limit(mostWaiting)
    .execute()
  const views = await viewsOf(tx, rows, { uid, chats: await chatsNow(tx, storeIds, now) })
  return views.toSorted((a, b) => {
    if (a.waitsSince && b.waitsSince) return a.waitsSince.localeCompare(b.waitsSince)
    if (a.waitsSince || b.waitsSince) return a.waitsSince ? -1 : 1
    return (b.lastAt ?? '').localeCompare(a.lastAt ?? '')
  })
}

export async function threadOf(
  tx: Transaction<Cell>,
  row: ConversationRow,
  uid: string,
  now: Date,
): Promise<Reply<typeof readConversation>> {
  const { store_id: storeId, contact_id: contactId } = row
  const chats = await chatsNow(tx, [storeId], now, row.id)
  const [conversation] = await viewsOf(tx, [row], { uid, chats })
  if (!conversation) throw new AppError('whatsapp/conversation-not-found')
  return {
    conversation,
    customer: await customerOf(tx, storeId, conversation.phone),
    messages: await messagesOf(tx, storeId, contactId),
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

async function viewsOf(
  tx: Transaction<Cell>,
  rows: readonly ConversationRow[],
  { uid, chats }: { readonly uid: string; readonly chats: readonly ChatNow[] },
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
  const { rows: last } = await sql<{ contactId: string; content: IncomingContent }>`
    select distinct on (contact_id) contact_id as "contactId", content from incoming_messages
    where store_id = any (${storeIds}::uuid[]) and contact_id = any (${ids}::uuid[]) and not echo
    order by contact_id, at desc`.execute(tx)
  return rows.flatMap((row) => {
    const contact = contacts.find(({ id }) => id === row.contact_id)
    const said = last.find((one) => one.contactId === row.contact_id)
    const waitsSince = chats.find(({ conversationId }) => conversationId === row.id)?.waitsSince ?? null
    return contact
      ? [viewOf(row, contact, { lastText: said ? wordsOf(said.content) : '', waitsSince, uid })]
      : []
  })
}

function viewOf(
  row: ConversationRow,
  contact: Contact,
  its: { readonly lastText: string; readonly waitsSince: Date | null; readonly uid: string },
): ConversationView {
  const { draft } = stateOf(row)
  const lastIn = contact.last_in_at
  return {
    conversationId: row.id,
    storeId: row.store_id,
    name: contact.name,
    phone: contact.phone,
    personSince: row.person_since?.toISOString() ?? null,
    personName: row.person_name,
    mine: row.person_uid === its.uid,
    waitsSince: its.waitsSince?.toISOString() ?? null,
    draft: draft.items.map(itemLine),
    draftCents: itemsCents(draft),
    lastText: its.lastText.slice(0, mostLetters),
    lastAt: lastIn?.toISOString() ?? null,
    windowEndsAt: lastIn ? new Date(lastIn.getTime() + windowMs).toISOString() : null,
  }
}

async function customerOf(
  tx: Transaction<Cell>,
  storeId: string,
  phone: string | null,
): Promise<ChatCustomer> {
  if (phone === null) return { orders: 0, openOrder: null }
  const { rows } = await sql<{
    orders: number
    openOrder:
      | (Omit<NonNullable<ChatCustomer['openOrder']>, 'promisedAt'> & { promisedAt: Date | null })
      | null
  }>`
    select count(*)::integer as orders,
      (array_agg(jsonb_build_object('id', o.id, 'displayId', o.display_id, 'status', o.status,
        'promisedAt', o.promised_at) order by o.created_at desc) filter (where o.open))[1] as "openOrder"
    from customers c join orders o on o.store_id = c.store_id and o.customer_id = c.id
    where c.store_id = ${storeId} and c.phone = ${`+${phone}`} and not o.is_test and o.status <> 'cancelled'`.execute(
    tx,
  )
  const { orders = 0, openOrder = null } = rows[0] ?? {}
  if (openOrder === null) return { orders, openOrder }
  const { promisedAt } = openOrder
  return {
    orders,
    openOrder: { ...openOrder, promisedAt: promisedAt === null ? null : new Date(promisedAt).toISOString() },
  }
}

async function messagesOf(tx: Transaction<Cell>, storeId: string, contactId: string): Promise<ChatMessage[]> {
  const came = await tx
    .selectFrom('incoming_messages')
    .select(['provider_id', 'at', 'echo', 'content'])
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .orderBy('at', 'desc')
    .limit(mostMessages)
    .execute()
  const went = await tx
    .selectFrom('outgoing_messages')
    .select(['id', 'kind', 'body', 'state', 'created_at'])
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(mostMessages)
    .execute()
  const all: ChatMessage[] = [
    ...came.map(({ provider_id: id, at, echo, content }) => ({
      id,
      by: echo ? ('owner' as const) : ('customer' as const),
      at: at.toISOString(),
      text: wordsOf(content as unknown as IncomingContent),
      state: null,
    })),
    ...went.map(({ id, kind, body, state, created_at: at }) => ({
      id,
      by: kind === 'person' ? ('person' as const) : ('store' as const),
      at: at.toISOString(),
      text: body,
      state: state as ChatMessage['state'],
    })),
  ]
  return all.toSorted((a, b) => a.at.localeCompare(b.at)).slice(-mostMessages)
}

function wordsOf(content: IncomingContent): string {
  switch (content.type) {
    case 'text':
      return content.body
    case 'choice':
      return content.title
    case 'location':
      return content.address ?? 'Localização no mapa'
    case 'other':
      return 'Enviou algo que só o telefone mostra.'
  }
}
