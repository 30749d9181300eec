import { sql, type RawBuilder, type Transaction } from 'kysely'
import { executePrepared } from '../../../db/connections/pool.ts'
import { measureNames, noMeasures, type Measures } from '../../../../contract/reports/metrics/measures.ts'
import type { OrderType } from '../../../../contract/orders/kinds.ts'
import type { Platform } from '../../../../contract/shared/channels.ts'
import type { Cell } from '../../../db/tables.ts'
import { anyFigure, measureColumns, measureSumList, measureSums, signedMeasures } from '../measure-columns.ts'
import { piecesOfSource, type FigureSource } from '../figure-source.ts'
import type { TotalsRow } from '../figure-rows.ts'
import { chosenMerchant, type Weekdays, countedWeekday, unionAll } from '../selection-sql.ts'
import { rowsOfPieces, liveDays, hasLiveDays } from '../pieces-sql.ts'
import { type PeriodPieces, endsOf } from '../pieces.rules.ts'

type PackedTotals = [shift: number, storeId: string, platform: Platform, type: OrderType, sums: number[]][]

export async function readTotals(tx: Transaction<Cell>, source: FigureSource): Promise<readonly TotalsRow[]> {
  const rows = await executePrepared(
    tx,
    sql<{
      packed: PackedTotals
    }>` select (${totalsSql(source.plan, piecesOfSource(source))}) as packed`,
  )
  return (rows[0]?.packed ?? []).map(([shift, storeId, platform, type, sums]) => ({
    shift,
    storeId,
    platform,
    type,
    measures: measuresOf(sums),
  }))
}

/** A scalar query returning PackedTotals: one row per store, channel and type. */
function totalsSql(plan: Weekdays, pieces: PeriodPieces): RawBuilder<unknown> {
  const closed = pieces.days.length > 0 || !hasLiveDays(pieces)
  const parts = [
    plan.weekdays === null &&
      closed &&
      sql`
        select p.shift, t.store_id, t.platform, t.type, ${signedMeasures}
        from ${rowsOfPieces(endsOf(pieces.days), 'sales_through')}
        where ${chosenMerchant('t')}`,
    plan.weekdays !== null &&
      closed &&
      sql`
        select p.shift, t.store_id, t.platform, t.type, ${measureSums}
        from ${rowsOfPieces(pieces.days, 'sales_days')}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
        group by 1, 2, 3, 4`,
    hasLiveDays(pieces) &&
      sql`select shift, store_id, platform, type, ${measureColumns} from (${liveDays(plan, pieces)}) live`,
  ]
  return sql`
    select coalesce(json_agg(json_build_array(shift, store_id, platform, type, sums)), '[]') from (
      select shift, store_id, platform, type, ${measureSumList} as sums
      from (${unionAll(parts)}) every
      group by 1, 2, 3, 4 having ${anyFigure}) x`
}

/** From sums in the order of measureColumns. */
export function measuresOf(sums: readonly number[]): Measures {
  const measures = { ...noMeasures }
  for (const [index, name] of measureNames.entries()) measures[name] = sums[index] ?? 0
  return measures
}
