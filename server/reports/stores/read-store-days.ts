import { addRatings } from '../figures/figure-rows.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { noMeasures, addMeasures, type Measures } from '../../../contract/reports/metrics/measures.ts'
import type { readStoreDays as readStoreDaysRoute, StoreDays } from '../../../contract/reports/stores.ts'
import type { Call } from '../../calls/call.ts'
import { meanOf } from '../daily/daily-report.rules.ts'
import { factsOf, planPeriod } from '../figures/plan-period.rules.ts'
import { readParts } from '../figures/period-source.ts'
import { countedDays } from '../sale/sale-series.rules.ts'
import { openMinutesByDay } from './open-minutes.rules.ts'
import { readDayMeasures, readRatingRows } from '../figures/figures.ts'

type DaysCall = Pick<Call<typeof readStoreDaysRoute>, 'deps' | 'stores' | 'query' | 'now'>

export async function readStoreDays({ deps, stores, query, now }: DaysCall): Promise<StoreDays> {
  const read = await readParts(deps.cells, stores, async (tx, { stores: all, closings, only }) => {
    const source = { plan: only(planPeriod(all, query, now)), closings }
    return {
      rows: await readDayMeasures(tx, source),
      ratings: await readRatingRows(tx, source, { byDay: true }),
    }
  })
  const plan = planPeriod(read.stores, query, now)
  const rows = read.parts.flatMap((part) => part.rows)
  const ratings = read.parts.flatMap((part) => part.ratings)
  const divisor = new Set(
    rows.flatMap((row) => (row.shift > 0 && row.measures.received > 0 ? [row.shift] : [])),
  ).size
  const byDay = new Map<string, { now: Measures; before: Measures }>()
  for (const day of countedDays(plan)) byDay.set(day, { now: noMeasures, before: noMeasures })
  for (const { shift, day, measures } of rows) {
    const at = addDays(day, shift)
    const sums = byDay.get(at) ?? { now: noMeasures, before: noMeasures }
    byDay.set(
      at,
      shift === 0
        ? { ...sums, now: addMeasures(sums.now, measures) }
        : { ...sums, before: addMeasures(sums.before, measures) },
    )
  }
  const open = read.stores.map((store) => openMinutesByDay(store, plan, now))
  const rated = (day: string, compared: boolean) =>
    addRatings(ratings.filter((row) => addDays(row.day, row.shift) === day && row.shift > 0 === compared))
  return {
    period: factsOf(plan, divisor === 0, now),
    days: [...byDay]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, { now: totals, before }]) => ({
        day,
        totals,
        compared: meanOf(before, divisor),
        ratings: rated(day, false),
        comparedRatings: rated(day, true),
        openMinutes: open.every((minutes) => minutes === null)
          ? null
          : open.reduce((sum, minutes) => sum + (minutes?.(day) ?? 0), 0),
      })),
  }
}
