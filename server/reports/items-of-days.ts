import { sql, type Transaction } from 'kysely'
import type { DailyReport } from '../../contract/reports.ts'
import type { DB } from '../db/tables.generated.ts'
import type { StoreDay } from './compared-days.rules.ts'
import { chosenChannel, daysTable } from './sales-of-days.ts'

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
 * A product of a store is its key; across stores equal names are one product, since two menus may
 * use the same code for different things.
 */
export async function readItemsOfDays(
  tx: Transaction<DB>,
  storeDays: readonly StoreDay[],
  usualWeights: ReadonlyMap<string, number>,
): Promise<ItemsOfDays> {
  const days = storeDays.filter((day) => day.back === 0 || day.usual)
  const weights = JSON.stringify(Object.fromEntries(usualWeights))
  const result = await sql<{ answer: ItemsOfDays }>`
    with days as materialized (${daysTable(days)}),
    by_store as (
      select p.store_id, (array_agg(p.name order by p.business_day desc))[1] as name,
        coalesce(sum(p.quantity_milli) filter (where d.back = 0), 0) as quantity,
        coalesce(sum(p.cents) filter (where d.back = 0), 0) as cents,
        coalesce(sum(p.quantity_milli) filter (where d.usual), 0)
          * coalesce((${weights}::jsonb ->> p.store_id::text)::float8, 0) as usual
      from days d
        join product_days p on p.store_id = d."storeId" and p.business_day = d.day
      where ${chosenChannel('p')}
      group by p.store_id, p.product_key
    ),
    items as materialized (
      select min(name) as name, sum(quantity) as "quantityMilli", sum(cents) as cents,
        round(sum(usual))::bigint as "usualQuantityMilli"
      from by_store group by lower(name)
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
