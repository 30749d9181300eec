import { sql, type Transaction } from 'kysely'
import { addDays } from '../../contract/day.ts'
import type { DailyReport } from '../../contract/reports.ts'
import type { DB } from '../db/tables.generated.ts'
import { isClosed, type Closing } from './closing/read-closings.ts'
import type { StoreDay } from './compared-days.rules.ts'

export type ItemRow = DailyReport['bestItems'][number]

export interface ItemsOfDays {
  readonly best: ItemRow[]
  readonly falling: ItemRow[]
}

const bestCount = 10
const fallingCount = 5
/** Below this the usual quantity is too small to speak of a fall: three pieces. */
const fallingFromMilli = 3_000
/** Fallen: less than this share of the usual. */
const fallenShare = 0.7

/**
 * Best-selling items of the day and those that fell behind the mean of the four same weekdays
 * before. Quantities are not kept by hour, so while the day runs the usual quantity of a store is
 * scaled by the share of its usual orders that come before the cut (`usualWeights`, by store:
 * that share divided by the number of days with orders).
 *
 * Products are told apart by their names, since two menus may use the same code for different things.
 * What is usual for the running day is kept under the names that are sold now (migration 0017).
 */
export async function readItemsOfDays(
  tx: Transaction<DB>,
  storeDays: readonly StoreDay[],
  closings: ReadonlyMap<string, Closing>,
  usualWeights: ReadonlyMap<string, number>,
): Promise<ItemsOfDays> {
  const today = storeDays.filter((day) => day.back === 0)
  const kept: DayOfStore[] = []
  const live = today.map((day) => ({ ...keyOf(day), now: 1, usual: 0 }))
  const usualDays = Map.groupBy(
    storeDays.filter((day) => day.usual),
    (day) => day.storeId,
  )
  for (const day of today) {
    const usual = usualWeights.get(day.storeId) ?? 0
    const days = usualDays.get(day.storeId) ?? []
    if (usual === 0) continue
    const closing = closings.get(day.storeId)
    const isNext = closing?.through === addDays(day.day, -1)
    if (isNext && days.every((each) => isClosed(closing, each.day)))
      kept.push({ ...keyOf(day), now: 0, usual })
    else live.push(...days.map((each) => ({ ...keyOf(each), now: 0, usual })))
  }
  const result = await sql<{ answer: ItemsOfDays }>`/* kept */
    with sold as materialized (
      select name, sum(quantity) as quantity, sum(cents) as cents, sum(usual) as usual
      from (
        select t.name, t.quantity_milli * d.now as quantity, t.cents * d.now as cents, t.quantity_milli * d.usual as usual
        from ${daysTable(live)}
          cross join lateral (
            select * from product_days t
            where t.store_id = d."storeId" and t.business_day = d.day
              and (d.merchants is null or d.merchants ? t.merchant_id) offset 0) t
        union all
        select t.name, 0, 0, d.usual * case when d.merchants is null then t.quantity_milli else (
          select coalesce(sum(quantity::integer), 0) from jsonb_each_text(t.by_merchant) as m (merchant, quantity)
          where d.merchants ? merchant) end
        from ${daysTable(kept)}
          cross join lateral (
            select * from usual_products t where t.store_id = d."storeId" and t.business_day = d.day offset 0) t) every
      group by name
    ),
    items as materialized (
      select min(name) as name, sum(quantity) as "quantityMilli", sum(cents) as cents,
        round(sum(usual))::bigint as "usualQuantityMilli"
      from sold group by lower(name)
    )
    select jsonb_build_object(
      'best', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select * from items where "quantityMilli" > 0
        order by "quantityMilli" desc, cents desc, name limit ${bestCount}) x),
      'falling', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select * from items
        where "usualQuantityMilli" >= ${fallingFromMilli} and "quantityMilli" < "usualQuantityMilli" * ${fallenShare}::float8
        order by "usualQuantityMilli" - "quantityMilli" desc, name limit ${fallingCount}) x)
    ) as answer`.execute(tx)
  return result.rows[0]?.answer ?? { best: [], falling: [] }
}

interface DayOfStore {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly day: string
  readonly now: number
  readonly usual: number
}

const keyOf = ({ storeId, merchants, day }: StoreDay) => ({ storeId, merchants, day })

const daysTable = (days: readonly DayOfStore[]) => sql`
  jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("storeId" uuid, merchants jsonb, day date,
    now integer, usual float8)`
