import type { Transaction } from 'kysely'
import type { SelectedStore } from '../../../contract/shared/selection.ts'
import { readEachCell } from '../../db/many-stores.ts'
import type { Snapshot } from '../../db/snapshot.ts'
import type { Cell, Cells } from '../../db/tables.ts'
import type { Reading } from '../frame/reading.ts'
import type { Closing } from './closings.rules.ts'
import type { PeriodPlan, StoreRange } from './plan-period.rules.ts'
import { closingsOf, inOrderOfNames, readSelectedStores, type StoreDetails } from './selected-stores.ts'
import type { StoreClock } from './store-clock.rules.ts'
import type { StoreTotals } from './figure-rows.ts'

type SourceStore = StoreDetails & StoreClock

/** What every period report determines first: its stores, their days, and the tables to read them from. */
export interface PeriodSource {
  readonly stores: readonly SourceStore[]
  readonly plan: PeriodPlan
  readonly closings: ReadonlyMap<string, Closing>
}

/** The stores of one cell, to read what a plan over all of them asks for. */
export interface StoresInPart {
  /** All that were asked for, also of other cells, sorted by name: they decide the plan. */
  readonly stores: readonly SourceStore[]
  readonly closings: ReadonlyMap<string, Closing>
  /** What the plan asks of this cell's stores. */
  readonly only: (plan: PeriodPlan) => PeriodPlan
}

/** Reads in each cell of the stores, in one cell at one moment. Of several, the stores are read before the figures. */
export async function readParts<T>(
  cells: Cells,
  selection: readonly SelectedStore[],
  read: (tx: Transaction<Cell>, part: StoresInPart) => Promise<T>,
): Promise<{ readonly stores: readonly SourceStore[]; readonly parts: readonly [T, ...T[]] }> {
  const ids = selection.map((store) => store.storeId)
  const merchantsOf = new Map(selection.map((store) => [store.storeId, store.merchants]))
  const selectedIn = async (tx: Transaction<Cell>, storeIds: readonly string[]) => {
    const stores = await readSelectedStores(tx, storeIds)
    return stores.map((store) => ({ ...store, merchants: merchantsOf.get(store.storeId) ?? null }))
  }
  const isOne = (await cells.parts(ids)).length === 1
  const known = isOne ? [] : inOrderOfNames(await readEachCell(cells, ids, selectedIn))
  const parts = await readEachCell(
    cells,
    ids,
    async (tx, here) => {
      // Again in several cells: it also sets how the figures' statements are planned.
      const own = await selectedIn(tx, here)
      const stores = isOne ? own : known
      const only = (plan: PeriodPlan): PeriodPlan =>
        isOne ? plan : { ...plan, ranges: plan.ranges.filter(({ storeId }) => here.includes(storeId)) }
      return { stores, figures: await read(tx, { stores, closings: closingsOf(own), only }) }
    },
    { oneMoment: true },
  )
  const [first, ...others] = parts
  return { stores: first.stores, parts: [first.figures, ...others.map(({ figures }) => figures)] }
}

/** The same source without the compared periods. */
export const onlyPeriod = (source: PeriodSource): PeriodSource =>
  ofRanges(source, (range) => range.shift === 0)

/**
 * Reads many stores as two halves on two connections, so that two processors work. Stores split more
 * evenly than statements do. Of several cells each reads its own stores.
 */
export async function inHalves<T>(
  { each }: Pick<Reading, 'each'>,
  source: PeriodSource,
  read: (tx: Transaction<Cell>, part: PeriodSource) => Promise<T>,
): Promise<readonly T[]> {
  const answers = await each((_tx, cell) => {
    const own = { ...source, stores: cell.own(source.stores), plan: cell.part(source.plan) }
    return halvesOf(cell, own, read)
  })
  return answers.flat()
}

async function halvesOf<T>(
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
