import { sql, type Transaction } from 'kysely'
import { addDays } from '../../contract/day.ts'
import type { DailyReport } from '../../contract/reports.ts'
import type { DB } from '../db/tables.generated.ts'
import { isClosed, type Closing } from './closing/read-closings.ts'
import type { StoreDay } from './compared-days.rules.ts'
import type { Piece } from './sale/period-pieces.rules.ts'
import { chosenMerchant, rowsOfPieces } from './sale/pieces-sql.ts'
import { joinedWhole } from './selected-stores.ts'

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
  const kept: Piece[] = []
  const live: Piece[] = []
  const usualDays = Map.groupBy(
    storeDays.filter((day) => day.usual),
    (day) => day.storeId,
  )
  for (const day of today) {
    const weight = usualWeights.get(day.storeId) ?? 0
    if (weight === 0) continue
    const days = usualDays.get(day.storeId) ?? []
    const closing = closings.get(day.storeId)
    const isNext = closing?.through === addDays(day.day, -1)
    if (isNext && days.every((each) => isClosed(closing, each.day))) kept.push(pieceOf(day))
    // Of a day that is over most stores have one weight: it goes with the days instead of being joined row by row.
    else live.push(...days.map((each) => ({ ...pieceOf(each), weight })))
  }
  const weights = [...usualWeights].map(([storeId, usual]) => ({ storeId, usual }))
  const statement = sql<{ answer: ItemsOfDays }>`/* kept */
    with weights as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) as w ("storeId" uuid, usual float8)),
    sold as materialized (
      select name, sum(quantity) as quantity, sum(cents) as cents, sum(usual) as usual
      from (
        select t.name, t.quantity_milli as quantity, t.cents, 0 as usual
        from ${rowsOfPieces(today.map(pieceOf), 'product_days')}
        where ${chosenMerchant('t')}
        union all
        select t.name, 0, 0, p.weight * t.quantity_milli
        from ${rowsOfPieces(live, 'product_days')}
        where ${chosenMerchant('t')}
        union all
        select t.name, 0, 0, w.usual * case when p.merchants is null then t.quantity_milli else (
          select coalesce(sum(quantity::integer), 0) from jsonb_each_text(t.by_merchant) as m (merchant, quantity)
          where p.merchants ? merchant) end
        from ${rowsOfPieces(kept, 'usual_products')} join weights w on w."storeId" = t.store_id) every
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
    ) as answer`
  const result = await joinedWhole(tx, () => statement.execute(tx))
  return result.rows[0]?.answer ?? { best: [], falling: [] }
}

const pieceOf = ({ storeId, merchants, day }: StoreDay): Piece => ({
  storeId,
  merchants,
  shift: 0,
  from: day,
  to: day,
})
