import { sql, type Kysely, type QueryResult, type RawBuilder } from 'kysely'
import { beyond } from './clock-margin.ts'
import { retryingConflicts } from './retry-conflicts.ts'
import { asUser, runEntering, withStoreScope } from './scope.ts'
import type { Cells, CommonTransaction, Directory } from './tables.ts'

export interface Once {
  readonly uid: string
  /** Empty: a call of no store. */
  readonly selectedStore: string
  readonly route: string
  readonly key: string
  readonly requestHash: Buffer
}

type Begun =
  | { readonly state: 'begun' }
  | { readonly state: 'running' }
  | { readonly state: 'conflict' }
  | { readonly state: 'done'; readonly reply: string }

/**
 * A run that a crash cut off is taken over after this long; verbs are safe to run again. The longest one waits for
 * a connection, a lock and a statement.
 */
const abandonedAfterMs = 15_000
/** How long a key means the same call. */
export const keptForMs = 24 * 3_600_000

/** `takeOver`: a run of the same input that has not ended is taken over at once. */
export async function beginOnce(
  databases: KeyDatabases,
  once: Once,
  now: Date,
  takeOver = false,
): Promise<Begun> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await runWhereKept(
    databases,
    once,
    sql<{ begun: boolean }>`
      select begin_once(${once.selectedStore}, ${once.uid}, ${once.route}, ${once.key}, ${once.requestHash}, ${now},
        ${before(keptForMs)}, ${before(abandonedAfterMs)}, ${takeOver}) as begun`,
  )
  return rows[0]?.begun ? { state: 'begun' } : whereKept(databases, once, (tx) => otherRun(tx, once, now))
}

/** What became of the run that has the key. */
async function otherRun(tx: CommonTransaction, once: Once, now: Date): Promise<Begun> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'reply', 'created_at'])
    .where((row) => row.and(rowOf(once)))
    .executeTakeFirst()
  // Released between the two statements: the other run was refused, so this one may try.
  if (!row) return { state: 'running' }
  if (!row.request_hash.equals(once.requestHash)) return { state: 'conflict' }
  if (row.status !== null && row.reply !== null) return { state: 'done', reply: row.reply }
  // Of a time before the clock was set back. It may still run, so it is abandoned as if it began now.
  if (row.created_at > beyond(now, 0))
    await tx
      .updateTable('idempotency_keys')
      .set({ created_at: now })
      .where((one) => one.and(rowOf(once)))
      .execute()
  return { state: 'running' }
}

export async function finishOnce(databases: KeyDatabases, once: Once, reply: string): Promise<void> {
  const { selectedStore, uid, route, key } = once
  await runWhereKept(
    databases,
    once,
    sql`select finish_once(${selectedStore}, ${uid}, ${route}, ${key}, ${reply})`,
  )
}

export async function releaseOnce(databases: KeyDatabases, once: Once): Promise<void> {
  await whereKept(databases, once, (tx) =>
    tx
      .deleteFrom('idempotency_keys')
      .where((row) => row.and(rowOf(once)))
      .where('status', 'is', null)
      .execute(),
  )
}

interface KeyDatabases {
  readonly directory: Kysely<Directory>
  readonly cells: Cells
}

/** The key of a store's call is kept in its cell, and moves with it: a repeat is recognised there. */
const whereKept = <T>(
  { directory, cells }: KeyDatabases,
  { uid, selectedStore }: Once,
  work: (tx: CommonTransaction) => Promise<T>,
): Promise<T> =>
  selectedStore === '' ? asUser(directory, uid, work) : withStoreScope(cells, [selectedStore], work, { uid })

/** As `whereKept`, of a statement that enters the store itself. */
const runWhereKept = <T>(
  { directory, cells }: KeyDatabases,
  { selectedStore }: Once,
  statement: RawBuilder<T>,
): Promise<QueryResult<T>> =>
  selectedStore === ''
    ? retryingConflicts(() => statement.execute(directory))
    : runEntering(cells, [selectedStore], statement)

const rowOf = ({ uid, selectedStore, route, key }: Once) => ({
  uid,
  selected_store: selectedStore,
  route,
  key,
})
