import type { Transaction } from 'kysely'
import type { Snapshot } from '../../db/snapshot.ts'
import type { Cell } from '../../db/tables.ts'
import type { Closing } from './closings.rules.ts'
import { usualWeights } from './day-pieces.rules.ts'
import type { CancelledHour, CancelledLimits } from './figure-rows.ts'
import type { ItemLimits, ItemsOfDays } from './chosen-items.rules.ts'
import { readItemsOfDays } from './items-of-days.ts'
import type { DayPlan } from './plan-day.rules.ts'
import { readSalesBefore, type SalesBefore } from './sales-before.ts'
import { readDistrictsOfDay, readSalesOfDay, type DistrictOfDay, type SalesOfDay } from './sales-of-days.ts'

export interface DayFigures<T> {
  readonly sales: SalesOfDay
  readonly before: SalesBefore
  readonly items: ItemsOfDays
  readonly districts: readonly DistrictOfDay[]
  readonly beside: T
}

interface DaySource {
  readonly plan: DayPlan
  readonly closings: ReadonlyMap<string, Closing>
  readonly limits: CancelledLimits
  /** Only where the stores are a part of those asked. */
  readonly items?: ItemLimits | undefined
}

/**
 * Everything the daily report sums: the day, the days it is compared with, its items and districts. Each
 * store's day is cut at its own local minute. `beside` runs on the connection that has read the day's
 * sales and gets the hours with the most cancellations.
 */
export async function readDayFigures<T>(
  { runBoth }: Snapshot,
  { plan, closings, limits, items: itemLimits }: DaySource,
  beside: (tx: Transaction<Cell>, cancelledHours: readonly CancelledHour[]) => Promise<T>,
): Promise<DayFigures<T>> {
  const districtsOnce = memoize((tx) => readDistrictsOfDay(tx, plan))
  const [theDay, itsPast] = await runBoth(
    async (tx) => {
      const sales = await readSalesOfDay(tx, plan, closings, limits)
      return { sales, beside: await beside(tx, sales.cancelledHours), districts: await districtsOnce(tx) }
    },
    async (tx) => {
      const before = await readSalesBefore(tx, plan, closings)
      const items = await readItemsOfDays(tx, plan.storeDays, {
        closings,
        usualWeights: usualWeights(plan.storeDays, before.usual),
        limits: itemLimits,
      })
      await districtsOnce(tx)
      return { before, items }
    },
  )
  return { ...theDay, ...itsPast }
}

/** Only the sums of the day and of the days it is compared with, on one connection. */
export async function readDaySums(
  tx: Transaction<Cell>,
  { plan, closings, limits }: DaySource,
): Promise<Pick<DayFigures<unknown>, 'sales' | 'before'>> {
  return {
    sales: await readSalesOfDay(tx, plan, closings, limits),
    before: await readSalesBefore(tx, plan, closings),
  }
}

/** Whichever connection gets here first runs the query; the other one reuses the result. */
function memoize<T>(read: (tx: Transaction<Cell>) => Promise<T>): (tx: Transaction<Cell>) => Promise<T> {
  let begun: Promise<T> | null = null
  return async (tx) => (begun ??= read(tx))
}
