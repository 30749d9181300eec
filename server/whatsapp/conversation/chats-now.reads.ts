import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { serviceWindowMs } from '../messaging/service-window.ts'

export interface ChatNow {
  readonly storeId: string
  readonly conversationId: string
  readonly name: string | null
  readonly phone: string | null
  /** The person who took the conversation. */
  readonly personUid: string | null
  /** Since when the customer has waited for a person's answer. Null: answered, or the service window has closed. */
  readonly waitsSince: Date | null
  /** The customer has started an order. */
  readonly ordering: boolean
}

/**
 * The conversations that a person should answer or is answering. An answer is what a person wrote in the panel, unless
 * it failed, or on the store's phone. When the customer writes again, the wait starts again.
 */
export async function chatsNow(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
  conversationId: string | null = null,
): Promise<readonly ChatNow[]> {
  const { rows } = await sql<ChatNow>`
    select c.store_id as "storeId", c.id as "conversationId", p.name, p.phone, c.person_uid as "personUid",
      case when p.last_in_at <= ${new Date(now.getTime() - serviceWindowMs)} then null
        when answer.at is null then c.person_since else more.since end as "waitsSince",
      coalesce(c.state #> '{draft,items}' @? 'strict $[*]', false) as ordering
    from whatsapp_conversations c
      join whatsapp_contacts p on p.store_id = c.store_id and p.id = c.contact_id
      cross join lateral (select greatest(
        (select max(i.received_at) from incoming_messages i
          where i.store_id = c.store_id and i.contact_id = c.contact_id and i.echo and i.silent is null
            -- Providers report whole seconds, by their own clock.
            and i.at > c.person_since - interval '5 minutes'),
        (select max(m.created_at) from outgoing_messages m
          where m.store_id = c.store_id and m.contact_id = c.contact_id and m.kind = 'person'
            and m.state <> 'failed' and m.sent_at > c.person_since - interval '5 minutes'),
        (select max(m.created_at) from outgoing_messages m
          where m.store_id = c.store_id and m.contact_id = c.contact_id and m.kind = 'person'
            and m.state in ('queued', 'sending'))) as at) answer
      cross join lateral (select min(i.received_at) as since from incoming_messages i
        where i.store_id = c.store_id and i.contact_id = c.contact_id and not i.echo
          and (i.silent is null or i.silent = 'old')
          and i.at > answer.at - interval '5 minutes' and i.received_at > answer.at) more
    where c.store_id = any (${storeIds}::uuid[]) and c.place = 'person'
      and (${conversationId}::uuid is null or c.id = ${conversationId}::uuid)`.execute(tx)
  return rows
}

/** Whether the customer waits for this person: nobody has taken the conversation, or this person has. */
export const waitsFor = ({ waitsSince, personUid }: ChatNow, uid: string): boolean =>
  waitsSince !== null && (personUid === null || personUid === uid)
