import { sql, type Kysely, type QueryResult, type RawBuilder, type Transaction } from 'kysely'
import { collectingNotes } from './after-commit.ts'
import { withLastSteps } from './before-commit.ts'
import { followingMoves } from './moved.ts'
import { retryingConflicts } from './retry-conflicts.ts'
import {
  databaseOf,
  type Cell,
  type Directory,
  type DirectoryTransaction,
  type StoreDatabase,
  type StoreTransaction,
} from './tables.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const uidText = /^[\w-]{1,128}$/

export interface Scope {
  readonly uid?: string
  /** Only to read: PostgreSQL refuses a write, and no lock keeps the stores in their cell. */
  readonly reads?: boolean
  /** All statements see the same moment: for figures that must add up. Only to read. */
  readonly oneMoment?: boolean
}

/**
 * Runs the work in a transaction that sees the rows of these stores and no others: row-level
 * security reads `app.store_ids`. Every statement names its store as well; this is the net. The work runs again after
 * a deadlock, so it changes nothing outside the transaction.
 */
export function withStoreScope<T, D extends Cell>(
  db: Kysely<D>,
  storeIds: readonly string[],
  work: (tx: Transaction<D>) => Promise<T>,
  scope?: Scope,
): Promise<T>
export function withStoreScope<T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  work: (tx: StoreTransaction) => Promise<T>,
  scope?: Scope,
): Promise<T>
export async function withStoreScope<T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  work: (tx: StoreTransaction) => Promise<T>,
  scope: Scope = {},
): Promise<T> {
  const { oneMoment = false, reads = oneMoment } = scope
  const entering = enterStores(storeIds, { ...scope, reads })
  return followingMoves(database, async () => {
    const db = await databaseOf(database, storeIds)
    const begin = reads ? db.transaction().setAccessMode('read only') : db.transaction()
    const leveled = oneMoment ? begin.setIsolationLevel('repeatable read') : begin
    return retryingConflicts(() =>
      collectingNotes(db, (collect) =>
        leveled.execute(async (tx) => {
          collect(tx)
          await entering.execute(tx)
          return withLastSteps(tx, work)
        }),
      ),
    )
  })
}

/** A statement whose function enters these stores itself, as a transaction of its own. */
export const runEntering = <T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  statement: RawBuilder<T>,
): Promise<QueryResult<T>> =>
  followingMoves(database, async () => {
    const db = await databaseOf(database, storeIds)
    return retryingConflicts(() => statement.execute(db))
  })

/** For tables of people and links, which belong to no store. */
export async function inTransaction<T>(
  db: Kysely<Directory>,
  work: (tx: DirectoryTransaction) => Promise<T>,
): Promise<T> {
  return retryingConflicts(() =>
    collectingNotes(db, (collect) =>
      db.transaction().execute(async (tx) => {
        collect(tx)
        return work(tx)
      }),
    ),
  )
}

/**
 * Says whose rows a transaction sees and that these stores are still in this cell, as one statement without parameters, so
 * that a transaction can begin with it.
 */
export function enterStores(
  storeIds: readonly string[],
  { uid, reads = false }: Pick<Scope, 'uid' | 'reads'> = {},
): RawBuilder<unknown> {
  return sql`select enter_stores(${idsText(storeIds)}, ${uidLiteral(uid)}, ${sql.lit(reads)})`
}

/** Says whose rows a transaction sees in the directory, which no store leaves. */
function scopeOf(storeIds: readonly string[], uid?: string): RawBuilder<unknown> {
  return sql`select set_config('app.store_ids', ${idsText(storeIds)}, true),
    set_config('app.uid', ${uidLiteral(uid)}, true)`
}

/** Sorted, because every index scan sorts the policy's ids again, which is quick when they are. */
function idsText(storeIds: readonly string[]): RawBuilder<unknown> {
  for (const id of storeIds) if (!uuid.test(id)) throw new Error('scopeOf: a store id is no uuid')
  return sql.lit(storeIds.toSorted().join(','))
}

function uidLiteral(uid: string | undefined): RawBuilder<unknown> {
  if (uid !== undefined && !uidText.test(uid)) throw new Error('scopeOf: malformed uid')
  return sql.lit(uid ?? '')
}

/** Sees what belongs to the user, not to a store: own access entries, own groups, own keys. */
export const asUser = <T>(
  directory: Kysely<Directory>,
  uid: string,
  work: (tx: DirectoryTransaction) => Promise<T>,
): Promise<T> => inScope(directory, scopeOf([], uid), work)

/** As `withStoreScope`, over what the directory says of these stores: access, audit, groups. */
export const withDirectoryScope = <T>(
  directory: Kysely<Directory>,
  storeIds: readonly string[],
  work: (tx: DirectoryTransaction) => Promise<T>,
  { uid }: Pick<Scope, 'uid'> = {},
): Promise<T> => inScope(directory, scopeOf(storeIds, uid), work)

const inScope = <T>(
  directory: Kysely<Directory>,
  scope: RawBuilder<unknown>,
  work: (tx: DirectoryTransaction) => Promise<T>,
): Promise<T> =>
  inTransaction(directory, async (tx) => {
    await scope.execute(tx)
    return work(tx)
  })
