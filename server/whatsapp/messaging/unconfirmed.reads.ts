import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { UnconfirmedMessage } from '../../../contract/whatsapp/conversations.ts'
import type { Cell } from '../../db/tables.ts'

const maxListed = 100

/**
 * Whether an unconfirmed message (`m`) still needs a person's decision. It does while it has not expired, no later
 * message about its order was sent, and, for an automatic reply, the customer has not written since.
 */
export const awaitsPerson = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  m.state = 'unsure' and m.ended_at is null and m.expires_at > ${now}
  and not (m.kind = 'answer' and exists (select from whatsapp_contacts p
    where p.store_id = m.store_id and p.id = m.contact_id and p.last_in_at > m.claimed_at))
  and not exists (select from outgoing_messages n where n.store_id = m.store_id and n.order_id = m.order_id
    and n.id > m.id and n.state in ('queued', 'sending', 'sent', 'delivered', 'read')))`

/** The unconfirmed messages that need a decision, oldest first. */
export async function unconfirmedMessages(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<UnconfirmedMessage[]> {
  const { rows } = await sql<
    Omit<UnconfirmedMessage, 'at' | 'endsAt'> & { readonly at: Date; readonly endsAt: Date }
  >`
    select m.id as "messageId", m.store_id as "storeId", p.name, p.phone, m.body as text, m.claimed_at as at,
      m.expires_at as "endsAt"
    from outgoing_messages m join whatsapp_contacts p on p.store_id = m.store_id and p.id = m.contact_id
    where m.store_id = any (${storeIds}::uuid[]) and ${awaitsPerson(now)}
    order by m.claimed_at, m.id limit ${maxListed}`.execute(tx)
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), endsAt: row.endsAt.toISOString() }))
}

export async function unconfirmedCounts(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ storeId: string; count: number }>`
    select m.store_id as "storeId", count(*)::integer as count from outgoing_messages m
    where m.store_id = any (${storeIds}::uuid[]) and ${awaitsPerson(now)} group by m.store_id`.execute(tx)
  return new Map(rows.map(({ storeId, count }) => [storeId, count]))
}
