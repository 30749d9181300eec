import { sql, type Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'

/** A WhatsApp line keeps its people by their digits. */
export const digitsOf = (phone: string): string => phone.replace('+', '')

interface ConversationLine {
  readonly at: Date
  readonly from: 'store' | 'customer'
  readonly content: unknown
}

/** Both directions, oldest first. */
export async function conversationOf(
  tx: Transaction<Cell>,
  storeId: string,
  phone: string,
): Promise<readonly ConversationLine[]> {
  const { rows } = await sql<ConversationLine>`
    select m.at, case when m.echo then 'store' else 'customer' end as "from", m.content
      from whatsapp_contacts c join incoming_messages m on m.store_id = c.store_id and m.contact_id = c.id
      where c.store_id = ${storeId} and c.phone = ${digitsOf(phone)}
    union all
    select m.created_at, 'store', m.content
      from whatsapp_contacts c join outgoing_messages m on m.store_id = c.store_id and m.contact_id = c.id
      where c.store_id = ${storeId} and c.phone = ${digitsOf(phone)}
    order by 1`.execute(tx)
  return rows
}

/**
 * Answers how many messages went with the contact. What providers sent is kept as bytes for a week: what names the person
 * goes now, by the phone in both spellings of a mobile number, and by each id that the platform gave.
 */
export async function forgetConversation(
  tx: Transaction<Cell>,
  storeId: string,
  phone: string,
): Promise<number> {
  const lines = await conversationOf(tx, storeId, phone)
  const digits = digitsOf(phone)
  const spellings = [digits, digits.replace(/^(55\d\d)9(\d{8})$/, '$1$2')]
  const { rows: ids } = await sql<{ id: string }>`
    select c.user_id as id from whatsapp_contacts c
      where c.store_id = ${storeId} and c.phone = ${digits} and c.user_id is not null
    union
    select a.address from whatsapp_contacts c
      join whatsapp_addresses a on a.store_id = c.store_id and a.contact_id = c.id
      where c.store_id = ${storeId} and c.phone = ${digits}`.execute(tx)
  const names = [...spellings, ...ids.map(({ id }) => id)]
  await sql`
    delete from whatsapp_deliveries
    where store_id = ${storeId} and body like any (${names.map((name) => `%${asPattern(name)}%`)}::text[])`.execute(
    tx,
  )
  await sql`delete from whatsapp_contacts where store_id = ${storeId} and phone = ${digitsOf(phone)}`.execute(
    tx,
  )
  return lines.length
}

/** An id may hold signs that a pattern reads otherwise. */
const asPattern = (name: string): string => name.replaceAll(/[\\%_]/g, String.raw`\$&`)
