import { sql, type Selectable, type Transaction } from 'kysely'
import type { ChatMessage, ConversationView } from '../../../contract/whatsapp/conversations.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { IncomingContent } from '../messaging-driver.ts'
import { stateOf, type ConversationRow } from './conversation-rows.ts'
import { itemLine, itemsCents } from './draft.rules.ts'

const mostWaiting = 200
const mostMessages = 100
const windowMs = 24 * 60 * 60_000

export async function waitingConversations(
  tx: Transaction<Cell>,
  storeId: string,
  uid: string,
): Promise<ConversationView[]> {
  const rows = await tx
    .selectFrom('whatsapp_conversations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('place', '=', 'person')
    .orderBy('person_since')
    .limit(mostWaiting)
    .execute()
  return viewsOf(tx, storeId, rows, uid)
}

export async function threadOf(
  tx: Transaction<Cell>,
  storeId: string,
  row: ConversationRow,
  uid: string,
): Promise<{ conversation: ConversationView; messages: ChatMessage[] }> {
  const [conversation] = await viewsOf(tx, storeId, [row], uid)
  if (!conversation) throw new AppError('whatsapp/conversation-not-found')
  return { conversation, messages: await messagesOf(tx, storeId, row.contact_id) }
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
  storeId: string,
  rows: readonly ConversationRow[],
  uid: string,
): Promise<ConversationView[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.contact_id)
  const contacts = await tx
    .selectFrom('whatsapp_contacts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .execute()
  const { rows: last } = await sql<{ contact_id: string; content: IncomingContent }>`
    select distinct on (contact_id) contact_id, content from incoming_messages
    where store_id = ${storeId} and contact_id = any (${ids}::uuid[]) and not echo
    order by contact_id, at desc`.execute(tx)
  return rows.flatMap((row) => {
    const contact = contacts.find(({ id }) => id === row.contact_id)
    const said = last.find((one) => one.contact_id === row.contact_id)
    return contact ? [viewOf(row, contact, said ? wordsOf(said.content) : '', uid)] : []
  })
}

function viewOf(row: ConversationRow, contact: Contact, lastText: string, uid: string): ConversationView {
  const { draft } = stateOf(row)
  const lastIn = contact.last_in_at
  return {
    conversationId: row.id,
    name: contact.name,
    phone: contact.phone,
    personSince: row.person_since?.toISOString() ?? null,
    personName: row.person_name,
    mine: row.person_uid === uid,
    draft: draft.items.map(itemLine),
    draftCents: itemsCents(draft),
    lastText,
    lastAt: lastIn?.toISOString() ?? null,
    windowEndsAt: lastIn ? new Date(lastIn.getTime() + windowMs).toISOString() : null,
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
