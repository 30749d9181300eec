import { sql, type Transaction } from 'kysely'
import { netSql, soldSql } from '../../../contract/reports/metrics/measures.ts'
import { addDays, localParts, timezoneOfSelection } from '../../../contract/shared/day.ts'
import type { readForecast as readForecastRoute } from '../../../contract/reports/forecast.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import {
  allHours,
  elapsedOf,
  partOfStoreDay,
  runningDay,
  type StoreClock,
} from '../figures/store-clock.rules.ts'
import { readDayLines, readTotals } from '../figures/figures.ts'
import { uncut, type StoreRange } from '../figures/plan-period.rules.ts'
import { withReading, type Reading } from '../frame/reading.ts'
import type { StoreDetails } from '../figures/selected-stores.ts'
import { everyWeekday, groupStores } from '../figures/selection-sql.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import { backTest, beatsBaseline, expectedOf, nextDays, pastOf, restOfDay } from './forecast.rules.ts'

/** Eight weeks to test, each with nine weeks of weekdays, two weeks for the level, and a week ahead. */
const daysRead = 56 + 63 + 14 + 7
const sameWeekdays = [7, 14, 21, 28]

type ForecastStore = StoreDetails & StoreClock

/** Forecasts the selection as one shop, since random variation of single stores evens out. */
export async function readForecast(
  call: Call<typeof readForecastRoute>,
): Promise<Reply<typeof readForecastRoute>> {
  const { deps, stores, now } = call
  return withReading(deps.cells, stores, {}, async (reading) => {
    const clocks: readonly ForecastStore[] = reading.stores
    const timezone = timezoneOfSelection(clocks.map((clock) => clock.timezone))
    const labelled = clocks.find((clock) => clock.timezone === timezone)
    const day = labelled ? runningDay(labelled, now) : localParts(now, timezone).day
    const last = addDays(day, -1)
    const { sales, soldCents } = await netOfDays(reading, clocks, { day, now })
    const past = pastOf(sales, last)
    const test = backTest(past)
    const reply = {
      generatedAt: now.toISOString(),
      timezone,
      day,
      backTest: test
        ? { days: test.days, errorShare: test.errorShare, baselineShare: test.baselineShare }
        : null,
    }
    if (!beatsBaseline(test)) return { ...reply, shown: null }
    const hours = addHours(await reading.each((tx, { own }) => netOfHours(tx, own(clocks), now)))
    const usual = hours.reduce((sum, hour) => sum + hour.usualCents, 0)
    const before = hours.reduce((sum, hour) => sum + hour.usualBeforeCents, 0)
    const rest = restOfDay(
      expectedOf(past, day),
      { soldCents, shareByNow: usual > 0 ? before / usual : 0 },
      test,
    )
    return {
      ...reply,
      shown: {
        soldCents,
        rest,
        hours: spread(rest.netCents, hours),
        days: [...nextDays(past, test)],
      },
    }
  })
}

/** Net sales by day, and each store's sales in its own running day, which around dawn may not be `day`. */
async function netOfDays(
  { each, closings }: Reading,
  clocks: readonly ForecastStore[],
  { day, now }: { readonly day: string; readonly now: Date },
): Promise<{ readonly sales: ReadonlyMap<string, number>; readonly soldCents: number }> {
  const from = addDays(day, 1 - daysRead)
  // Near midnight a store east of the selection's zone is a day ahead.
  const past = everyHour(clocks.map((clock) => rangeOf(clock, from, addDays(day, 1))))
  const lines = await each((tx, { part }) => readDayLines(tx, { plan: part(past), closings }, { by: 'none' }))
  const sales = new Map<string, number>()
  for (const line of lines.flat())
    if (line.received > 0) sales.set(line.day, (sales.get(line.day) ?? 0) + line.net)
  const todays = clocks.map((clock) => {
    const today = runningDay(clock, now)
    return rangeOf(clock, today, today)
  })
  const rows = await each((tx, { part }) => readTotals(tx, { plan: part(everyHour(todays)), closings }))
  return { sales, soldCents: rows.flat().reduce((sum, row) => sum + netCents(row.measures), 0) }
}

const rangeOf = ({ storeId, timezone, merchants }: StoreClock, from: string, to: string): StoreRange => ({
  ...uncut,
  storeId,
  timezone,
  merchants,
  shift: 0,
  from,
  to,
})

const everyHour = (ranges: readonly StoreRange[]) => ({ ...everyWeekday, ranges, hourBits: allHours })

/** The minutes of an hour of the day `d` that are before this one: whole numbers, which add up exactly over cells. */
const passed = (row: 'h' | 'o') =>
  sql.raw(`case when (d."wholeHours" >> ${row}.hour) & 1 = 1 then 60
  when (d."cutHours" >> ${row}.hour) & 1 = 1 then d.minute else 0 end`)

interface UsualHour {
  readonly hour: number
  readonly usualCents: number
  /** The share before this minute: whole hours, the running one by its minutes, and the scheduled orders known by then. */
  readonly usualBeforeCents: number
}

/** Sales of the four same weekdays before by local hour, and the share before this minute. */
async function netOfHours(
  tx: Transaction<Cell>,
  clocks: readonly StoreClock[],
  now: Date,
): Promise<readonly HourOfCell[]> {
  const days = clocks.flatMap((clock) => {
    const today = runningDay(clock, now)
    const elapsed = elapsedOf(clock, today, now)
    return sameWeekdays.map((back) => ({
      storeId: clock.storeId,
      merchants: clock.merchants,
      timezone: clock.timezone,
      day: addDays(today, -back),
      minute: elapsed % 60,
      ...partOfStoreDay(clock, addDays(today, -back), elapsed),
    }))
  })
  const { rows } = await sql<{ hour: number; usual: string; before: string }>`
    with days as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(groupStores(days))}::jsonb) as d (stores uuid[], merchants jsonb,
        timezone text, day date, minute integer, "wholeHours" integer, "cutHours" integer, cut timestamp))
    select hour, sum(net) as usual, sum(before) as before from (
      select h.hour, ${sql.raw(netSql('h'))} as net, ${sql.raw(netSql('h'))} * ${passed('h')} as before
      from days d
        -- An index scan for each day and group of stores: the planner may not turn it into a join of all rows.
        cross join lateral (
          select * from sales_hours h where h.store_id = any (d.stores) and h.business_day = d.day offset 0) h
      where d.merchants is null or d.merchants ? h.merchant_id
      union all
      -- What was known before this minute for the rest of the day.
      select o.hour, 0, ${sql.raw(soldSql('o'))} * (60 - ${passed('o')})
      from days d
        cross join lateral (
          select * from orders o
          where o.timing = 'SCHEDULED' and o.store_id = any (d.stores) and o.business_day = d.day
            and (o.created_at at time zone d.timezone) < d.cut and counts_as_sale(o) offset 0) o
      where d.merchants is null or d.merchants ? o.merchant_id) x
    group by hour order by hour`.execute(tx)
  return rows.map((row) => ({ hour: row.hour, usual: Number(row.usual), beforeMinutes: Number(row.before) }))
}

interface HourOfCell {
  readonly hour: number
  readonly usual: number
  /** Centavos times the minutes of their hour that are before this one. */
  readonly beforeMinutes: number
}

const addHours = (cells: readonly (readonly HourOfCell[])[]): readonly UsualHour[] =>
  [...Map.groupBy(cells.flat(), ({ hour }) => hour)]
    .map(([hour, rows]) => ({
      hour,
      usualCents: rows.reduce((sum, { usual }) => sum + usual, 0),
      usualBeforeCents: rows.reduce((sum, { beforeMinutes }) => sum + beforeMinutes, 0) / 60,
    }))
    .toSorted((a, b) => a.hour - b.hour)

/** Distributes the rest over the hours like the same weekdays, in whole centavos that sum to it. */
function spread(cents: number, hours: readonly UsualHour[]): { hour: number; netCents: number }[] {
  const ahead = hours
    .map(({ hour, usualCents, usualBeforeCents }) => ({ hour, left: usualCents - usualBeforeCents }))
    .filter(({ left }) => left > 0)
  const whole = ahead.reduce((sum, { left }) => sum + left, 0)
  let given = 0
  let seen = 0
  return ahead.map(({ hour, left }) => {
    seen += left
    const upTo = Math.round((cents * seen) / whole)
    const own = upTo - given
    given = upTo
    return { hour, netCents: own }
  })
}
