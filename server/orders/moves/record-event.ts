import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { publishOrderEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'

export interface OrderEventInput {
  /** Set if the caller returns it; otherwise generated. */
  readonly id?: string
  readonly source: string
  /** Makes the event idempotent together with the source; generated for our own actions. */
  readonly sourceEventId?: string
  readonly type: string
  readonly at: Date
  readonly actor?: { readonly uid: string; readonly name: string }
  readonly data?: Readonly<Record<string, unknown>>
}

/** Adds the event to the order's timeline and to the live stream. Returns false if it was recorded before. */
export async function recordEvent(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  event: OrderEventInput,
): Promise<boolean> {
  const id = event.id ?? uuidv7()
  const written = await tx
    .insertInto('order_events')
    .values({
      store_id: storeId,
      id,
      order_id: orderId,
      source: event.source,
      source_event_id: event.sourceEventId ?? id,
      type: event.type,
      at: event.at,
      actor_uid: event.actor?.uid ?? null,
      actor_name: event.actor?.name ?? null,
      data: event.data ? JSON.stringify(event.data) : null,
    })
    .onConflict((conflict) => conflict.constraint('order_events_pkey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) publishOrderEvent(tx, storeId, { orderId, type: event.type, at: event.at })
  return written !== undefined
}
