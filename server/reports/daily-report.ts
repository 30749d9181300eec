import type { Transaction } from 'kysely'
import { netCents, noMeasures, validOrders } from '../../contract/metrics.ts'
import type { DailyReport, readDailyReport as readDailyReportRoute } from '../../contract/reports.ts'
import type { Reply } from '../../contract/route.ts'
import { addDays } from '../../contract/day.ts'
import { inStores } from '../db/scope.ts'
import type { DB } from '../db/tables.generated.ts'
import type { Call } from '../http/serve.ts'
import { hoursState } from '../stores/stores.ts'
import { readClosings, type Closing } from './closing/read-closings.ts'
import { planDay, type DayPlan } from './compared-days.rules.ts'
import { daySentence, districtRows, hoursOfDay, meanOf, peakHourOf, sumOf } from './daily-report.rules.ts'
import { usualWeights } from './day-pieces.rules.ts'
import { dayProblems, troubleLimits } from './day-problems.rules.ts'
import { readItemsOfDays } from './items-of-days.ts'
import { readOrdersInTrouble } from './orders-in-trouble.ts'
import { readSalesOfDays, type SalesOfDays } from './sales-of-days.ts'
import { readSelectedStores, type SelectedStoreFacts } from './selected-stores.ts'

/** The day of the selected stores: five statements, whatever the number of stores. */
export async function readDailyReport(
  call: Pick<Call<typeof readDailyReportRoute>, 'deps' | 'stores' | 'query' | 'now'>,
): Promise<Reply<typeof readDailyReportRoute>> {
  const { deps, stores, query, now } = call
  const ids = stores.map((store) => store.storeId)
  const merchantsOf = new Map(stores.map((store) => [store.storeId, store.merchants]))
  return inStores(
    deps.db,
    ids,
    async (tx) => {
      const facts = await readSelectedStores(tx, ids)
      const closings = await readClosings(tx, ids)
      const plan = planDay(
        facts.map((store) => ({ ...store, merchants: merchantsOf.get(store.storeId) ?? null })),
        { ...query, day: query.day ?? null },
        now,
      )
      const sales = await readSalesOfDays(tx, plan, closings)
      return assemble(tx, { facts, plan, sales, closings, comparison: query.comparison, now })
    },
    { oneMoment: true },
  )
}

interface Parts {
  readonly facts: readonly SelectedStoreFacts[]
  readonly plan: DayPlan
  readonly sales: SalesOfDays
  readonly closings: ReadonlyMap<string, Closing>
  readonly comparison: DailyReport['comparison']['kind']
  readonly now: Date
}

async function assemble(tx: Transaction<DB>, parts: Parts): Promise<DailyReport> {
  const { facts, plan, sales, comparison, now } = parts
  const items = await readItemsOfDays(
    tx,
    plan.storeDays,
    parts.closings,
    usualWeights(plan.storeDays, sales.usual),
  )
  const comparedDays = daysWithOrders(sales)
  const divisor = Math.max(1, comparedDays)
  const stores = storeRows(parts, divisor)
  const trouble = await readOrdersInTrouble(tx, { plan, now, limits: troubleLimits, stores })
  const totals = sumOf(stores.map((store) => store.totals))
  const compared = meanOf(sumOf(sales.compared.map((row) => row.measures)), divisor)
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
      comparedDays: plan.comparedDays,
      comparedEmpty: comparedDays === 0,
      peakHour: peakHourOf(hours),
    }),
    totals,
    compared,
    ratings: addRatings(stores.map((store) => store.ratings)),
    comparedRatings: addRatings(sales.ratings.filter((row) => row.compared)),
    hours,
    week: weekOf(plan, sales, totals),
    channels: split(sales, (row) => row.platform).map(([platform, sum]) => ({ platform, totals: sum })),
    payments: sales.payments,
    types: split(sales, (row) => row.type).map(([type, sum]) => ({ type, totals: sum })),
    districts: districtRows(sales.districts, totals),
    bestItems: items.best,
    fallingItems: items.falling,
    problems: dayProblems(
      facts.map((store, index) => ({
        ...store,
        openByHours: hoursState(store.openingHours, now, store.timezone).open,
        totals: stores[index]?.totals ?? totals,
      })),
      trouble,
      plan.running,
      now,
    ),
    stores,
  }
}

function storeRows({ facts, sales }: Parts, divisor: number): DailyReport['stores'] {
  const now = new Map(sales.stores.map((row) => [row.storeId, row.measures]))
  const before = new Map(sales.compared.map((row) => [row.storeId, row.measures]))
  return facts.map(({ storeId, name, timezone }) => ({
    storeId,
    name,
    timezone,
    totals: now.get(storeId) ?? noMeasures,
    compared: meanOf(before.get(storeId) ?? noMeasures, divisor),
    ratings: addRatings(sales.ratings.filter((row) => !row.compared && row.storeId === storeId)),
  }))
}

function split<K extends string>(sales: SalesOfDays, keyOf: (row: SalesOfDays['kinds'][number]) => K) {
  return [...Map.groupBy(sales.kinds, keyOf)]
    .map(([key, rows]) => [key, sumOf(rows.map((row) => row.measures))] as const)
    .filter(([, sum]) => sum.received > 0)
}

/** Compared days on which any selected store received an order: a mean counts no empty past. */
function daysWithOrders({ hours }: SalesOfDays): number {
  return new Set(hours.flatMap((row) => (row.back > 0 && row.received > 0 ? [row.back] : []))).size
}

function weekOf(plan: DayPlan, { week }: SalesOfDays, totals: DailyReport['totals']): DailyReport['week'] {
  const days = [6, 5, 4, 3, 2, 1].map((back) => {
    const sold = week.find((day) => day.back === back)
    return { day: addDays(plan.day, -back), netCents: sold?.netCents ?? 0, orders: sold?.orders ?? 0 }
  })
  return [...days, { day: plan.day, netCents: netCents(totals), orders: validOrders(totals) }]
}

function addRatings(all: readonly DailyReport['ratings'][]): DailyReport['ratings'] {
  return all.reduce((sum, one) => ({ count: sum.count + one.count, sum: sum.sum + one.sum }), {
    count: 0,
    sum: 0,
  })
}
