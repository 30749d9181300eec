import { sql, type Transaction } from 'kysely'
import { dayMs } from '../../../contract/shared/durations.ts'
import { phoneBeginnings } from '../../../contract/shared/phones.ts'
import type { ConversationView } from '../../../contract/whatsapp/conversations.ts'
import type { Cell } from '../../db/tables.ts'
import { chatsNow } from './chats-now.reads.ts'
import type { ConversationRow } from './conversation-rows.ts'
import { viewsOf } from './inbox.reads.ts'

const maxListed = 200
const maxFound = 50
const maxRecent = 20
const recentMs = dayMs

interface Reader {
  readonly uid: string
  readonly now: Date
}

/** Waiting customers first, longest wait on top; then answered ones, newest first. */
export async function conversationsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  reader: Reader,
): Promise<ConversationView[]> {
  const rows = await ofStores(tx, storeIds)
    .where('place', '=', 'person')
    .orderBy('person_since')
    .limit(maxListed)
    .execute()
  return inOrder(await viewsOfStores(tx, storeIds, rows, reader))
}

/** All that a search finds, in the same order. */
export async function foundConversations(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  reader: Reader & { readonly search: string },
): Promise<ConversationView[]> {
  const rows = await ofStores(tx, storeIds)
    .where(foundBy(reader.search))
    .orderBy('updated_at', 'desc')
    .limit(maxFound)
    .execute()
  return inOrder(await viewsOfStores(tx, storeIds, rows, reader))
}

/** Those of the last day that nobody of the store has, the newest first. */
export async function recentConversations(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  reader: Reader,
): Promise<ConversationView[]> {
  const rows = await ofStores(tx, storeIds)
    .where('place', '!=', 'person')
    .where('updated_at', '>', new Date(reader.now.getTime() - recentMs))
    .orderBy('updated_at', 'desc')
    .limit(maxRecent)
    .execute()
  return inOrder(await viewsOfStores(tx, storeIds, rows, reader))
}

const ofStores = (tx: Transaction<Cell>, storeIds: readonly string[]) =>
  tx
    .selectFrom('whatsapp_conversations as c')
    .selectAll('c')
    .where(sql<boolean>`c.store_id = any (${storeIds}::uuid[])`)

const viewsOfStores = async (
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  rows: readonly ConversationRow[],
  { uid, now }: Reader,
): Promise<ConversationView[]> =>
  rows.length === 0 ? [] : viewsOf(tx, rows, { uid, chats: await chatsNow(tx, storeIds, now), now })

/** Of one list, or of several that are each in this order. */
export const inOrder = (views: readonly ConversationView[]): ConversationView[] =>
  views.toSorted((a, b) => {
    if (a.waitsSince && b.waitsSince) return a.waitsSince.localeCompare(b.waitsSince)
    if (a.waitsSince || b.waitsSince) return a.waitsSince ? -1 : 1
    return (b.lastAt ?? '').localeCompare(a.lastAt ?? '')
  })

/** Fewer digits can only be an order number. */
const minPhoneDigits = 4
/** With the country, the trunk zero and an operator: +55 015 11 98765-4321. */
const maxPhoneDigits = 16

/**
 * By a part of the profile's name, four digits of the phone or more, its beginning as people write it ("0xx11 8765-4321"),
 * or the number of an order: `31`, `#31`, `BC-31`.
 */
function foundBy(search: string) {
  const digits = search.replaceAll(/\D/g, '')
  const isPhone = digits.length >= minPhoneDigits && digits.length <= maxPhoneDigits
  const beginnings = isPhone ? phoneBeginnings(search) : []
  const [, order] = /^(?:[a-z]{2,3}-|#)?(\d{1,6})$/i.exec(search) ?? []
  return sql<boolean>`exists (
    select from whatsapp_contacts p
    where p.store_id = c.store_id and p.id = c.contact_id and (
      strpos(search_key(coalesce(p.name, '')), search_key(${search})) > 0
      or ${isPhone} and strpos(coalesce(p.phone, ''), ${digits}) > 0
      or exists (select from unnest(${beginnings}::text[]) b where starts_with(p.phone, b))
      or exists (
        select from customers k join orders o on o.store_id = k.store_id and o.customer_id = k.id
        where ${order !== undefined} and k.store_id = c.store_id and k.phone = '+' || p.phone
          and o.display_id = ${order ?? ''})))`
}
