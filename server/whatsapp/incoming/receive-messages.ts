import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { ensureContact, type ContactRow } from '../messaging/contacts.ts'
import { recordCustomerMessages, recordOwnerMessage } from '../conversation/record-messages.ts'
import { consentOf } from '../messaging/message-texts.rules.ts'
import type { MessageEvent } from '../messaging/line-events.ts'
import { isWritten } from '../messaging/silence.rules.ts'
import { storeMessages } from './store-messages.ts'

/** After staff wrote on the phone, automatic replies stay off for this long. */
const silentMs = 30 * 60_000
/** Providers report whole seconds, by their own clock. */
const clockSlackMs = 10_000

/** Stores what customers, or staff on the phone, wrote. A flood from one contact costs the statements of one message. */
export async function receiveMessages(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly MessageEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const people = [...Map.groupBy(events, ({ from }) => `${from.phone ?? ''} ${from.userId ?? ''}`)]
  let lastAt: Date | null = null
  // Sorted, so that two processes lock the same contacts in the same order.
  for (const [, messages] of people.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const at = await receiveFromContact(tx, storeId, messages, now)
    if (at && (lastAt === null || at > lastAt)) lastAt = at
  }
  if (lastAt === null) return
  await tx
    .updateTable('whatsapp_lines')
    .set({ last_in_at: sql<Date>`greatest(last_in_at, ${lastAt}::timestamptz)` })
    .where('store_id', '=', storeId)
    .execute()
}

/** All events belong to one contact. Returns when the customer last wrote, or null if nothing new came from the customer. */
async function receiveFromContact(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly MessageEvent[],
  now: Date,
): Promise<Date | null> {
  const [first] = events
  if (!first) return null
  const name = events.findLast((event) => event.name !== null)?.name ?? null
  const at = new Date(Math.max(...events.map((event) => event.at.getTime())))
  const contact = await ensureContact(tx, storeId, first.from, { name, now, at })
  const wanted: MessageEvent[] = []
  for (const event of events)
    if (!event.echo || !(await isOwnEcho(tx, contact, event, now))) wanted.push(event)
  const fresh = await storeMessages(tx, contact, wanted, now)
  const fromCustomer = fresh.filter(({ echo }) => !echo)
  const lastAt = await recordIncoming(tx, contact, fromCustomer)
  const asked = fromCustomer.filter(({ silent }) => silent === null)
  if (asked.length > 0) await recordCustomerMessages(tx, storeId, contact.id, { messages: asked, now })
  // A reaction or a replay shows nobody at the phone.
  if (fresh.some(({ echo, silent }) => echo && silent === null)) {
    await silence(tx, contact, now)
    await recordOwnerMessage(tx, storeId, contact.id, now)
  }
  return lastAt
}

async function recordIncoming(
  tx: Transaction<Cell>,
  contact: ContactRow,
  messages: readonly MessageEvent[],
): Promise<Date | null> {
  const lastAt = messages
    .filter(({ content }) => isWritten(content))
    .map(({ at }) => at)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1)
  if (!lastAt) return null
  const consents = messages.flatMap(({ content, at }) => {
    const consent = content.type === 'text' ? consentOf(content.body) : null
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

const silence = async (tx: Transaction<Cell>, { store_id, id }: ContactRow, now: Date): Promise<void> => {
  await tx
    .updateTable('whatsapp_contacts')
    .set({ silent_until: new Date(now.getTime() + silentMs) })
    .where('store_id', '=', store_id)
    .where('id', '=', id)
    .execute()
}

/**
 * Whether an echo is a message that we sent. If the provider's reply to us was lost, the message is found by its text.
 * The id is checked again at the end, because that reply may arrive while the text is being looked up.
 */
const isOwnEcho = async (
  tx: Transaction<Cell>,
  contact: ContactRow,
  event: MessageEvent,
  now: Date,
): Promise<boolean> =>
  (await isKnown(tx, contact, event)) ||
  (await confirmByText(tx, contact, event, now)) ||
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

/** Confirms a message with this text that is being sent or is unconfirmed. Returns whether there was one. */
async function confirmByText(
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
        // Of several with the same text, the one that this echo can belong to.
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
