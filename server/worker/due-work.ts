import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/tables.generated.ts'

const largestLook = 200

/** The stores with work in this queue, the longest waiting first, without those that may take no more. */
export async function dueStores(
  db: Kysely<DB>,
  queue: 'inbox' | 'outbox',
  now: Date,
  except: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select stores_with_due_work(${now}, ${[queue]}::text[], ${largestLook + except.length}) as id`.execute(db)
  return rows.map((row) => row.id).filter((id) => !except.includes(id))
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
