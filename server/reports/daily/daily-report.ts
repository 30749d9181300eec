import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import { noMeasures } from '../../../contract/reports/metrics/measures.ts'
import type { DailyReport, readDailyReport as readDailyReportRoute } from '../../../contract/reports/daily.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { followingMoves } from '../../db/moved.ts'
import { withStoreScope } from '../../db/scope.ts'
import { withSnapshot } from '../../db/snapshot.ts'
import type { StoresOfCell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import { hoursState } from '../../stores/stores.ts'
import { planDay, type DayPlan } from '../figures/plan-day.rules.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { daySentence, districtRows, hoursOfDay, meanOf, peakHourOf, sumOf } from './daily-report.rules.ts'
import { dayProblems, troubleLimits } from './day-problems.rules.ts'
import { mergeDay } from './merge-day.rules.ts'
import { readOrdersInTrouble, type OrdersInTrouble } from './orders-in-trouble.ts'
import {
  closingsOf,
  inOrderOfNames,
  planByIndex,
  readSelectedStores,
  type StoreDetails,
} from '../figures/selected-stores.ts'
import { everyItem, readDayFigures, type DayFigures } from '../figures/figures.ts'

/**
 * The day of the selected stores: six statements, whatever the number of stores. Of stores in several cells each cell
 * answers for its own, at moments that may differ by what the reading takes.
 */
export async function readDailyReport(
  call: Pick<Call<typeof readDailyReportRoute>, 'deps' | 'stores' | 'query' | 'now'>,
): Promise<Reply<typeof readDailyReportRoute>> {
  const { deps, stores, query, now } = call
  const ids = stores.map((store) => store.storeId)
  const merchantsOf = new Map(stores.map((store) => [store.storeId, store.merchants]))
  const planOf = (selected: readonly StoreDetails[]): DayPlan =>
    planDay(
      selected.map((store) => ({ ...store, merchants: merchantsOf.get(store.storeId) ?? null })),
      { ...query, day: query.day ?? null },
      now,
    )
  const { whole, cells } = await followingMoves(deps.cells, async () => {
    const parts = await deps.cells.parts(ids)
    const whole = parts.length === 1 ? null : planOf(await readAllSelected(parts))
    const reading = parts.map((part) =>
      withSnapshot(part.cell, part.storeIds, { prepareSecond: planByIndex }, async (moment) => {
        const selected = await readSelectedStores(moment.tx, part.storeIds)
        const plan = whole ? partOf(whole, part.storeIds) : planOf(selected)
        const limits = whole ? { ...troubleLimits, acceptWithinMs: 0 } : troubleLimits
        const figures = await readDayFigures(
          moment,
          { plan, closings: closingsOf(selected), limits, items: whole ? everyItem : undefined },
          (tx, cancelledHours) => readOrdersInTrouble(tx, { plan, now, limits, cancelledHours }),
        )
        return { selected, plan, figures }
      }),
    )
    return { whole, cells: await Promise.all(reading) }
  })
  const [first, ...others] = cells
  if (!first) throw new Error('at least one cell')
  const { beside: trouble, ...figures } = mergeDay(
    [first.figures, ...others.map((cell) => cell.figures)],
    troubleLimits,
    now,
  )
  const selected = inOrderOfNames(cells.map((cell) => cell.selected))
  return assemble({
    selected,
    plan: whole ?? first.plan,
    ...figures,
    trouble,
    comparison: query.comparison,
    now,
  })
}

/** Read before the figures, because the days of each store follow from the selection as a whole. */
async function readAllSelected(parts: readonly StoresOfCell[]): Promise<readonly StoreDetails[]> {
  const selected = await Promise.all(
    parts.map(({ cell, storeIds }) =>
      withStoreScope(cell, storeIds, (tx) => readSelectedStores(tx, storeIds), { reads: true }),
    ),
  )
  return inOrderOfNames(selected)
}

const partOf = (plan: DayPlan, storeIds: readonly string[]): DayPlan => ({
  ...plan,
  storeDays: plan.storeDays.filter(({ storeId }) => storeIds.includes(storeId)),
})

interface Parts extends Omit<DayFigures<OrdersInTrouble>, 'beside'> {
  readonly selected: readonly StoreDetails[]
  readonly plan: DayPlan
  readonly trouble: OrdersInTrouble
  readonly comparison: DailyReport['comparison']['kind']
  readonly now: Date
}

function assemble(parts: Parts): DailyReport {
  const { selected, plan, sales, before, trouble, items, districts, comparison, now } = parts
  const comparedDays = daysWithOrders(sales)
  const divisor = Math.max(1, comparedDays)
  const stores = storeRows(parts, divisor)
  const totals = sumOf(stores.map((store) => store.totals))
  const compared = meanOf(sumOf(before.compared.map((row) => row.measures)), divisor)
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
      today: localParts(now, plan.timezone).day,
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
    week: weekOf(plan, before, totals),
    channels: split(sales, (row) => row.platform).map(([platform, sum]) => ({ platform, totals: sum })),
    payments: sales.payments,
    types: split(sales, (row) => row.type).map(([type, sum]) => ({ type, totals: sum })),
    districts: districtRows(districts, totals),
    bestItems: items.best,
    fallingItems: items.falling,
    problems: dayProblems(
      selected.map((store, index) => ({
        ...store,
        openByHours: hoursState({ week: store.openingHours, special: store.specialDays }, now, store.timezone)
          .open,
        totals: stores[index]?.totals ?? totals,
      })),
      trouble,
      plan.running,
      now,
    ),
    stores,
  }
}

function storeRows({ selected, sales, before }: Parts, divisor: number): DailyReport['stores'] {
  const now = new Map(sales.stores.map((row) => [row.storeId, row.measures]))
  const compared = new Map(before.compared.map((row) => [row.storeId, row.measures]))
  return selected.map(({ storeId, name, timezone }) => ({
    storeId,
    name,
    timezone,
    totals: now.get(storeId) ?? noMeasures,
    compared: meanOf(compared.get(storeId) ?? noMeasures, divisor),
    ratings: addRatings(sales.ratings.filter((row) => !row.compared && row.storeId === storeId)),
  }))
}

function split<K extends string>(
  sales: DayFigures<unknown>['sales'],
  keyOf: (row: DayFigures<unknown>['sales']['kinds'][number]) => K,
) {
  return [...Map.groupBy(sales.kinds, keyOf)]
    .map(([key, rows]) => [key, sumOf(rows.map((row) => row.measures))] as const)
    .filter(([, sum]) => sum.received > 0 || sum.refundCents + sum.refundedFeesCents > 0)
}

/** Compared days with an order in any selected store; a mean leaves out the others. */
export function daysWithOrders({ hours }: Pick<DayFigures<unknown>['sales'], 'hours'>): number {
  return new Set(hours.flatMap((row) => (row.back > 0 && row.received > 0 ? [row.back] : []))).size
}

function weekOf(
  plan: DayPlan,
  { week }: DayFigures<unknown>['before'],
  totals: DailyReport['totals'],
): DailyReport['week'] {
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
