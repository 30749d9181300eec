import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { noteCustomerMessage, noteOwnersMessage } from './conversation/note-message.ts'
import { contactOf, type ContactRow } from './contacts.ts'
import type { LineNews } from './line-state.rules.ts'
import { lockLine, tellLine, type LineRow } from './lines.ts'
import { statesBefore } from './message-state.rules.ts'
import { consentIn } from './message-texts.rules.ts'
import type { ConnectionEvent, DriverKind, LineEvent, MessageEvent, StatusEvent } from './messaging-driver.ts'
import { keepTemplate } from './templates.ts'

/** While the store's people write on the phone, nothing answers in their place. */
const silentMs = 30 * 60_000

export interface Delivery {
  readonly driver: DriverKind
  /** As it came. */
  readonly body: string
  readonly events: readonly LineEvent[]
}

/**
 * Takes what came to the door for one store, in one transaction: kept raw, then understood. A second delivery of the
 * same changes nothing.
 */
export async function takeEvents(
  deps: Deps,
  storeId: string,
  { driver, body, events }: Delivery,
): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const line = await lockLine(tx, storeId)
    if (!line) return
    await tx
      .insertInto('whatsapp_deliveries')
      .values({ store_id: storeId, id: uuidv7(), driver, received_at: now, body: storableText(body) })
      .execute()
    for (const event of events) {
      if (event.type === 'message') await takeMessage(tx, line, event, now)
      else if (event.type === 'status') await takeStatus(tx, storeId, event, now)
      else if (event.type === 'template') await keepTemplate(tx, storeId, event)
    }
    const connection = events.filter((event) => event.type === 'connection')
    await takeConnection(tx, line, connection, now)
  })
}

/** PostgreSQL keeps no NUL in a text. */
const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD')

async function takeMessage(
  tx: Transaction<Cell>,
  line: LineRow,
  event: MessageEvent,
  now: Date,
): Promise<void> {
  const storeId = line.store_id
  const contact = await contactOf(tx, storeId, event.from, event.name && storableText(event.name))
  if (event.echo && (await isOurs(tx, contact, event, now))) return
  const written = await tx
    .insertInto('incoming_messages')
    .values({
      store_id: storeId,
      provider_id: event.providerId,
      contact_id: contact.id,
      at: event.at,
      received_at: now,
      echo: event.echo,
      content: storableText(JSON.stringify(event.content)).replaceAll('\\u0000', ''),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .executeTakeFirst()
  if (!written) return
  if (event.echo) {
    await fallSilent(tx, contact, now)
    await noteOwnersMessage(tx, storeId, contact.id, now)
    return
  }
  await noteIncoming(tx, line, contact, event)
  await noteCustomerMessage(tx, storeId, contact.id, { content: event.content, now })
}

async function noteIncoming(
  tx: Transaction<Cell>,
  line: LineRow,
  contact: ContactRow,
  event: MessageEvent,
): Promise<void> {
  const consent = event.content.type === 'text' ? consentIn(event.content.body) : null
  await tx
    .updateTable('whatsapp_contacts')
    .set({
      last_in_at: sql<Date>`greatest(last_in_at, ${event.at}::timestamptz)`,
      ...(consent === null ? {} : { opted_out_at: consent === 'out' ? event.at : null }),
    })
    .where('store_id', '=', contact.store_id)
    .where('id', '=', contact.id)
    .execute()
  await tx
    .updateTable('whatsapp_lines')
    .set({ last_in_at: sql<Date>`greatest(last_in_at, ${event.at}::timestamptz)` })
    .where('store_id', '=', line.store_id)
    .execute()
}

const fallSilent = async (tx: Transaction<Cell>, { store_id, id }: ContactRow, now: Date): Promise<void> => {
  await tx
    .updateTable('whatsapp_contacts')
    .set({ silent_until: new Date(now.getTime() + silentMs) })
    .where('store_id', '=', store_id)
    .where('id', '=', id)
    .execute()
}

/** A provider echoes what we sent as well; one whose answer never reached us is found by its words. */
async function isOurs(
  tx: Transaction<Cell>,
  { store_id: storeId, id: contactId }: ContactRow,
  { providerId, content, at }: MessageEvent,
  now: Date,
): Promise<boolean> {
  const known = await tx
    .selectFrom('outgoing_messages')
    .select('id')
    .where('store_id', '=', storeId)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (known) return true
  if (content.type !== 'text') return false
  const claimed = await tx
    .updateTable('outgoing_messages')
    .set({ state: 'sent', provider_id: providerId, sent_at: at, claimed_at: null })
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .where('state', '=', 'sending')
    .where('claimed_at', '<=', now)
    .where('body', '=', content.body)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

async function takeStatus(
  tx: Transaction<Cell>,
  storeId: string,
  event: StatusEvent,
  now: Date,
): Promise<void> {
  const { state, at, providerId, key, refusal, billable } = event
  const moved = {
    sent: { sent_at: sql<Date>`coalesce(sent_at, ${at}::timestamptz)` },
    delivered: { delivered_at: at },
    read: { read_at: at, delivered_at: sql<Date>`coalesce(delivered_at, ${at}::timestamptz)` },
    failed: { cause: refusal ?? 'refused', ended_at: now, cost_micros: 0 },
  }[state]
  const ours = key !== null && uuid.test(key) ? key : null
  await tx
    .updateTable('outgoing_messages')
    .set({
      state,
      claimed_at: null,
      provider_id: sql<string>`coalesce(provider_id, ${providerId})`,
      ...(billable === false ? { cost_micros: 0 } : {}),
      ...moved,
    })
    .where('store_id', '=', storeId)
    .where('state', 'in', statesBefore(state))
    .where((where) =>
      where.or([
        where('provider_id', '=', providerId),
        ...(ours === null ? [] : [where.and([where('id', '=', ours), where('provider_id', 'is', null)])]),
      ]),
    )
    .execute()
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

async function takeConnection(
  tx: Transaction<Cell>,
  line: LineRow,
  events: readonly ConnectionEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const news = events.flatMap((event): readonly LineNews[] => [
    ...(event.pairing ? [{ type: 'step', ...event.pairing } as const] : []),
    ...(event.state ? [{ type: 'provider', state: event.state } as const] : []),
  ])
  await tellLine(tx, line, news, now)
  const quality = events.findLast((event) => event.quality !== null)?.quality
  const tier = events.findLast((event) => event.tier !== null)?.tier
  if (quality === undefined && tier === undefined) return
  await tx
    .updateTable('whatsapp_lines')
    .set({ ...(quality === undefined ? {} : { quality }), ...(tier === undefined ? {} : { tier }) })
    .where('store_id', '=', line.store_id)
    .execute()
}
