import type { Transaction } from 'kysely'
import { noMeasures } from '../../contract/metrics.ts'
import type {
  DailyReport,
  Measures,
  readDailyReport as readDailyReportRoute,
} from '../../contract/reports.ts'
import type { Reply } from '../../contract/route.ts'
import { addDays } from '../../contract/day.ts'
import { inStores } from '../db/scope.ts'
import type { DB } from '../db/tables.generated.ts'
import type { Call } from '../http/serve.ts'
import { hoursState } from '../stores/stores.ts'
import { planDay, type DayPlan } from './compared-days.rules.ts'
import { daySentence, hoursOfDay, meanOf, peakHourOf, sumOf } from './daily-report.rules.ts'
import { dayProblems, troubleLimits } from './day-problems.rules.ts'
import { readItemsOfDays } from './items-of-days.ts'
import { readOrdersInTrouble } from './orders-in-trouble.ts'
import { readSalesOfDays, type SalesOfDays } from './sales-of-days.ts'
import { readSelectedStores, type SelectedStoreFacts } from './selected-stores.ts'

/** The day of the selected stores: four statements, whatever the number of stores. */
export async function readDailyReport(
  call: Pick<Call<typeof readDailyReportRoute>, 'deps' | 'stores' | 'query' | 'now'>,
): Promise<Reply<typeof readDailyReportRoute>> {
  const { deps, stores, query, now } = call
  const ids = stores.map((store) => store.storeId)
  const merchantsOf = new Map(stores.map((store) => [store.storeId, store.merchants]))
  return inStores(deps.db, ids, async (tx) => {
    const facts = await readSelectedStores(tx, ids)
    const plan = planDay(
      facts.map((store) => ({ ...store, merchants: merchantsOf.get(store.storeId) ?? null })),
      query.day ?? null,
      query.comparison,
      now,
    )
    const sales = await readSalesOfDays(tx, plan.storeDays)
    return assemble(tx, { facts, plan, sales, comparison: query.comparison, now })
  })
}

interface Parts {
  readonly facts: readonly SelectedStoreFacts[]
  readonly plan: DayPlan
  readonly sales: SalesOfDays
  readonly comparison: DailyReport['comparison']['kind']
  readonly now: Date
}

async function assemble(tx: Transaction<DB>, parts: Parts): Promise<DailyReport> {
  const { facts, plan, sales, comparison, now } = parts
  const items = await readItemsOfDays(tx, plan.storeDays, usualWeights(plan, sales))
  const trouble = await readOrdersInTrouble(tx, plan.storeDays, plan.running, now, troubleLimits)
  const comparedDays = daysWithOrders(plan, sales)
  const divisor = Math.max(1, comparedDays)
  const measuresOf = (compared: boolean, storeId: string): Measures =>
    onlyMeasures(
      sales.measures.find((row) => row.compared === compared && row.storeId === storeId) ?? noMeasures,
    )
  const ratingOf = (compared: boolean, storeId: string) => {
    const row = sales.ratings.find((rating) => rating.compared === compared && rating.storeId === storeId)
    return { count: row?.count ?? 0, sum: row?.sum ?? 0 }
  }
  const stores = facts.map(({ storeId, name, timezone }) => ({
    storeId,
    name,
    timezone,
    totals: measuresOf(false, storeId),
    compared: meanOf(measuresOf(true, storeId), divisor),
    ratings: ratingOf(false, storeId),
  }))
  const totals = sumOf(stores.map((store) => store.totals))
  const compared = meanOf(sumOf(facts.map((store) => measuresOf(true, store.storeId))), divisor)
  const hours = hoursOfDay(sales.hours, plan.firstHour, plan.futureHours, divisor)
  return {
    day: plan.day,
    timezone: plan.timezone,
    generatedAt: now.toISOString(),
    running: plan.running,
    comparison: {
      kind: comparison,
      days: [...plan.comparedDays],
      cutAt: plan.cutAt,
      empty: comparedDays === 0,
    },
    sentence: daySentence({
      day: plan.day,
      running: plan.running,
      notStarted: plan.notStarted,
      cutAt: plan.cutAt,
      totals,
      compared,
      comparison,
      comparedEmpty: comparedDays === 0,
      peakHour: peakHourOf(hours),
    }),
    totals,
    compared,
    ratings: addRatings(facts.map((store) => ratingOf(false, store.storeId))),
    comparedRatings: addRatings(facts.map((store) => ratingOf(true, store.storeId))),
    hours,
    week: weekOf(plan, sales),
    channels: sales.measures.flatMap((row) =>
      !row.compared && row.platform && row.received > 0
        ? [{ platform: row.platform, totals: onlyMeasures(row) }]
        : [],
    ),
    payments: sales.payments,
    types: sales.measures.flatMap((row) =>
      !row.compared && row.type && row.received > 0 ? [{ type: row.type, totals: onlyMeasures(row) }] : [],
    ),
    bestItems: items.best,
    fallingItems: items.falling,
    problems: dayProblems(
      facts.map((store) => ({
        ...store,
        openByHours: hoursState(store.openingHours, now, store.timezone).open,
        totals: measuresOf(false, store.storeId),
      })),
      trouble,
      plan.running,
      now,
    ),
    stores,
  }
}

/** Compared days on which any selected store received an order: a mean counts no empty past. */
function daysWithOrders(plan: DayPlan, sales: SalesOfDays): number {
  const backs = new Set(plan.storeDays.filter((day) => day.compared).map((day) => day.back))
  return new Set(sales.days.filter((day) => backs.has(day.back) && day.received > 0).map((day) => day.back))
    .size
}

/** By store: the share of its usual orders that come before the cut, divided by its usual days with orders. */
function usualWeights(plan: DayPlan, sales: SalesOfDays): ReadonlyMap<string, number> {
  const usual = new Set(plan.storeDays.filter((day) => day.usual).map((day) => day.back))
  const weights = new Map<string, number>()
  for (const storeId of new Set(plan.storeDays.map((day) => day.storeId))) {
    const days = sales.days.filter((day) => day.storeId === storeId && usual.has(day.back) && day.orders > 0)
    const orders = days.reduce((sum, day) => sum + day.orders, 0)
    const before = days.reduce((sum, day) => sum + day.ordersBeforeCut, 0)
    weights.set(storeId, orders > 0 ? before / orders / days.length : 0)
  }
  return weights
}

function weekOf(plan: DayPlan, sales: SalesOfDays): DailyReport['week'] {
  return Array.from({ length: 7 }, (_, index) => 6 - index).map((back) => {
    const days = sales.days.filter((day) => day.back === back)
    return {
      day: addDays(plan.day, -back),
      netCents: days.reduce((sum, day) => sum + day.netCents, 0),
      orders: days.reduce((sum, day) => sum + day.orders, 0),
    }
  })
}

function addRatings(all: readonly DailyReport['ratings'][]): DailyReport['ratings'] {
  return all.reduce((sum, one) => ({ count: sum.count + one.count, sum: sum.sum + one.sum }), {
    count: 0,
    sum: 0,
  })
}

function onlyMeasures(row: Measures): Measures {
  const measures = { ...noMeasures }
  for (const name of Object.keys(noMeasures) as (keyof Measures)[]) measures[name] = row[name]
  return measures
}
