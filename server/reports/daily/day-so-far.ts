import type { Transaction } from 'kysely'
import type { DaySoFar } from '../../../contract/home/home.ts'
import { defaultComparison } from '../../../contract/reports/choices.ts'
import { noMeasures } from '../../../contract/reports/metrics/measures.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import type { Cell } from '../../db/tables.ts'
import { readDaySums, type DayFigures } from '../figures/figures.ts'
import { planDay, type DayPlan } from '../figures/plan-day.rules.ts'
import {
  closingsOf,
  inOrderOfNames,
  readSelectedStores,
  type StoreDetails,
} from '../figures/selected-stores.ts'
import { daysWithOrders } from './daily-report.ts'
import { hoursOfDay, meanOf } from './daily-report.rules.ts'
import { troubleLimits } from './day-problems.rules.ts'

interface SumsSoFar {
  readonly selected: readonly StoreDetails[]
  readonly hours: DayFigures<unknown>['sales']['hours']
  readonly current: DayFigures<unknown>['sales']['stores']
  readonly compared: DayFigures<unknown>['before']['compared']
}

/** Of stores of one cell, in three statements. Null without a store. */
export async function readSoFar(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<SumsSoFar | null> {
  if (storeIds.length === 0) return null
  const selected = await readSelectedStores(tx, storeIds)
  const { sales, before } = await readDaySums(tx, {
    plan: planSoFar(selected, now),
    closings: closingsOf(selected),
    limits: troubleLimits,
  })
  return { selected, hours: sales.hours, current: sales.stores, compared: before.compared }
}

const planSoFar = (selected: readonly StoreDetails[], now: Date): DayPlan =>
  planDay(
    selected.map((store) => ({ ...store, merchants: null })),
    { day: null, comparison: defaultComparison },
    now,
  )

/**
 * The running day of the stores beside the compared day up to the same minute: the figures of the daily report as it opens.
 * Null without a store.
 */
export function daySoFar(cells: readonly SumsSoFar[], now: Date): DaySoFar | null {
  if (cells.length === 0) return null
  const selected = inOrderOfNames(cells.map((cell) => cell.selected))
  const plan = planSoFar(selected, now)
  const hours = cells.flatMap((cell) => cell.hours)
  const comparedDays = daysWithOrders({ hours })
  const current = new Map(cells.flatMap((cell) => cell.current).map((row) => [row.storeId, row.measures]))
  const compared = new Map(cells.flatMap((cell) => cell.compared).map((row) => [row.storeId, row.measures]))
  const stores = selected.map(({ storeId }) => ({
    storeId,
    netCents: netCents(current.get(storeId) ?? noMeasures),
    comparedNetCents: netCents(meanOf(compared.get(storeId) ?? noMeasures, comparedDays)),
  }))
  return {
    day: plan.day,
    timezone: plan.timezone,
    netCents: stores.reduce((sum, store) => sum + store.netCents, 0),
    comparedNetCents: stores.reduce((sum, store) => sum + store.comparedNetCents, 0),
    comparedDays,
    hours: hoursOfDay(hours, plan.firstHour, plan.futureHours, Math.max(1, comparedDays)).map((row) => ({
      hour: row.hour,
      netCents: row.current.netCents,
      comparedNetCents: row.compared.netCents,
      future: row.future,
    })),
    stores,
  }
}
