import type { Transaction } from 'kysely'
import type { SelectedStore } from '../../../contract/shared/selection.ts'
import type { Snapshot } from '../../db/snapshot.ts'
import type { Cell } from '../../db/tables.ts'
import type { Closing } from './closings.rules.ts'
import { planPeriod, type PeriodPlan, type PeriodQuestion, type StoreRange } from './plan-period.rules.ts'
import { closingsOf, readSelectedStores, type StoreDetails } from './selected-stores.ts'
import type { StoreClock } from './store-clock.rules.ts'
import type { StoreTotals } from './figure-rows.ts'

type SourceStore = StoreDetails & StoreClock

/** What every period report determines first: its stores, their days, and the tables to read them from. */
export interface PeriodSource {
  readonly stores: readonly SourceStore[]
  readonly plan: PeriodPlan
  readonly closings: ReadonlyMap<string, Closing>
}

export async function readPeriodSource(
  tx: Transaction<Cell>,
  selection: readonly SelectedStore[],
  question: PeriodQuestion,
  now: Date,
): Promise<PeriodSource> {
  const ids = selection.map((store) => store.storeId)
  const merchantsOf = new Map(selection.map((store) => [store.storeId, store.merchants]))
  const stores = (await readSelectedStores(tx, ids)).map((store) => ({
    ...store,
    merchants: merchantsOf.get(store.storeId) ?? null,
  }))
  return { stores, plan: planPeriod(stores, question, now), closings: closingsOf(stores) }
}

/** The same source without the compared periods. */
export const onlyPeriod = (source: PeriodSource): PeriodSource =>
  ofRanges(source, (range) => range.shift === 0)

/**
 * Reads many stores as two halves on two connections, so that two processors work. Stores split more
 * evenly than statements do.
 */
export async function inHalves<T>(
  { tx, parallel, runBoth }: Snapshot,
  source: PeriodSource,
  read: (tx: Transaction<Cell>, part: PeriodSource) => Promise<T>,
): Promise<readonly T[]> {
  if (!parallel) return [await read(tx, source)]
  const first = new Set(source.stores.slice(0, source.stores.length / 2).map((store) => store.storeId))
  return runBoth(
    (one) =>
      read(
        one,
        ofRanges(source, ({ storeId }) => first.has(storeId)),
      ),
    (other) =>
      read(
        other,
        ofRanges(source, ({ storeId }) => !first.has(storeId)),
      ),
  )
}

const ofRanges = (source: PeriodSource, counts: (range: StoreRange) => boolean): PeriodSource => ({
  ...source,
  plan: { ...source.plan, ranges: source.plan.ranges.filter(counts) },
})

/** Compared periods with an order in any of the rows; a mean leaves out empty ones. */
export const comparedPeriods = (totals: readonly StoreTotals[]): number =>
  new Set(totals.flatMap((row) => (row.shift > 0 && row.measures.received > 0 ? [row.shift] : []))).size
