import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { ContactRow } from '../messaging/contacts.ts'
import { incomingContent } from '../messaging/incoming-content.ts'
import type { MessageEvent } from '../messaging/line-events.ts'
import { silenceOf, type SilenceReason } from '../messaging/silence.rules.ts'

export interface StoredMessage extends MessageEvent {
  readonly silent: SilenceReason | null
}

/**
 * Stores the messages of one contact and returns those that are new. A message whose edit arrived first keeps the edited
 * text, and one that could not be shown before is replaced: the phone sent it again.
 */
export async function storeMessages(
  tx: Transaction<Cell>,
  contact: ContactRow,
  events: readonly MessageEvent[],
  now: Date,
): Promise<readonly StoredMessage[]> {
  if (events.length === 0) return []
  const byId = new Map(events.toReversed().map((event) => [event.providerId, event]))
  const written = await tx
    .insertInto('incoming_messages')
    .values(
      [...byId.values()].toReversed().map((event) => ({
        store_id: contact.store_id,
        provider_id: event.providerId,
        contact_id: contact.id,
        at: event.at,
        received_at: now,
        echo: event.echo,
        content: JSON.stringify(event.content),
        silent: silenceOf(event, now),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('incoming_messages_pkey')
        .doUpdateSet({
          at: sql<Date>`excluded.at`,
          received_at: sql<Date>`excluded.received_at`,
          content: sql`case when incoming_messages.silent = 'edit' then incoming_messages.content else excluded.content end`,
          silent: sql<string>`excluded.silent`,
        })
        .where(
          sql<boolean>`incoming_messages.silent in ('edit', 'unsupported') and incoming_messages.echo = excluded.echo
            and incoming_messages.contact_id = excluded.contact_id and excluded.silent is distinct from 'unsupported'`,
        ),
    )
    .returning(['provider_id', 'content', 'silent'])
    .execute()
  const fresh = new Map(written.map((row) => [row.provider_id, row]))
  return events.flatMap((event) => {
    const row = fresh.get(event.providerId)
    if (!row) return []
    fresh.delete(event.providerId)
    const silent = row.silent as SilenceReason | null
    return [{ ...event, content: incomingContent(row.content), silent }]
  })
}
