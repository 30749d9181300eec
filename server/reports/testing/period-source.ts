import type { Transaction } from 'kysely'
import type { SelectedStore } from '../../../contract/shared/selection.ts'
import type { Cell } from '../../db/tables.ts'
import type { PeriodSource } from '../figures/period-source.ts'
import { planPeriod, type PeriodQuestion } from '../figures/plan-period.rules.ts'
import { closingsOf, readSelectedStores } from '../figures/selected-stores.ts'

/** What a period report of one cell begins with. */
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
