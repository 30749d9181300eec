import { sql } from 'kysely'
import type { Cells } from '../db/tables.ts'

const maxBatch = 200

/** The stores with work in this queue, the longest waiting first, without those that may take no more. */
export async function dueStores(
  { all }: Cells,
  queue: 'inbox' | 'outbox',
  now: Date,
  except: readonly string[],
): Promise<readonly string[]> {
  const looks = all.map((db) =>
    sql<{ id: string }>`
      select stores_with_due_work(${now}, ${[queue]}::text[], ${maxBatch + except.length}) as id`.execute(db),
  )
  const found = (await Promise.all(looks)).flatMap(({ rows }) => rows.map((row) => row.id))
  return found.filter((id) => !except.includes(id))
}

export interface QueueState {
  readonly queue: string
  readonly due: number
  readonly oldest_due_at: Date | null
  readonly failed: number
}

/** Of all stores together: for the metrics. */
export async function queueStates({ all }: Cells, now: Date): Promise<readonly QueueState[]> {
  const looks = all.map((db) => sql<QueueState>`select * from queue_states(${now})`.execute(db))
  const rows = (await Promise.all(looks)).flatMap((cell) => cell.rows)
  return [...Map.groupBy(rows, ({ queue }) => queue)].map(([queue, states]) => ({
    queue,
    due: states.reduce((sum, row) => sum + row.due, 0),
    oldest_due_at: oldest(states.map((row) => row.oldest_due_at)),
    failed: states.reduce((sum, row) => sum + row.failed, 0),
  }))
}

const oldest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((first, date) => (date && (!first || date < first) ? date : first), null)
