import { sql, type Kysely, type RawBuilder } from 'kysely'
import { hasRoomForTwo } from './connections/pool.ts'
import { followingMoves } from './moved.ts'
import { enterStores } from './scope.ts'
import { databaseOf, type Cell, type StoreDatabase, type StoreTransaction } from './tables.ts'

type Read<T> = (tx: StoreTransaction) => Promise<T>

/** Reads that all see the same moment: for figures that must add up. */
export interface Snapshot {
  readonly tx: StoreTransaction
  /** Whether `runBoth` runs the two reads at the same time. */
  readonly parallel: boolean
  /** At the same time if the pool can spare a second connection, else one after the other. */
  readonly runBoth: <A, B>(first: Read<A>, second: Read<B>) => Promise<readonly [A, B]>
}

export interface SnapshotOptions {
  /** Runs on the second connection before it reads; without parameters. Absent: one connection is enough. */
  readonly prepareSecond?: RawBuilder<unknown> | undefined
}

/** Fewer stores are answered in milliseconds over one connection. */
const parallelFromStores = 20
/** Caps concurrent pairs to avoid a deadlock of the pool: each pair holds one connection while it waits for another. */
const pairLimit = 2
let openPairs = 0

/**
 * As `withStoreScope`, read-only and over one snapshot. A report of many stores reads over two connections,
 * because each of its statements uses one processor (docs/adr/0013-one-moment.md). It answers as soon as
 * everything is read; the transactions, which have nothing to commit, end afterwards.
 */
export async function withSnapshot<T>(
  database: StoreDatabase,
  storeIds: readonly string[],
  { prepareSecond }: SnapshotOptions,
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  return followingMoves(database, async () => {
    const db = await databaseOf(database, storeIds)
    return withSnapshotOf(db, storeIds, { prepareSecond }, work)
  })
}

async function withSnapshotOf<T>(
  db: Kysely<Cell>,
  storeIds: readonly string[],
  { prepareSecond }: SnapshotOptions,
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  const scope = enterStores(storeIds, { reads: true })
  if (
    !prepareSecond ||
    storeIds.length < parallelFromStores ||
    openPairs >= pairLimit ||
    !hasRoomForTwo(db)
  ) {
    const { tx, end } = await startReading(db, scope)
    const runBoth: Snapshot['runBoth'] = async (first, second) => [await first(tx), await second(tx)]
    return work({ tx, parallel: false, runBoth }).finally(end)
  }
  openPairs += 1
  try {
    // The scope is a select, to which the snapshot is one more column: one round trip for both.
    const { tx, snapshot, end } = await startReading(db, sql`${scope}, pg_export_snapshot() as snapshot`)
    const opening = sql`set transaction snapshot ${sql.lit(snapshot)}; ${scope}; ${prepareSecond}`
    return await withSecond(db, opening, (second) =>
      work({ tx, parallel: true, runBoth: (one, other) => sideBySide(tx, second, one, other) }),
    ).finally(end)
  } finally {
    openPairs -= 1
  }
}

interface Reading {
  readonly tx: StoreTransaction
  /** The one that `opening` exported, if it did. */
  readonly snapshot: string
  /** Frees the connection; nobody waits for it. */
  readonly end: () => void
}

const begin = sql`begin isolation level repeatable read read only`

/**
 * Begins in one round trip with everything that it needs, without parameters. Kysely's own `startTransaction` needs
 * one more for each connection: the day of 100 stores took 1.2 times as long (60 alternating runs, busy machine).
 */
async function startReading(db: Kysely<Cell>, opening: RawBuilder<unknown>): Promise<Reading> {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return new Promise((resolve, reject) => {
    const held = db.connection().execute(async (connection) => {
      try {
        const { rows } = await sql<{ snapshot?: string }>`${begin}; ${opening}`.execute(connection)
        // A connection of its own on which a transaction has begun: what readers take a transaction to be.
        resolve({ tx: connection as StoreTransaction, snapshot: rows[0]?.snapshot ?? '', end })
        await ended
      } catch (error) {
        reject(error as Error)
      } finally {
        await sql`rollback`.execute(connection)
      }
    })
    // Too late for the caller that has its answer; the pool replaces a connection that cannot even roll back.
    held.catch(reject)
  })
}

/** Opens the second connection while the first already reads. If it cannot be opened, `second` is null. */
async function withSecond<T>(
  db: Kysely<Cell>,
  opening: RawBuilder<unknown>,
  work: (second: Promise<StoreTransaction | null>) => Promise<T>,
): Promise<T> {
  const reading = startReading(db, opening).catch(() => null)
  try {
    return await work(reading.then((opened) => opened?.tx ?? null))
  } finally {
    void reading.then((opened) => opened?.end())
  }
}

async function sideBySide<A, B>(
  tx: StoreTransaction,
  opening: Promise<StoreTransaction | null>,
  one: Read<A>,
  other: Read<B>,
): Promise<readonly [A, B]> {
  const second = await opening
  if (!second) return [await one(tx), await other(tx)]
  // Both have ended before either failure is thrown: no read is left running in a transaction that is over.
  const [a, b] = await Promise.allSettled([one(tx), other(second)])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}
