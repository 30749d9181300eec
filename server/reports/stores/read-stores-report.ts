import { addRatings } from '../figures/figure-rows.ts'
import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import { noMeasures, addMeasures, type Measures } from '../../../contract/reports/metrics/measures.ts'
import type {
  readStoresReport as readStoresReportRoute,
  StoresReport,
  StoresReportRow,
} from '../../../contract/reports/stores.ts'
import type { Call } from '../../calls/call.ts'
import { meanOf, sumOf } from '../daily/daily-report.rules.ts'
import { factsOf, planPeriod, type PeriodPlan } from '../figures/plan-period.rules.ts'
import { comparedPeriods, readParts } from '../figures/period-source.ts'
import type { StoreClock } from '../figures/store-clock.rules.ts'
import { openMinutes } from './open-minutes.rules.ts'
import type { StoreTotals } from '../figures/figure-rows.ts'
import { readRatingRows, readStoreTotals } from '../figures/figures.ts'

type StoresCall = Pick<Call<typeof readStoresReportRoute>, 'deps' | 'stores' | 'query' | 'now'>

export async function readStoresReport({ deps, stores, query, now }: StoresCall): Promise<StoresReport> {
  const plansOf = (asked: readonly StoreClock[]) => ({
    plan: planPeriod(asked, query, now),
    before: planPeriod(asked, { ...query, comparison: 'mean-of-four' }, now),
  })
  const read = await readParts(deps.cells, stores, async (tx, { stores: asked, closings, only }) => {
    const { plan, before } = plansOf(asked)
    return {
      all: await readStoreTotals(tx, { plan: only(withRanges(plan, before)), closings }),
      ratings: await readRatingRows(tx, { plan: only(plan), closings }, { byDay: false }),
    }
  })
  const { plan, before } = plansOf(read.stores)
  const all = read.parts.flatMap((part) => part.all)
  const ratings = read.parts.flatMap((part) => part.ratings)
  const totals = all.filter((row) => row.shift === 0 || plan.shifts.includes(row.shift))
  const divisor = comparedPeriods(totals)
  const rated = (storeId: string, compared: boolean) =>
    addRatings(ratings.filter((row) => row.storeId === storeId && row.shift > 0 === compared))
  const rows = read.stores.map((store): StoresReportRow => {
    const own = totals.filter((row) => row.storeId === store.storeId)
    const now0 = measuresOf(own, false)
    const then = measuresOf(own, true)
    return {
      storeId: store.storeId,
      name: store.name,
      timezone: store.timezone,
      totals: now0,
      compared: meanOf(then, divisor),
      ratings: rated(store.storeId, false),
      comparedRatings: rated(store.storeId, true),
      openMinutes: openMinutes(store, plan, now),
      share: null,
      comparable: now0.received > 0 && then.received > 0,
      usual: usualOf(
        all.filter((row) => row.storeId === store.storeId),
        before.shifts,
      ),
    }
  })
  return assemble(rows, { divisor, totals, period: factsOf(plan, divisor === 0, now) })
}

/** Ranges of both plans, without duplicates. */
function withRanges(plan: PeriodPlan, more: PeriodPlan): PeriodPlan {
  const read = new Set([0, ...plan.shifts])
  return { ...plan, ranges: [...plan.ranges, ...more.ranges.filter((range) => !read.has(range.shift))] }
}

export const measuresOf = (rows: readonly StoreTotals[], compared: boolean): Measures =>
  rows
    .filter((row) => row.shift > 0 === compared)
    .reduce((all, row) => addMeasures(all, row.measures), noMeasures)

/** Mean of the previous periods with orders. */
export function usualOf(rows: readonly StoreTotals[], shifts: readonly number[]): StoresReportRow['usual'] {
  const before = rows.filter((row) => shifts.includes(row.shift))
  const periods = comparedPeriods(before)
  if (periods === 0) return null
  const sum = measuresOf(before, true)
  return {
    orders: Math.round(validOrders(sum) / periods),
    netCents: Math.round(netCents(sum) / periods),
    periods,
  }
}

interface Parts {
  readonly divisor: number
  readonly totals: readonly StoreTotals[]
  readonly period: StoresReport['period']
}

function assemble(rows: readonly StoresReportRow[], { divisor, totals, period }: Parts): StoresReport {
  const whole = sumOf(rows.map((row) => row.totals))
  const net = netCents(whole)
  const base = rows.filter((row) => row.comparable)
  const baseIds = new Set(base.map((row) => row.storeId))
  const open = rows.flatMap((row) => (row.openMinutes === null ? [] : [row.openMinutes]))
  return {
    period,
    rows: rows.map((row) => ({ ...row, share: net > 0 ? netCents(row.totals) / net : null })),
    totals: {
      totals: whole,
      compared: meanOf(measuresOf(totals, true), divisor),
      ratings: addRatings(rows.map((row) => row.ratings)),
      comparedRatings: addRatings(rows.map((row) => row.comparedRatings)),
      openMinutes: open.length > 0 ? open.reduce((sum, minutes) => sum + minutes, 0) : null,
    },
    comparable: {
      stores: base.length,
      totals: sumOf(base.map((row) => row.totals)),
      compared: meanOf(
        measuresOf(
          totals.filter((row) => baseIds.has(row.storeId)),
          true,
        ),
        divisor,
      ),
    },
  }
}
