import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/tables.generated.ts'

const largestLook = 200

/** The stores with events to handle, the longest waiting first. */
export async function dueInboxStores(
  db: Kysely<DB>,
  now: Date,
  except: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select due_inbox_stores(${now}, ${except}::uuid[], ${largestLook}) as id`.execute(db)
  return rows.map((row) => row.id)
}

/** The stores with effects to run, the longest waiting first. */
export async function dueOutboxStores(
  db: Kysely<DB>,
  now: Date,
  except: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select due_outbox_stores(${now}, ${except}::uuid[], ${largestLook}) as id`.execute(db)
  return rows.map((row) => row.id)
}

export interface QueueState {
  readonly queue: string
  readonly due: number
  readonly oldest_due_at: Date | null
  readonly failed: number
}

/** Of all stores together: for the metrics. */
export async function queueStates(db: Kysely<DB>, now: Date): Promise<readonly QueueState[]> {
  const { rows } = await sql<QueueState>`select * from queue_states(${now})`.execute(db)
  return rows
}
