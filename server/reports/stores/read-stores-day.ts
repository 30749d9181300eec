import type { GroupDay, StoreOfGroupDay } from '../../../contract/groups/group-day.ts'
import type { Comparison } from '../../../contract/reports/daily.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import { timezoneOfSelection } from '../../../contract/shared/day.ts'
import type { Deps } from '../../deps.ts'
import { meanOf, sumOf } from '../daily/daily-report.rules.ts'
import { addRatings } from '../figures/figure-rows.ts'
import { readHourLines, readRatingRows, readTotals } from '../figures/figures.ts'
import { comparedPeriods, readParts } from '../figures/period-source.ts'
import {
  factsOf,
  planPeriod,
  uncut,
  type PeriodPlan,
  type PeriodQuestion,
} from '../figures/plan-period.rules.ts'
import { runningDay, type StoreClock } from '../figures/store-clock.rules.ts'
import { measuresOf, usualOf } from './read-stores-report.ts'
import { hoursOfStores } from './store-hours.rules.ts'

export interface DayOfStores {
  readonly day: string | undefined
  readonly comparison: Comparison
  readonly comparedDay: string | undefined
}

type StoresDay = Omit<GroupDay, 'group' | 'page' | 'otherStores'>

/** One day of at least one store: the sum, each store beside its own compared day, and orders by store and hour. */
export async function readStoresDay(
  { deps, now }: { readonly deps: Pick<Deps, 'cells'>; readonly now: Date },
  storeIds: readonly string[],
  asked: DayOfStores,
): Promise<StoresDay> {
  const selection = storeIds.map((storeId) => ({ storeId, merchants: null }))
  const plansOf = (stores: readonly StoreClock[]) => {
    const timezone = timezoneOfSelection(stores.map((store) => store.timezone))
    const labelled = stores.find((store) => store.timezone === timezone)
    const day = asked.day ?? (labelled ? runningDay(labelled, now) : undefined)
    const question = questionOf(day, asked)
    return {
      plan: planPeriod(stores, question, now),
      before: planPeriod(stores, { ...question, comparison: 'mean-of-four' }, now),
    }
  }
  const read = await readParts(deps.cells, selection, async (tx, { stores: all, closings, only }) => {
    const { plan, before } = plansOf(all)
    return {
      all: await readTotals(tx, { plan: only(plan), closings }),
      ratings: await readRatingRows(tx, { plan: only(plan), closings }, { byDay: false }),
      lines: await readHourLines(tx, { plan: wholeDays(only(before)), closings }, { by: 'store', storeIds }, [
        'orders',
      ]),
    }
  })
  const { plan } = plansOf(read.stores)
  const totals = read.parts.flatMap((part) => part.all)
  const ratings = read.parts.flatMap((part) => part.ratings)
  const divisor = comparedPeriods(totals)
  const lines = read.parts.flatMap((part) => part.lines)
  const hours = hoursOfStores(read.stores, plan.to, lines, now)
  const rows = read.stores.map((store): StoreOfGroupDay => {
    const own = totals.filter((row) => row.storeId === store.storeId)
    const compared = usualOf(own, plan.shifts)
    return {
      storeId: store.storeId,
      name: store.name,
      timezone: store.timezone,
      totals: measuresOf(own, false),
      ratings: addRatings(ratings.filter((row) => row.storeId === store.storeId && row.shift === 0)),
      compared: compared && { orders: compared.orders, netCents: compared.netCents, days: compared.periods },
      hours: hours.get(store.storeId) ?? [],
    }
  })
  return {
    ...factsOfDay(plan, asked.comparison, divisor === 0, now),
    totals: sumOf(rows.map((row) => row.totals)),
    compared: meanOf(measuresOf(totals, true), divisor),
    stores: rows.toSorted((a, b) => netCents(b.totals) - netCents(a.totals) || (a.name < b.name ? -1 : 1)),
  }
}

const periodComparison = {
  'same-weekday-last-week': 'same-weekdays',
  yesterday: 'previous-period',
  'mean-of-four-same-weekdays': 'mean-of-four',
  'last-year': 'last-year',
  custom: 'custom',
} as const satisfies Record<Comparison, PeriodQuestion['comparison']>

const questionOf = (day: string | undefined, { comparison, comparedDay }: DayOfStores): PeriodQuestion => ({
  from: day,
  to: day,
  comparison: periodComparison[comparison],
  comparedFrom: comparison === 'custom' ? comparedDay : undefined,
})

/** Usual hours are whole, so that the rest of a running day is visible ahead. */
const wholeDays = (plan: PeriodPlan): PeriodPlan => ({
  ...plan,
  ranges: plan.ranges.map((range) => ({ ...range, ...uncut })),
})

function factsOfDay(plan: PeriodPlan, kind: Comparison, empty: boolean, now: Date) {
  const facts = factsOf(plan, empty, now)
  return {
    day: facts.to,
    timezone: facts.timezone,
    generatedAt: facts.generatedAt,
    running: facts.running,
    comparison: { kind, days: facts.comparison.ranges.map(({ to }) => to), cutAt: facts.cutAt, empty },
  }
}
