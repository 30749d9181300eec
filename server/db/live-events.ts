import { sql, type RawBuilder } from 'kysely'
import { afterCommit } from './after-commit.ts'
import { beforeCommit } from './before-commit.ts'
import { readEachCell } from './many-stores.ts'
import { withStoreScope } from './scope.ts'
import type { StoreDatabase, StoreTransaction } from './tables.ts'

/**
 * The live stream of a store is a list numbered from 1 without gaps. The number is given under the
 * store's row of `store_streams`, which is held to the commit: numbers become visible in their order,
 * on one server and on many, and after a restore.
 */
export interface LiveEventRow {
  readonly storeId: string
  readonly seq: number
  /** Null: of the store itself; `type` is then the topic. */
  readonly orderId: string | null
  readonly type: string
  readonly at: Date
}

/** Where a reader is in each store's stream: the number it heard last. */
export type StreamPosition = ReadonlyMap<string, number>

/** Where the streams of these stores end now; 0 where nothing has happened yet. */
export async function streamEnds(
  stores: StoreDatabase,
  storeIds: readonly string[],
): Promise<StreamPosition> {
  return positions(stores, storeIds, sql`s.last_seq`)
}

/**
 * Where the streams were a few seconds ago: a page reads its data and opens its stream side by side, and
 * what happens between the two must still reach it. Looks at the last 200 events of each store.
 */
export async function recentPosition(
  stores: StoreDatabase,
  storeIds: readonly string[],
): Promise<StreamPosition> {
  return positions(
    stores,
    storeIds,
    sql`coalesce(
      (select min(e.seq) - 1 from live_events e
        where e.store_id = s.store_id and e.seq > s.last_seq - 200
          and e.published_at > clock_timestamp() - interval '15 seconds'),
      s.last_seq)`,
  )
}

async function positions(
  stores: StoreDatabase,
  storeIds: readonly string[],
  seq: RawBuilder<unknown>,
): Promise<StreamPosition> {
  if (storeIds.length === 0) return new Map()
  const cells = await readEachCell(stores, storeIds, async (tx, ids) => {
    const { rows } = await sql<{ storeId: string; seq: number | string }>`
      select s.store_id as "storeId", ${seq} as seq from store_streams s
      where s.store_id = any (${ids}::uuid[])`.execute(tx)
    return rows
  })
  const found = new Map(storeIds.map((storeId) => [storeId, 0]))
  for (const row of cells.flat()) found.set(row.storeId, Number(row.seq))
  return found
}

/** What came after the position, a store at a time, each in its order; at most `limit` of each cell. */
export async function eventsAfter(
  stores: StoreDatabase,
  after: StreamPosition,
  limit: number,
): Promise<readonly LiveEventRow[]> {
  const storeIds = [...after.keys()]
  if (storeIds.length === 0) return []
  const cells = await readEachCell(stores, storeIds, async (tx, ids) => {
    const { rows } = await sql<LiveEventRow & { seq: number | string }>`
      select e.store_id as "storeId", e.seq, e.order_id as "orderId", e.type, e.at
      from unnest(${ids}::uuid[], ${ids.map((id) => after.get(id) ?? 0)}::bigint[]) as heard (store_id, seq)
        join live_events e on e.store_id = heard.store_id and e.seq > heard.seq
      where e.store_id = any (${ids}::uuid[])
      order by e.store_id, e.seq
      limit ${limit}`.execute(tx)
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
  })
  return cells.flat()
}

/** A screen that was away for longer reads everything again. */
const keptMs = 2 * 24 * 60 * 60_000

export async function deleteOldEvents(stores: StoreDatabase, storeId: string, now: Date): Promise<void> {
  await withStoreScope(stores, [storeId], (tx) =>
    tx
      .deleteFrom('live_events')
      .where('store_id', '=', storeId)
      .where('published_at', '<', new Date(now.getTime() - keptMs))
      .execute(),
  )
}

/** Open screens read the order again once this transaction has committed. */
export function publishOrderEvent(
  tx: StoreTransaction,
  storeId: string,
  event: { readonly orderId: string; readonly type: string; readonly at: Date },
): void {
  publish(tx, { storeId, ...event })
}

/** A change of the store itself: open screens hear `topic` and read again what they show of it. */
export function publishStoreEvent(tx: StoreTransaction, storeId: string, topic: string, at: Date): void {
  publish(tx, { storeId, orderId: null, type: topic, at })
}

type Unnumbered = Omit<LiveEventRow, 'seq'>

const unpublished = new WeakMap<StoreTransaction, Unnumbered[]>()

function publish(tx: StoreTransaction, event: Unnumbered): void {
  const events = unpublished.get(tx) ?? []
  unpublished.set(tx, [...events, event])
  // Last in the transaction, so that writers of one store wait for each other's commit and no longer.
  beforeCommit(tx, 'live-events', () => numberEvents(tx))
  afterCommit(tx, 'live')
}

async function numberEvents(tx: StoreTransaction): Promise<void> {
  const events = unpublished.get(tx) ?? []
  await sql`select publish_live_events(
    ${events.map((event) => event.storeId)}::uuid[], ${events.map((event) => event.orderId)}::uuid[],
    ${events.map((event) => event.type)}::text[], ${events.map((event) => event.at)}::timestamptz[])`.execute(
    tx,
  )
}
