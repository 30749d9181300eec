import { sql, type Kysely, type Transaction } from 'kysely'
import { hasRoom } from './pool.ts'
import { inStores, setScope } from './scope.ts'
import type { DB } from './tables.generated.ts'

type Read<T> = (tx: Transaction<DB>) => Promise<T>

/** Reads that all see the same moment: for figures that must add up. */
export interface Moment {
  readonly tx: Transaction<DB>
  /** Whether `both` may run side by side. */
  readonly wide: boolean
  /** Side by side where the pool has connections to spare, else one after the other. */
  readonly both: <A, B>(first: Read<A>, second: Read<B>) => Promise<readonly [A, B]>
}

export interface MomentOptions {
  /** Runs on the second connection before it reads. */
  readonly prepareSecond: Read<void>
}

/** A few stores are answered in milliseconds over one. */
const worthFromStores = 20
/** Reports with two at a time: who waits for a second connection holds a first one, and somebody must give theirs back. */
const mostPairs = 2
let pairs = 0

/**
 * As `inStores`, only to read, over one snapshot. A report of many stores reads over two connections:
 * its statements keep one processor busy each, and the database has more (docs/adr/0013-one-moment.md).
 */
export async function inOneMoment<T>(
  db: Kysely<DB>,
  storeIds: readonly string[],
  { prepareSecond }: MomentOptions,
  work: (moment: Moment) => Promise<T>,
): Promise<T> {
  return inStores(
    db,
    storeIds,
    async (tx) => {
      const second = await openSecond(db, storeIds, tx, prepareSecond)
      try {
        const both: Moment['both'] = (one, other) => sideBySide(tx, second.ready, one, other)
        return await work({ tx, wide: second !== none, both })
      } finally {
        await second.close()
      }
    },
    { oneMoment: true },
  )
}

async function sideBySide<A, B>(
  tx: Transaction<DB>,
  ready: Promise<Transaction<DB> | null>,
  one: Read<A>,
  other: Read<B>,
): Promise<readonly [A, B]> {
  const second = await ready
  if (!second) return [await one(tx), await other(tx)]
  // Both have ended before either failure is told: nothing runs on in a transaction that is over.
  const [a, b] = await Promise.allSettled([one(tx), other(second)])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}

interface Second {
  /** Null: there is none, everything goes over the first. */
  readonly ready: Promise<Transaction<DB> | null>
  close(): Promise<void>
}

const none: Second = { ready: Promise.resolve(null), close: async () => {} }

/** Opens while the first reads on. */
async function openSecond(
  db: Kysely<DB>,
  storeIds: readonly string[],
  first: Transaction<DB>,
  prepare: Read<void>,
): Promise<Second> {
  if (storeIds.length < worthFromStores || pairs >= mostPairs || !hasRoom(db)) return none
  pairs += 1
  const begun = db.startTransaction().setIsolationLevel('repeatable read').execute()
  const exported = sql<{ id: string }>`select pg_export_snapshot() as id`.execute(first)
  const opened = begun.then(async (second) => {
    const [snapshot] = (await exported).rows
    if (!snapshot) throw new Error('one row expected')
    await sql`set transaction snapshot ${sql.lit(snapshot.id)}`.execute(second)
    await setScope(second, storeIds)
    await prepare(second)
    return second
  })
  const ready = opened.catch(() => null)
  // Its failure is told by who reads next over the first, whose transaction is over then.
  await exported.catch(() => {})
  return {
    ready,
    close: async () => {
      pairs -= 1
      await opened.catch(() => {})
      await begun.then((second) => second.rollback().execute()).catch(() => {})
    },
  }
}
