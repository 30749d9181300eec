import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { LineNews } from '../line/line-state.rules.ts'
import { lockLine, readLine, tellLine } from '../line/lines.ts'
import type { ConnectionEvent, DriverKind, LineEvent } from '../messaging/messaging-driver.ts'
import { takeMessages } from './take-messages.ts'
import { takeStatuses } from './take-statuses.ts'
import { keepTemplate } from '../line/templates.ts'

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
    await takeStatuses(
      tx,
      storeId,
      events.filter((event) => event.type === 'status'),
      now,
    )
    for (const event of events) if (event.type === 'template') await keepTemplate(tx, storeId, event)
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
