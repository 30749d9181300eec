import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import { noMeasures, addMeasures, type Measures } from '../../../contract/reports/measures.ts'
import type { readStoreDays as readStoreDaysRoute, StoreDays } from '../../../contract/reports/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Call } from '../../calls/call.ts'
import { meanOf } from '../daily/daily-report.rules.ts'
import { factsOf, type PeriodPlan } from '../figures/plan-period.rules.ts'
import type { PeriodPieces } from '../figures/pieces.rules.ts'
import { dayPieces, readPeriodSource } from '../figures/period-source.ts'
import { chosenMerchant, countedWeekday, openDays, rowsOfPieces } from '../figures/pieces-sql.ts'
import { measuresOf } from '../figures/period-totals.ts'
import { countedDays } from '../sale/sale-series.rules.ts'
import { measureList, measureSums } from '../figures/measure-columns.ts'
import { openMinutesByDay } from './open-minutes.rules.ts'
import { addRatings, readRatings } from './period-ratings.ts'

type DaysCall = Pick<Call<typeof readStoreDaysRoute>, 'deps' | 'stores' | 'query' | 'now'>

export async function readStoreDays({ deps, stores, query, now }: DaysCall): Promise<StoreDays> {
  const ids = stores.map((store) => store.storeId)
  return withStoreScope(
    deps.db,
    ids,
    async (tx) => {
      const source = await readPeriodSource(tx, stores, query, now)
      const { plan } = source
      const rows = await readDayMeasures(tx, plan, dayPieces(source))
      const ratings = await readRatings(tx, plan, true)
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
      const open = source.stores.map((store) => openMinutesByDay(store, plan, now))
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
    },
    { oneMoment: true },
  )
}

interface DayMeasures {
  readonly shift: number
  readonly day: string
  readonly measures: Measures
}

async function readDayMeasures(
  tx: Transaction<DB>,
  plan: PeriodPlan,
  pieces: PeriodPieces,
): Promise<readonly DayMeasures[]> {
  const { rows } = await sql<{ packed: [shift: number, day: string, sums: number[]][] }>`
    select coalesce(json_agg(json_build_array(shift, business_day, ${measureList})), '[]') as packed from (
      select p.shift, t.business_day, ${measureSums}
      from ${rowsOfPieces(pieces.days, 'sales_days')}
      where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
      group by 1, 2
      union all
      select shift, business_day, ${measureSums}
      from (${openDays(plan, pieces)}) open
      group by 1, 2) x`.execute(tx)
  return (rows[0]?.packed ?? []).map(([shift, day, sums]) => ({ shift, day, measures: measuresOf(sums) }))
}
