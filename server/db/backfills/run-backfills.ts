import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { lookup } from '../../../contract/shared/lookup.ts'
import type { Deps } from '../../deps.ts'
import { readManyStores } from '../many-stores.ts'
import { withStoreScope } from '../scope.ts'
import type { StoreTransaction } from '../tables.ts'

/**
 * Changes the next rows of one store behind a position (null: from the first), few enough for writers to wait for them.
 * The position is text in an order of the kind's own, and is kept by the same transaction. Answers where this batch
 * ended, or null when no row was left.
 */
export type BackfillWork = (
  tx: StoreTransaction,
  storeId: string,
  after: string | null,
) => Promise<string | null>

/** By the kinds that migrations name. */
export type BackfillKinds = Readonly<Record<string, BackfillWork>>

interface Round {
  /** The process stops. */
  readonly signal: AbortSignal
  readonly progressed: () => void
}

/**
 * Does the back-fills that wait (docs/how-to/change-a-table.md), one store after another and batch by batch. After
 * each batch it rests as long as it has worked, so that orders have priority. A process that is killed loses the open
 * batch alone: the next one continues behind the last that was committed. Several processes share the stores.
 */
export async function runBackfills(
  { cells, log }: Pick<Deps, 'cells' | 'log'>,
  kinds: BackfillKinds,
  storeIds: readonly string[],
  { signal, progressed }: Round,
): Promise<void> {
  const waiting = await storesWithBackfills(cells, kinds, storeIds)
  for (const [index, storeId] of waiting.entries()) {
    if (signal.aborted) return
    try {
      await finishStore(storeId, waiting.length - index - 1)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, storeId }, 'a back-fill failed; the next round continues it')
    }
  }

  async function finishStore(storeId: string, storesLeft: number): Promise<void> {
    while (!signal.aborted) {
      const begun = performance.now()
      const batch = await withStoreScope(cells, [storeId], (tx) => nextBatch(tx, kinds, storeId))
      if (batch === null) return
      if (batch.isFinished || batch.batches % batchesPerLine === 0)
        log.info({ ...batch, storeId, storesLeft }, 'a back-fill has come this far')
      progressed()
      await wait(performance.now() - begun, undefined, { signal })
    }
  }
}

const batchesPerLine = 100

interface Batch {
  readonly backfill: string
  /** Committed for this store, this one included. */
  readonly batches: number
  readonly isFinished: boolean
}

/** The next batch of the store's first waiting back-fill; null: none waits, or another process has it. */
async function nextBatch(tx: StoreTransaction, kinds: BackfillKinds, storeId: string): Promise<Batch | null> {
  const next = await tx
    .selectFrom('backfills')
    .select(['name', 'kind', 'position', 'batches'])
    .where('store_id', '=', storeId)
    .where('finished_at', 'is', null)
    .where('kind', 'in', Object.keys(kinds))
    .orderBy('requested_at')
    .orderBy('name')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const work = next && lookup(kinds, next.kind)
  if (!work) return null
  const position = await work(tx, storeId, next.position)
  const isFinished = position === null
  const batches = next.batches + (isFinished ? 0 : 1)
  await tx
    .updateTable('backfills')
    .set(isFinished ? { finished_at: sql`clock_timestamp()` } : { position, batches })
    .where('store_id', '=', storeId)
    .where('name', '=', next.name)
    .execute()
  return { backfill: next.name, batches, isFinished }
}

async function storesWithBackfills(
  cells: Deps['cells'],
  kinds: BackfillKinds,
  storeIds: readonly string[],
): Promise<readonly string[]> {
  return readManyStores(cells, storeIds, async (tx, ids) => {
    const rows = await tx
      .selectFrom('backfills')
      .select('store_id')
      .distinct()
      .where('store_id', 'in', ids)
      .where('finished_at', 'is', null)
      .where('kind', 'in', Object.keys(kinds))
      .execute()
    return rows.map((row) => row.store_id)
  })
}
