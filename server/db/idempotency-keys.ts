import { sql, type Kysely } from 'kysely'
import { beyond } from './clock-margin.ts'
import { asUser, withStoreScope } from './scope.ts'
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
/** For so long a key means the same call. */
export const keptForMs = 24 * 3_600_000

/** `takeOver`: a run of the same input that has not ended is taken over at once. */
export async function beginOnce(
  databases: KeyDatabases,
  once: Once,
  now: Date,
  takeOver = false,
): Promise<Begun> {
  const abandonedBefore = new Date(now.getTime() - abandonedAfterMs)
  return whereKept(databases, once, async (tx) => {
    const begun = await sql`
      insert into idempotency_keys as k (uid, selected_store, route, key, request_hash, created_at)
      values (${once.uid}, ${once.selectedStore}, ${once.route}, ${once.key}, ${once.requestHash}, ${now})
      on conflict on constraint idempotency_keys_pkey do update
        set request_hash = excluded.request_hash, status = null, reply = null, created_at = excluded.created_at
        where k.created_at < ${new Date(now.getTime() - keptForMs)}
          or (k.status is null and (${takeOver} or k.created_at < ${abandonedBefore})
            and k.request_hash = excluded.request_hash)
      returning k.uid`.execute(tx)
    if (begun.rows.length > 0) return { state: 'begun' }
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
  })
}

export async function finishOnce(databases: KeyDatabases, once: Once, reply: string): Promise<void> {
  await whereKept(databases, once, (tx) =>
    tx
      .updateTable('idempotency_keys')
      .set({ status: 200, reply })
      .where((row) => row.and(rowOf(once)))
      .execute(),
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

const rowOf = ({ uid, selectedStore, route, key }: Once) => ({
  uid,
  selected_store: selectedStore,
  route,
  key,
})
