import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterCommit } from '../db/after-commit.ts'
import type { DB } from '../db/tables.generated.ts'

export type PrintEventType =
  | 'PRINTED'
  | 'REPRINTED'
  | 'PRINT_FAILED'
  | 'PRINT_EXPIRED'
  | 'PRINT_ASKED'
  | 'PRINT_RECALLED'

export interface PrintEvent {
  readonly storeId: string
  /** Null: a test page, which no order's timeline tells. */
  readonly orderId: string | null
  readonly type: PrintEventType
  /** What makes a repeat harmless. */
  readonly key: string
  readonly at: Date
  readonly note: string
  readonly actor?: { readonly uid: string; readonly name: string }
}

/** Into the order's timeline, and so onto every open board. */
export async function writePrintEvent(tx: Transaction<DB>, event: PrintEvent): Promise<void> {
  if (event.orderId === null) return
  await tx
    .insertInto('order_events')
    .values({
      store_id: event.storeId,
      id: uuidv7(),
      order_id: event.orderId,
      source: 'printing',
      source_event_id: event.key,
      type: event.type,
      at: event.at,
      actor_uid: event.actor?.uid ?? null,
      actor_name: event.actor?.name ?? null,
      data: JSON.stringify({ note: event.note }),
    })
    .onConflict((conflict) => conflict.constraint('order_events_pkey').doNothing())
    .execute()
  afterCommit(tx, 'live')
}
