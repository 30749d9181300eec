import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../../db/tables.ts'
import { measureList, measureSums } from '../measure-columns.ts'
import { piecesOfSource, type FigureSource } from '../figure-source.ts'
import { measuresOf } from './period-totals.ts'
import type { DayMeasures } from '../figure-rows.ts'
import { chosenMerchant, countedWeekday } from '../selection-sql.ts'
import { rowsOfPieces, liveDays } from '../pieces-sql.ts'

/** Every measure by day, all stores together. */
export async function readDayMeasures(
  tx: Transaction<Cell>,
  source: FigureSource,
): Promise<readonly DayMeasures[]> {
  const { plan } = source
  const pieces = piecesOfSource(source)
  const { rows } = await sql<{ packed: [shift: number, day: string, sums: number[]][] }>`
    select coalesce(json_agg(json_build_array(shift, business_day, ${measureList})), '[]') as packed from (
      select p.shift, t.business_day, ${measureSums}
      from ${rowsOfPieces(pieces.days, 'sales_days')}
      where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
      group by 1, 2
      union all
      select shift, business_day, ${measureSums}
      from (${liveDays(plan, pieces)}) live
      group by 1, 2) x`.execute(tx)
  return (rows[0]?.packed ?? []).map(([shift, day, sums]) => ({ shift, day, measures: measuresOf(sums) }))
}
