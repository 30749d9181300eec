import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { LineSignal } from '../line/line-state.rules.ts'
import { lockLine, readLine, signalLine } from '../line/lines.ts'
import type { DriverKind } from '../messaging/messaging-driver.ts'
import type { ConnectionEvent, LineEvent } from '../messaging/line-events.ts'
import { receiveChanges } from './receive-changes.ts'
import { noteUnread } from './refused-deliveries.ts'
import { receiveMessages } from './receive-messages.ts'
import { receiveStatuses } from './receive-statuses.ts'
import { saveTemplate } from '../line/templates.ts'

export interface Delivery {
  readonly driver: DriverKind
  /** The webhook's body as received. */
  readonly body: string
  readonly events: readonly LineEvent[]
}

/**
 * Stores and applies a batch of webhooks for one store, in one transaction. A repeated delivery changes nothing.
 * Contacts are locked before the line, in the same order as when messages are sent.
 */
export async function receiveDeliveries(
  deps: Deps,
  storeId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  const now = deps.now()
  const events = deliveries.flatMap((delivery) => delivery.events)
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    if (!(await readLine(tx, storeId))) return
    await saveRaw(tx, storeId, deliveries, now)
    await receiveMessages(
      tx,
      storeId,
      events.filter((event) => event.type === 'message'),
      now,
    )
    await receiveChanges(
      tx,
      storeId,
      events.filter((event) => event.type === 'change'),
      now,
    )
    await receiveStatuses(
      tx,
      storeId,
      events.filter((event) => event.type === 'status'),
      now,
    )
    for (const event of events) if (event.type === 'template') await saveTemplate(tx, storeId, event)
    await noteUnread(
      deps,
      tx,
      storeId,
      events.filter((event) => event.type === 'unread'),
    )
    const connection = events.filter((event) => event.type === 'connection')
    await applyConnectionEvents(tx, storeId, connection, now)
  })
}

const saveRaw = async (
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
        // PostgreSQL cannot store NUL in a text.
        body: body.replaceAll('\0', '\uFFFD'),
      })),
    )
    .execute()
}

async function applyConnectionEvents(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly ConnectionEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const line = await lockLine(tx, storeId)
  if (!line) return
  const signals = events.flatMap((event): readonly LineSignal[] => [
    ...(event.pairing ? [{ type: 'step', ...event.pairing } as const] : []),
    ...(event.state ? [{ type: 'provider', state: event.state } as const] : []),
  ])
  await signalLine(tx, line, signals, now)
  const quality = events.findLast((event) => event.quality !== null)?.quality
  const tier = events.findLast((event) => event.tier !== null)?.tier
  if (quality === undefined && tier === undefined) return
  await tx
    .updateTable('whatsapp_lines')
    .set({ ...(quality === undefined ? {} : { quality }), ...(tier === undefined ? {} : { tier }) })
    .where('store_id', '=', storeId)
    .execute()
}
