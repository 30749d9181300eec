import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { publishOrderEvent } from '../db/live-events.ts'
import type { Cell } from '../db/tables.ts'

type PrintEventType =
  | 'PRINTED'
  | 'PRINT_HANDED'
  | 'REPRINTED'
  | 'PRINT_FAILED'
  | 'PRINT_EXPIRED'
  | 'PRINT_ASKED'
  | 'PRINT_RECALLED'

export interface PrintEvent {
  readonly storeId: string
  /** Null for a test page, which belongs to no order. */
  readonly orderId: string | null
  readonly type: PrintEventType
  /** Makes writing the event idempotent. */
  readonly key: string
  readonly at: Date
  readonly note: string
  readonly actor?: { readonly uid: string; readonly name: string }
}

/** Adds the event to the order's timeline, which also publishes it to open boards. */
export async function writePrintEvent(tx: Transaction<Cell>, event: PrintEvent): Promise<void> {
  const { storeId, orderId, type, at } = event
  if (orderId === null) return
  const written = await tx
    .insertInto('order_events')
    .values({
      store_id: storeId,
      id: uuidv7(),
      order_id: orderId,
      source: 'printing',
      source_event_id: event.key,
      type,
      at,
      actor_uid: event.actor?.uid ?? null,
      actor_name: event.actor?.name ?? null,
      data: JSON.stringify({ note: event.note }),
    })
    .onConflict((conflict) => conflict.constraint('order_events_pkey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) publishOrderEvent(tx, storeId, { orderId, type, at })
}
