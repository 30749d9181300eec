import { sql, type Transaction } from 'kysely'
import type { DailyReport } from '../../contract/reports.ts'
import type { DB } from '../db/tables.generated.ts'
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
 * A product of a store is its key; across stores equal names are one product, since two menus may
 * use the same code for different things.
 */
export async function readItemsOfDays(
  tx: Transaction<DB>,
  storeDays: readonly StoreDay[],
  usualWeights: ReadonlyMap<string, number>,
): Promise<ItemsOfDays> {
  const days = storeDays
    .filter((day) => day.back === 0 || day.usual)
    .map(({ storeId, merchants, day, back }) => ({
      storeId,
      merchants,
      day,
      now: back === 0 ? 1 : 0,
      usual: back === 0 ? 0 : (usualWeights.get(storeId) ?? 0),
    }))
  const result = await sql<{ answer: ItemsOfDays }>`
    with sold as materialized (
      -- The name of the day itself, if it was sold on it.
      select coalesce(max(t.name) filter (where d.now = 1), max(t.name)) as name,
        sum(t.quantity_milli * d.now) as quantity, sum(t.cents * d.now) as cents, sum(t.quantity_milli * d.usual) as usual
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("storeId" uuid, merchants jsonb, day date,
          now integer, usual float8)
        cross join lateral (
          select t.store_id, t.product_key, t.name, t.quantity_milli, t.cents from product_days t
          where t.store_id = d."storeId" and t.business_day = d.day
            and (d.merchants is null or d.merchants ? t.merchant_id) offset 0) t
      group by t.store_id, t.product_key
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
