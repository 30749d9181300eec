import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { withCommitHooks } from './commit-hooks.ts'
import type { DB } from './tables.generated.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const uidText = /^[\w-]{1,128}$/

export interface Scope {
  readonly uid?: string
  /** All statements see the same moment: for figures that must add up. Only to read. */
  readonly oneMoment?: boolean
}

/**
 * Runs the work in a transaction that sees the rows of these stores and no others: row-level
 * security reads `app.store_ids`. Every statement names its store as well; this is the net.
 */
export async function withStoreScope<T>(
  db: Kysely<DB>,
  storeIds: readonly string[],
  work: (tx: Transaction<DB>) => Promise<T>,
  scope: Scope = {},
): Promise<T> {
  const whose = scopeOf(storeIds, scope.uid)
  const begin = db.transaction()
  const leveled = scope.oneMoment ? begin.setIsolationLevel('repeatable read') : begin
  return withCommitHooks(
    (run) => leveled.execute(run),
    async (tx) => {
      await whose.execute(tx)
      return work(tx)
    },
  )
}

/**
 * Says whose rows a transaction sees, as one statement without parameters, so that a transaction can begin with
 * it. Sorted, because every index scan sorts the policy's ids again, which is quick when they are.
 */
export function scopeOf(storeIds: readonly string[], uid?: string): RawBuilder<unknown> {
  for (const id of storeIds) if (!uuid.test(id)) throw new Error('scopeOf: a store id is no uuid')
  if (uid !== undefined && !uidText.test(uid)) throw new Error('scopeOf: malformed uid')
  return sql`select set_config('app.store_ids', ${sql.lit(storeIds.toSorted().join(','))}, true),
    set_config('app.uid', ${sql.lit(uid ?? '')}, true)`
}

/** Sees what belongs to the user, not to a store: own access entries, own groups, own keys. */
export async function asUser<T>(
  db: Kysely<DB>,
  uid: string,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return withStoreScope(db, [], work, { uid })
}
