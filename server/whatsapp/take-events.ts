import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { LineNews } from './line-state.rules.ts'
import { lockLine, readLine, tellLine } from './lines.ts'
import { statesBefore } from './message-state.rules.ts'
import type { ConnectionEvent, DriverKind, LineEvent, StatusEvent } from './messaging-driver.ts'
import { takeMessages } from './take-messages.ts'
import { keepTemplate } from './templates.ts'

export interface Delivery {
  readonly driver: DriverKind
  /** As it came. */
  readonly body: string
  readonly events: readonly LineEvent[]
}

/**
 * Takes what came to the door for one store, in one transaction: kept raw, then understood. A second delivery of the
 * same changes nothing. People are locked before the line, as the sending of messages does.
 */
export async function takeEvents(
  deps: Deps,
  storeId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  const now = deps.now()
  const events = deliveries.flatMap((delivery) => delivery.events)
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    if (!(await readLine(tx, storeId))) return
    await keepRaw(tx, storeId, deliveries, now)
    await takeMessages(
      tx,
      storeId,
      events.filter((event) => event.type === 'message'),
      now,
    )
    for (const event of events) {
      if (event.type === 'status') await takeStatus(tx, storeId, event, now)
      else if (event.type === 'template') await keepTemplate(tx, storeId, event)
    }
    const connection = events.filter((event) => event.type === 'connection')
    await takeConnection(tx, storeId, connection, now)
  })
}

const keepRaw = async (
  tx: Transaction<Cell>,
  storeId: string,
  deliveries: readonly Delivery[],
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('whatsapp_deliveries')
    .values(
      deliveries.map(({ driver, body }) => ({
        store_id: storeId,
        id: uuidv7(),
        driver,
        received_at: now,
        // PostgreSQL keeps no NUL in a text.
        body: body.replaceAll('\0', '\uFFFD'),
      })),
    )
    .execute()
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
  storeId: string,
  events: readonly ConnectionEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const line = await lockLine(tx, storeId)
  if (!line) return
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
    .where('store_id', '=', storeId)
    .execute()
}
