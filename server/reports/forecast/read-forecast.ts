import { sql, type Transaction } from 'kysely'
import { netSql } from '../../../contract/reports/measures.ts'
import { addDays, localParts, timezoneOfSelection } from '../../../contract/shared/day.ts'
import type { readForecast as readForecastRoute } from '../../../contract/reports/forecast.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Call } from '../../calls/call.ts'
import { elapsedOf, partOfStoreDay, runningDay, type StoreClock } from '../figures/compared-days.rules.ts'
import { readSelectedStores } from '../figures/selected-stores.ts'
import { backTest, beatsBaseline, expectedOf, nextDays, restOfDay } from './forecast.rules.ts'

/** Eight weeks are tested, each day from nine weeks of weekdays, a level of two and a week ahead. */
const daysRead = 56 + 63 + 14 + 7
const sameWeekdays = [7, 14, 21, 28]

/** The forecast of the selection as one shop: what chance does to one store, others even out. */
export async function readForecast(
  call: Call<typeof readForecastRoute>,
): Promise<Reply<typeof readForecastRoute>> {
  const { deps, stores, now } = call
  const ids = stores.map((store) => store.storeId)
  const merchantsOf = new Map(stores.map((store) => [store.storeId, store.merchants]))
  return withStoreScope(deps.db, ids, async (tx) => {
    const clocks: readonly StoreClock[] = (await readSelectedStores(tx, ids)).map((store) => ({
      ...store,
      merchants: merchantsOf.get(store.storeId) ?? null,
    }))
    const timezone = timezoneOfSelection(clocks.map((clock) => clock.timezone))
    const labelled = clocks.find((clock) => clock.timezone === timezone)
    const day = labelled ? runningDay(labelled, now) : localParts(now, timezone).day
    const last = addDays(day, -1)
    const { sales, soldCents } = await netOfDays(tx, clocks, { day, now })
    const test = backTest(sales, last)
    const reply = {
      generatedAt: now.toISOString(),
      timezone,
      day,
      backTest: test
        ? { days: test.days, errorShare: test.errorShare, baselineShare: test.baselineShare }
        : null,
    }
    if (!beatsBaseline(test)) return { ...reply, shown: null }
    const hours = await netOfHours(tx, clocks, now)
    const usual = hours.reduce((sum, hour) => sum + hour.usualCents, 0)
    const before = hours.reduce((sum, hour) => sum + hour.usualBeforeCents, 0)
    const rest = restOfDay(
      expectedOf(sales, last, day),
      { soldCents, shareByNow: usual > 0 ? before / usual : 0 },
      test,
    )
    return {
      ...reply,
      shown: {
        soldCents,
        rest,
        hours: spread(rest.netCents, hours),
        days: [...nextDays(sales, last, test)],
      },
    }
  })
}

/** Net sales by day, and what each store has sold in its own running day: around dawn these are not all `day`. */
async function netOfDays(
  tx: Transaction<DB>,
  clocks: readonly StoreClock[],
  { day, now }: { readonly day: string; readonly now: Date },
): Promise<{ readonly sales: ReadonlyMap<string, number>; readonly soldCents: number }> {
  const asked = clocks.map((clock) => ({ ...clock, today: runningDay(clock, now) }))
  const { rows } = await sql<{ day: string; net: string; running: string | null }>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as s ("storeId" uuid, merchants jsonb, today date))
    select d.business_day as day, sum(${sql.raw(netSql('d'))}) as net,
      sum(${sql.raw(netSql('d'))}) filter (where d.business_day = s.today) as running
    from asked s
      join sales_days d on d.store_id = s."storeId"
        and d.business_day > ${addDays(day, -daysRead)}::date and d.business_day <= ${addDays(day, 1)}::date
    where s.merchants is null or s.merchants ? d.merchant_id
    group by 1`.execute(tx)
  return {
    sales: new Map(rows.map((row) => [row.day, Number(row.net)])),
    soldCents: rows.reduce((sum, row) => sum + Number(row.running ?? 0), 0),
  }
}

interface UsualHour {
  readonly hour: number
  readonly usualCents: number
  /** Of it, what lay before this minute: whole hours, and the running one by its minutes. */
  readonly usualBeforeCents: number
}

/** What the four same weekdays before sold by local hour, and how much of it lay before this minute. */
async function netOfHours(
  tx: Transaction<DB>,
  clocks: readonly StoreClock[],
  now: Date,
): Promise<readonly UsualHour[]> {
  const days = clocks.flatMap((clock) => {
    const today = runningDay(clock, now)
    const elapsed = elapsedOf(clock, today, now)
    return sameWeekdays.map((back) => ({
      storeId: clock.storeId,
      merchants: clock.merchants,
      day: addDays(today, -back),
      minute: elapsed % 60,
      ...partOfStoreDay(clock, addDays(today, -back), elapsed),
    }))
  })
  const { rows } = await sql<{ hour: number; usual: string; before: string }>`
    with days as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("storeId" uuid, merchants jsonb,
        day date, minute integer, "wholeHours" integer, "cutHours" integer))
    select hour, sum(net) as usual, sum(net * part) as before from (
      select h.hour, ${sql.raw(netSql('h'))} as net,
        case when (d."wholeHours" >> h.hour) & 1 = 1 then 1
          when (d."cutHours" >> h.hour) & 1 = 1 then d.minute / 60.0 else 0 end as part
      from days d join sales_hours h on h.store_id = d."storeId" and h.business_day = d.day
      where d.merchants is null or d.merchants ? h.merchant_id) x
    group by hour order by hour`.execute(tx)
  return rows.map((row) => ({
    hour: row.hour,
    usualCents: Number(row.usual),
    usualBeforeCents: Number(row.before),
  }))
}

/** The rest over the hours as the same weekdays had it; whole centavos that add up to it. */
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
