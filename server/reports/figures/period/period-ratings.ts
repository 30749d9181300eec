import type { FigureSource } from '../figure-source.ts'
import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../../db/tables.ts'
import { allHours } from '../store-clock.rules.ts'
import type { RatingRow } from '../figure-rows.ts'
import { chosenMerchant, countedWeekday } from '../selection-sql.ts'
import { rowsOfPieces } from '../pieces-sql.ts'
import type { Piece } from '../pieces.rules.ts'

/**
 * Reviews by the day of their order. Compared days are never cut, because reviews arrive after the day.
 * Channel and hour come from the order that the review names. `offset 0` keeps the planner from joining, which
 * would begin at every order of the past: it takes a test of bits for rare.
 */
export async function readRatingRows(
  tx: Transaction<Cell>,
  { plan }: FigureSource,
  { byDay }: { readonly byDay: boolean },
): Promise<readonly RatingRow[]> {
  const pieces = plan.ranges
    .filter((range) => range.from <= range.to)
    .map(({ storeId, merchants, shift, from, to }): Piece => ({ storeId, merchants, shift, from, to }))
  const hourCounts =
    plan.hourBits === allHours ? sql`true` : sql`(${plan.hourBits}::integer >> o.hour) & 1 = 1`
  const anyOrder = plan.hourBits === allHours ? sql`p.merchants is null or` : sql``
  const { rows } = await sql<{ packed: [number, string, string, number, number][] }>`
    select coalesce(json_agg(json_build_array(shift, store_id, day, count, sum)), '[]') as packed from (
      select p.shift, t.store_id, ${byDay ? sql`t.business_day::text` : sql`''`} as day, count(*), sum(t.score)
      from ${rowsOfPieces(pieces, 'reviews')}
      where ${countedWeekday(plan, 't')}
        and (${anyOrder} exists (
          select from orders o
          where o.store_id = t.store_id and o.platform = t.source and o.external_id = t.order_external_id
            and ${chosenMerchant('o')} and ${hourCounts} offset 0))
      group by 1, 2, 3) x`.execute(tx)
  return (rows[0]?.packed ?? []).map(([shift, storeId, day, count, sum]) => ({
    shift,
    storeId,
    day,
    count,
    sum,
  }))
}
