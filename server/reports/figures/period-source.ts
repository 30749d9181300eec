import type { Transaction } from 'kysely'
import type { SelectedStore } from '../../../contract/shared/selection.ts'
import type { Snapshot } from '../../db/snapshot.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Closing } from './closings.rules.ts'
import { planPeriod, type PeriodPlan, type PeriodQuestion, type StoreRange } from './plan-period.rules.ts'
import { closingsOf, readSelectedStores, type SelectedStoreFacts } from './selected-stores.ts'
import type { StoreClock } from './compared-days.rules.ts'
import { allHours, piecesOf, type PeriodPieces } from './pieces.rules.ts'
import type { TotalsRow } from './period-totals.ts'

type AskedStore = SelectedStoreFacts & StoreClock

/** What every report of a period settles first: the stores, their days, and where these are read. */
export interface PeriodSource {
  readonly stores: readonly AskedStore[]
  readonly plan: PeriodPlan
  readonly closings: ReadonlyMap<string, Closing>
}

export async function readPeriodSource(
  tx: Transaction<DB>,
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

/** For what is kept by day and month, with every filter. */
export const dayPieces = ({ plan, closings }: PeriodSource): PeriodPieces =>
  piecesOf(plan.ranges, closings, plan.hourBits)

/** For what is kept by the hour of closed days as well: the filters apply to what was read. */
export const hourPieces = ({ plan, closings }: PeriodSource): PeriodPieces =>
  piecesOf(plan.ranges, closings, allHours)

/** The same source without what the period is compared with. */
export const onlyPeriod = (source: PeriodSource): PeriodSource =>
  ofRanges(source, (range) => range.shift === 0)

/**
 * Rows that add up, of many stores read as two halves side by side: each statement of one keeps one
 * processor busy, and stores are more alike than statements are.
 */
export async function inHalves<T>(
  { tx, wide, both }: Snapshot,
  source: PeriodSource,
  read: (tx: Transaction<DB>, part: PeriodSource) => Promise<T>,
): Promise<readonly T[]> {
  if (!wide) return [await read(tx, source)]
  const first = new Set(source.stores.slice(0, source.stores.length / 2).map((store) => store.storeId))
  return both(
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

/** Compared periods in which any of the rows has an order: a mean counts no empty past. */
export const comparedPeriods = (totals: readonly TotalsRow[]): number =>
  new Set(totals.flatMap((row) => (row.shift > 0 && row.measures.received > 0 ? [row.shift] : []))).size
