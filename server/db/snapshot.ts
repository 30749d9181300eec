import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { hasRoomForTwo, several } from './pool.ts'
import { scopeOf } from './scope.ts'
import type { DB } from './tables.generated.ts'

type Read<T> = (tx: Transaction<DB>) => Promise<T>

/** Reads that all see the same moment: for figures that must add up. */
export interface Snapshot {
  readonly tx: Transaction<DB>
  /** Whether `both` may run side by side. */
  readonly wide: boolean
  /** Side by side where the pool has connections to spare, else one after the other. */
  readonly both: <A, B>(first: Read<A>, second: Read<B>) => Promise<readonly [A, B]>
}

export interface SnapshotOptions {
  /** Runs on the second connection before it reads; without parameters. */
  readonly prepareSecond: RawBuilder<unknown>
}

/** A few stores are answered in milliseconds over one. */
const worthFromStores = 20
/** Reports with two at a time: who waits for a second connection holds a first one, and somebody must give theirs back. */
const mostPairs = 2
let pairs = 0

/**
 * As `withStoreScope`, only to read, over one snapshot. A report of many stores reads over two connections:
 * its statements keep one processor busy each, and the database has more (docs/adr/0013-one-moment.md).
 * Answers as soon as all is read: the transactions, which have nothing to keep, end behind it.
 */
export async function withSnapshot<T>(
  db: Kysely<DB>,
  storeIds: readonly string[],
  { prepareSecond }: SnapshotOptions,
  work: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  const scope = scopeOf(storeIds)
  const wide = storeIds.length >= worthFromStores && pairs < mostPairs && hasRoomForTwo(db)
  if (!wide)
    return reading(db, sql`${begin}; ${scope}`, async (tx) =>
      work({ tx, wide, both: async (one, other) => [await one(tx), await other(tx)] }),
    )
  pairs += 1
  return reading(db, sql`${begin}; ${scope}; select pg_export_snapshot() as id`, async (tx, snapshot) => {
    const second = openSecond(
      db,
      sql`${begin}; set transaction snapshot ${sql.lit(snapshot)}; ${scope}; ${prepareSecond}`,
    )
    try {
      return await work({
        tx,
        wide,
        both: async (one, other) => sideBySide(tx, await second.ready, one, other),
      })
    } finally {
      second.close()
    }
  }).finally(() => (pairs -= 1))
}

const begin = sql`begin isolation level repeatable read read only`

/** Begun in one round trip with all that it takes. What its last statement says (`id`) is handed on. */
async function reading<T>(
  db: Kysely<DB>,
  opening: RawBuilder<unknown>,
  work: (tx: Transaction<DB>, id: string) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const held = db.connection().execute(async (connection) => {
      try {
        const { rows } = await several<{ id?: string }>(opening).execute(connection)
        // A connection of its own on which a transaction has begun: what readers take a transaction to be.
        resolve(await work(connection as Transaction<DB>, rows[0]?.id ?? ''))
      } catch (error) {
        reject(error as Error)
      } finally {
        await sql`rollback`.execute(connection)
      }
    })
    // Too late for who has the answer; a connection that can not even roll back is replaced by the pool.
    held.catch(reject)
  })
}

async function sideBySide<A, B>(
  tx: Transaction<DB>,
  second: Transaction<DB> | null,
  one: Read<A>,
  other: Read<B>,
): Promise<readonly [A, B]> {
  if (!second) return [await one(tx), await other(tx)]
  // Both have ended before either failure is told: nothing runs on in a transaction that is over.
  const [a, b] = await Promise.allSettled([one(tx), other(second)])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}

interface Second {
  /** Null: it could not be opened, everything goes over the first. */
  readonly ready: Promise<Transaction<DB> | null>
  close(): void
}

/** Opens while the first reads on. */
function openSecond(db: Kysely<DB>, opening: RawBuilder<unknown>): Second {
  let close = () => {}
  const closed = new Promise<void>((resolve) => (close = resolve))
  const ready = new Promise<Transaction<DB> | null>((resolve) => {
    reading(db, opening, async (second) => {
      resolve(second)
      await closed
    }).catch(() => resolve(null))
  })
  return { ready, close }
}
