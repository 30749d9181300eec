import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import type { LineTrouble } from '../../../contract/whatsapp/whatsapp-now.ts'
import type { Cell } from '../../db/tables.ts'
import { troubleOf } from './line-state.rules.ts'

/** A message that should have left so long ago is stuck. */
const stuckMs = 60_000
export const windowMs = 24 * 60 * 60_000

export interface LineNow {
  readonly storeId: string
  readonly state: LineStateName
  readonly cause: LineCause | null
  readonly since: Date
  readonly openedAt: Date | null
  /** Messages that should have left and did not. */
  readonly stuck: number
  readonly trouble: LineTrouble | null
}

/** What a person holds back is not stuck. */
export const isNotHeld = (
  now: Date,
): RawBuilder<boolean> => sql<boolean>`(m.state = 'sending' or m.kind = 'person' or not exists (
  select from whatsapp_contacts h where h.store_id = m.store_id and h.id = m.contact_id and h.held_until > ${now}))`

/** The lines of these stores; a connection that was closed for good is none. */
export async function linesNow(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly LineNow[]> {
  const { rows } = await sql<Omit<LineNow, 'trouble'>>`
    select l.store_id as "storeId", l.state, l.cause, l.state_since as since, l.opened_at as "openedAt",
      (select count(*)::integer from outgoing_messages m
        where m.store_id = l.store_id and m.state in ('queued', 'sending') and m.expires_at > ${now}
          and m.due_at < ${new Date(now.getTime() - stuckMs)} and ${isNotHeld(now)}) as stuck
    from whatsapp_lines l
    where l.store_id = any (${storeIds}::uuid[]) and l.cause is distinct from 'removed'`.execute(tx)
  return rows.map((line) => ({ ...line, trouble: troubleOf(line) }))
}

export interface ChatNow {
  readonly storeId: string
  readonly conversationId: string
  readonly name: string | null
  readonly phone: string | null
  /** Who took it. */
  readonly personUid: string | null
  /** Since when the customer has no answer of a person; null: answered, or too long ago to be answered. */
  readonly waitsSince: Date | null
  /** An order is begun. */
  readonly ordering: boolean
}

/**
 * The conversations that people of these stores have. An answer is what a person wrote in the panel, unless it failed, or
 * on the store's phone; what the customer writes after it waits again.
 */
export async function chatsNow(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
  conversationId: string | null = null,
): Promise<readonly ChatNow[]> {
  const { rows } = await sql<ChatNow>`
    select c.store_id as "storeId", c.id as "conversationId", p.name, p.phone, c.person_uid as "personUid",
      case when p.last_in_at <= ${new Date(now.getTime() - windowMs)} then null
        when answer.at is null then c.person_since else more.since end as "waitsSince",
      coalesce(c.state #> '{draft,items}' @? 'strict $[*]', false) as ordering
    from whatsapp_conversations c
      join whatsapp_contacts p on p.store_id = c.store_id and p.id = c.contact_id
      cross join lateral (select greatest(
        (select max(i.received_at) from incoming_messages i
          where i.store_id = c.store_id and i.contact_id = c.contact_id and i.echo
            -- Providers count in whole seconds, by their own clock.
            and i.at > c.person_since - interval '5 minutes'),
        (select max(m.created_at) from outgoing_messages m
          where m.store_id = c.store_id and m.contact_id = c.contact_id and m.kind = 'person'
            and m.state <> 'failed' and m.sent_at > c.person_since - interval '5 minutes'),
        (select max(m.created_at) from outgoing_messages m
          where m.store_id = c.store_id and m.contact_id = c.contact_id and m.kind = 'person'
            and m.state in ('queued', 'sending'))) as at) answer
      cross join lateral (select min(i.received_at) as since from incoming_messages i
        where i.store_id = c.store_id and i.contact_id = c.contact_id and not i.echo
          and i.at > answer.at - interval '5 minutes' and i.received_at > answer.at) more
    where c.store_id = any (${storeIds}::uuid[]) and c.place = 'person'
      and (${conversationId}::uuid is null or c.id = ${conversationId}::uuid)`.execute(tx)
  return rows
}

/** The conversation is free, or belongs to the caller. */
export const waitsFor = ({ waitsSince, personUid }: ChatNow, uid: string): boolean =>
  waitsSince !== null && (personUid === null || personUid === uid)
