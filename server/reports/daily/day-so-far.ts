import type { Transaction } from 'kysely'
import type { DaySoFar } from '../../../contract/home/home.ts'
import { noMeasures } from '../../../contract/reports/metrics/measures.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import type { Cell } from '../../db/tables.ts'
import { readDaySums } from '../figures/figures.ts'
import { planDay } from '../figures/plan-day.rules.ts'
import { closingsOf, readSelectedStores } from '../figures/selected-stores.ts'
import { daysWithOrders } from './daily-report.ts'
import { hoursOfDay, meanOf } from './daily-report.rules.ts'
import { troubleLimits } from './day-problems.rules.ts'

/**
 * The running day of the stores beside the mean of the last four same weekdays up to the same minute: the figures of
 * the daily report with that comparison, in three statements. Null without a store.
 */
export async function readDaySoFar(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<DaySoFar | null> {
  if (storeIds.length === 0) return null
  const selected = await readSelectedStores(tx, storeIds)
  const plan = planDay(
    selected.map((store) => ({ ...store, merchants: null })),
    { day: null, comparison: 'mean-of-four-same-weekdays' },
    now,
  )
  const { sales, before } = await readDaySums(tx, {
    plan,
    closings: closingsOf(selected),
    limits: troubleLimits,
  })
  const usualDays = daysWithOrders(sales)
  const current = new Map(sales.stores.map((row) => [row.storeId, row.measures]))
  const usual = new Map(before.compared.map((row) => [row.storeId, row.measures]))
  const stores = selected.map(({ storeId }) => ({
    storeId,
    netCents: netCents(current.get(storeId) ?? noMeasures),
    usualNetCents: netCents(meanOf(usual.get(storeId) ?? noMeasures, usualDays)),
  }))
  return {
    day: plan.day,
    timezone: plan.timezone,
    netCents: stores.reduce((sum, store) => sum + store.netCents, 0),
    usualNetCents: stores.reduce((sum, store) => sum + store.usualNetCents, 0),
    usualDays,
    hours: hoursOfDay(sales.hours, plan.firstHour, plan.futureHours, Math.max(1, usualDays)).map((row) => ({
      hour: row.hour,
      netCents: row.current.netCents,
      usualNetCents: row.compared.netCents,
      future: row.future,
    })),
    stores,
  }
}
