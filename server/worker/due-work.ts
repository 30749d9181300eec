import { sql, type Kysely } from 'kysely'
import type { Cells, Common } from '../db/tables.ts'
import type { Deps } from '../deps.ts'

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

/** Of all stores together, and the mails of people: for the metrics. */
export async function queueStates(
  databases: Pick<Deps, 'directory' | 'cells'>,
  now: Date,
): Promise<readonly QueueState[]> {
  const { directory, cells } = databases
  const looks = cells.all.map(async (db) => {
    const { rows } = await sql<QueueState>`select * from queue_states(${now})`.execute(db)
    return rows
  })
  const isCell = (database: Kysely<Common>) =>
    cells.all.some((cell) => (cell as typeof database) === database)
  const rows = await Promise.all([...looks, ...(isCell(directory) ? [] : [mailState(directory, now)])])
  return [...Map.groupBy(rows.flat(), ({ queue }) => queue)].map(([queue, states]) => ({
    queue,
    due: states.reduce((sum, row) => sum + row.due, 0),
    oldest_due_at: oldest(states.map((row) => row.oldest_due_at)),
    failed: states.reduce((sum, row) => sum + row.failed, 0),
  }))
}

/** As queue_states counts it, of a directory that is no cell. */
async function mailState(directory: Kysely<Common>, now: Date): Promise<readonly QueueState[]> {
  const { rows } = await sql<QueueState>`
    select 'mail' as queue, count(*) as due, min(due_at) as oldest_due_at,
      (select count(*) from mail_messages where dead_at is not null) as failed
    from mail_messages where sent_at is null and dead_at is null and due_at <= ${now}`.execute(directory)
  return rows
}

const oldest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((first, date) => (date && (!first || date < first) ? date : first), null)
