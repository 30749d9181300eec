import { sql, type Transaction } from 'kysely'
import { publishStoreEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'

export interface OpenReconciliation {
  readonly id: string
  readonly platform: string
  readonly merchantId: string
  /** `YYYY-MM`. */
  readonly month: string
  readonly state: 'asked' | 'making'
  readonly requestId: string | null
  readonly tries: number
  readonly askedAt: Date
}

/** Null: it has ended, or is of another store. */
export async function openReconciliation(
  tx: Transaction<Cell>,
  storeId: string,
  id: string,
): Promise<OpenReconciliation | null> {
  const { rows } = await sql<OpenReconciliation>`
    select id, platform, merchant_id as "merchantId", to_char(month, 'YYYY-MM') as month, state, request_id as "requestId",
      tries, asked_at as "askedAt"
    from reconciliations
    where store_id = ${storeId} and id = ${id} and state in ('asked', 'making') for update`.execute(tx)
  return rows[0] ?? null
}

export const enqueueReconciliation = (
  tx: Transaction<Cell>,
  { storeId, id, dueAt }: { readonly storeId: string; readonly id: string; readonly dueAt: Date },
): Promise<void> => enqueue(tx, 'reconciliation', { reconciliationId: id }, { storeId, lane: id, dueAt })

export interface NotedChange {
  readonly state?: 'making' | 'done' | 'failed'
  readonly request_id?: string
  readonly tries?: number
  readonly problem?: string
  readonly ended_at?: Date
}

export async function noteReconciliation(
  tx: Transaction<Cell>,
  { storeId, id, now }: { readonly storeId: string; readonly id: string; readonly now: Date },
  change: NotedChange,
): Promise<void> {
  await tx
    .updateTable('reconciliations')
    .set(change)
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
  publishStoreEvent(tx, storeId, 'settlements', now)
}
