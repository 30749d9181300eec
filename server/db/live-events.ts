import { sql, type Kysely, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterCommit } from './after-commit.ts'
import { withStoreScope } from './scope.ts'
import type { DB } from './tables.generated.ts'

/** A place in the event stream: transaction id, then event id. */
export interface Cursor {
  readonly tx: string
  readonly id: string
}

export interface StreamedEvent extends Cursor {
  readonly storeId: string
  readonly orderId: string
  readonly type: string
  readonly at: Date
}

/** Before every event id. */
export const zeroId = '00000000-0000-0000-0000-000000000000'

/** Where the stream stands now: everything below is committed and visible. */
export async function currentCursor(db: Kysely<DB>): Promise<Cursor> {
  const result = await sql<{ tx: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(db)
  return { tx: result.rows[0]?.tx ?? '0', id: zeroId }
}

/**
 * Events of these stores after the cursor, oldest first. Reads only below pg_snapshot_xmin, so a
 * transaction that commits late is never skipped (`id > last` lost 537 of 2,000).
 */
export async function eventsAfter(
  db: Kysely<DB>,
  storeIds: readonly string[],
  after: Cursor,
  limit: number,
): Promise<readonly StreamedEvent[]> {
  if (storeIds.length === 0) return []
  return withStoreScope(db, storeIds, async (tx) => {
    const result = await sql<StreamedEvent>`
      select tx::text as tx, id, store_id as "storeId", order_id as "orderId", type, at
      from order_events
      where (tx, id) > (${after.tx}::xid8, ${after.id}::uuid)
        and tx < pg_snapshot_xmin(pg_current_snapshot())
        and store_id = any (${storeIds}::uuid[])
      order by order_events.tx, id
      limit ${limit}`.execute(tx)
    return result.rows
  })
}

/** Puts a change of the store itself into the stream: open screens hear `topic` and read it again. */
export async function publishStoreEvent(
  tx: Transaction<DB>,
  storeId: string,
  topic: string,
  at: Date,
): Promise<void> {
  const id = uuidv7()
  await tx
    .insertInto('order_events')
    .values({
      store_id: storeId,
      id,
      order_id: storeId,
      source: 'balcao-store',
      source_event_id: id,
      type: topic,
      at,
    })
    .execute()
  afterCommit(tx, 'live')
}

export interface StreamHolder {
  readonly sessionId: string
  readonly uid: string
}

/** Of the sessions that hold streams: which still live, and with which role at which of these stores. */
export async function accessOfHolders(
  db: Kysely<DB>,
  holders: readonly StreamHolder[],
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const sessionIds = holders.map((holder) => holder.sessionId)
  return withStoreScope(db, storeIds, async (tx) => {
    const result = await sql<{ sessionId: string; roles: Record<string, number> }>`
      select s.id as "sessionId",
        coalesce(jsonb_object_agg(a.store_id, a.role) filter (where a.store_id is not null), '{}') as roles
      from sessions s
        join users u on u.uid = s.uid and u.disabled_at is null
        left join access_entries a on a.uid = s.uid and a.store_id = any (${storeIds}::uuid[])
      where s.id = any (${sessionIds}::uuid[]) and s.revoked_at is null and s.expires_at > ${now}
      group by s.id`.execute(tx)
    return new Map(result.rows.map((row) => [row.sessionId, new Map(Object.entries(row.roles))]))
  })
}
