import { sql, type Transaction } from 'kysely'
import { executePrepared } from '../../../db/connections/pool.ts'
import type { Cell } from '../../../db/tables.ts'
import type { FigureSource } from '../figure-source.ts'
import type { StoreTotals } from '../figure-rows.ts'
import { anyFigure, measureColumns, measureSumList, signedMeasures } from '../measure-columns.ts'
import { measuresOf, readTotals } from './period-totals.ts'
import { endsOfHours } from '../pieces.rules.ts'
import { hasLiveDays, liveDays, rowsUpToHour } from '../pieces-sql.ts'
import { countedWeekday, unionAll } from '../selection-sql.ts'
import { allHours } from '../store-clock.rules.ts'

/** Every measure by store. With all hours each channel and type has a row of its own. */
export async function readStoreTotals(
  tx: Transaction<Cell>,
  source: FigureSource,
): Promise<readonly StoreTotals[]> {
  return source.plan.hourBits === allHours ? readTotals(tx, source) : readStoreHours(tx, source)
}

/**
 * One row per store for chosen hours. A closed day keeps what all channels had sold by the end of each hour, so some
 * hours of it are two rows instead of one for each hour, channel and type.
 */
async function readStoreHours(
  tx: Transaction<Cell>,
  { plan, closings }: FigureSource,
): Promise<readonly StoreTotals[]> {
  const { ends, rest } = endsOfHours(plan.ranges, closings, plan.hourBits)
  const rows = await executePrepared(
    tx,
    sql<{ packed: [shift: number, storeId: string, sums: number[]][] }>`
    select coalesce(json_agg(json_build_array(shift, store_id, sums)), '[]') as packed from (
      select shift, store_id, ${measureSumList} as sums
      from (${unionAll([
        ends.length > 0 &&
          sql`
            select p.shift, t.store_id, ${signedMeasures}
            from ${rowsUpToHour(ends)} where ${countedWeekday(plan, 't')}`,
        (hasLiveDays(rest) || ends.length === 0) &&
          sql`select shift, store_id, ${measureColumns} from (${liveDays(plan, rest)}) live`,
      ])}) every
      group by 1, 2 having ${anyFigure}) x`,
  )
  return (rows[0]?.packed ?? []).map(([shift, storeId, sums]) => ({
    shift,
    storeId,
    measures: measuresOf(sums),
  }))
}
