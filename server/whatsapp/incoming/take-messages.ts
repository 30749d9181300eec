import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { contactOf, type ContactRow } from '../messaging/contacts.ts'
import { noteCustomerMessages, noteOwnersMessage } from '../conversation/note-message.ts'
import { consentIn } from '../messaging/message-texts.rules.ts'
import type { MessageEvent } from '../messaging/messaging-driver.ts'

/** While the store's people write on the phone, nothing answers in their place. */
const silentMs = 30 * 60_000
/** Providers count in whole seconds, by their own clock. */
const clockSlackMs = 10_000

/** What customers wrote, and the owner on the phone. A flood of one person costs the statements of one message. */
export async function takeMessages(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly MessageEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const people = [...Map.groupBy(events, ({ from }) => `${from.phone ?? ''} ${from.userId ?? ''}`)]
  let lastAt: Date | null = null
  // Two processes lock the same people in the same order.
  for (const [, its] of people.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const at = await takeOfPerson(tx, storeId, its, now)
    if (at && (lastAt === null || at > lastAt)) lastAt = at
  }
  if (lastAt === null) return
  await tx
    .updateTable('whatsapp_lines')
    .set({ last_in_at: sql<Date>`greatest(last_in_at, ${lastAt}::timestamptz)` })
    .where('store_id', '=', storeId)
    .execute()
}

/** All messages are of one person. Answers when the customer wrote last; null: nothing new came of the customer. */
async function takeOfPerson(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly MessageEvent[],
  now: Date,
): Promise<Date | null> {
  const [first] = events
  if (!first) return null
  const name = events.findLast((event) => event.name !== null)?.name ?? null
  const contact = await contactOf(tx, storeId, first.from, name)
  const wanted: MessageEvent[] = []
  for (const event of events) if (!event.echo || !(await isOurs(tx, contact, event, now))) wanted.push(event)
  const fresh = await keepMessages(tx, contact, wanted, now)
  const said = fresh.filter(({ echo }) => !echo)
  const lastAt = await noteIncoming(tx, contact, said)
  if (said.length > 0)
    await noteCustomerMessages(tx, storeId, contact.id, { contents: said.map(({ content }) => content), now })
  if (said.length < fresh.length) {
    await fallSilent(tx, contact, now)
    await noteOwnersMessage(tx, storeId, contact.id, now)
  }
  return lastAt
}

/** Answers those that were not known. */
async function keepMessages(
  tx: Transaction<Cell>,
  contact: ContactRow,
  events: readonly MessageEvent[],
  now: Date,
): Promise<readonly MessageEvent[]> {
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
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .execute()
  const fresh = new Set(written.map((row) => row.provider_id))
  return events.filter((event) => fresh.delete(event.providerId))
}

async function noteIncoming(
  tx: Transaction<Cell>,
  contact: ContactRow,
  said: readonly MessageEvent[],
): Promise<Date | null> {
  const lastAt = said
    .map(({ at }) => at)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1)
  if (!lastAt) return null
  const consents = said.flatMap(({ content, at }) => {
    const consent = content.type === 'text' ? consentIn(content.body) : null
    return consent === null ? [] : [{ consent, at }]
  })
  const last = consents.at(-1)
  await tx
    .updateTable('whatsapp_contacts')
    .set({
      last_in_at: sql<Date>`greatest(last_in_at, ${lastAt}::timestamptz)`,
      ...(last ? { opted_out_at: last.consent === 'out' ? last.at : null } : {}),
    })
    .where('store_id', '=', contact.store_id)
    .where('id', '=', contact.id)
    .execute()
  return lastAt
}

const fallSilent = async (tx: Transaction<Cell>, { store_id, id }: ContactRow, now: Date): Promise<void> => {
  await tx
    .updateTable('whatsapp_contacts')
    .set({ silent_until: new Date(now.getTime() + silentMs) })
    .where('store_id', '=', store_id)
    .where('id', '=', id)
    .execute()
}

/**
 * A provider echoes what we sent as well; one whose answer never reached us is found by its words. The second look is for
 * an answer that came while the first two waited.
 */
const isOurs = async (
  tx: Transaction<Cell>,
  contact: ContactRow,
  event: MessageEvent,
  now: Date,
): Promise<boolean> =>
  (await isKnown(tx, contact, event)) ||
  (await isInDoubt(tx, contact, event, now)) ||
  (await isKnown(tx, contact, event))

async function isKnown(
  tx: Transaction<Cell>,
  { store_id: storeId }: ContactRow,
  { providerId }: MessageEvent,
): Promise<boolean> {
  const known = await tx
    .selectFrom('outgoing_messages')
    .select('id')
    .where('store_id', '=', storeId)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return known !== undefined
}

/** The one being sent, or in doubt, has these words: now it is known to be sent. */
async function isInDoubt(
  tx: Transaction<Cell>,
  { store_id: storeId, id: contactId }: ContactRow,
  { providerId, content, at }: MessageEvent,
  now: Date,
): Promise<boolean> {
  if (content.type !== 'text') return false
  const claimed = await tx
    .updateTable('outgoing_messages')
    .set({ state: 'sent', provider_id: providerId, sent_at: at, claimed_at: null, ended_at: null })
    .where('store_id', '=', storeId)
    .where('id', '=', (from) =>
      from
        .selectFrom('outgoing_messages')
        .select('id')
        .where('store_id', '=', storeId)
        .where('contact_id', '=', contactId)
        .where('state', 'in', ['sending', 'unsure'])
        .where('claimed_at', '<=', now)
        .where('body', '=', content.body)
        // Of two with the same words the one that this echo can belong to.
        .orderBy(sql`claimed_at <= ${new Date(at.getTime() + clockSlackMs)}`, 'desc')
        .orderBy('claimed_at', 'desc')
        .limit(1)
        .forUpdate(),
    )
    .where('state', 'in', ['sending', 'unsure'])
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}
