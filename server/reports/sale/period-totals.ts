import { sql, type RawBuilder, type Transaction } from 'kysely'
import { noMeasures } from '../../../contract/metrics.ts'
import type { OrderType } from '../../../contract/order-states.ts'
import type { Measures } from '../../../contract/reports.ts'
import type { Platform } from '../../../contract/stores.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { PeriodPieces } from './period-pieces.rules.ts'
import { chosenMerchant, countedWeekday, openRows, piecesTable, type Weekdays } from './pieces-sql.ts'
import { measureColumns, measureNames, measureSums } from './wide-columns.ts'

/** Every measure of a store's channel and type in the period (shift 0) or one it is compared with. */
export interface TotalsRow {
  readonly shift: number
  readonly storeId: string
  readonly platform: Platform
  readonly type: OrderType
  readonly measures: Measures
}

export type PackedTotals = [
  shift: number,
  storeId: string,
  platform: Platform,
  type: OrderType,
  ...sums: number[],
][]

export async function readTotals(
  tx: Transaction<DB>,
  plan: Weekdays,
  pieces: PeriodPieces,
): Promise<readonly TotalsRow[]> {
  const { rows } = await sql<{ packed: PackedTotals }>`select (${totalsSql(plan, pieces)}) as packed`.execute(
    tx,
  )
  return totalsOf(rows[0]?.packed ?? [])
}

/** A scalar query that answers PackedTotals; `open`: rows of what is not closed. */
export const totalsSql = (
  plan: Weekdays,
  pieces: PeriodPieces,
  open: RawBuilder<unknown> = openRows(plan, pieces),
): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_array(shift, store_id, platform, type, ${measureColumns})), '[]')
  from (
    select p.shift, t.store_id, t.platform, t.type, ${measureSums}
    from (${piecesTable(pieces.months)}) p
      join sales_months t on t.store_id = p.store_id and t.month >= p."from" and t.month <= p."to"
    where ${chosenMerchant('t')}
    group by 1, 2, 3, 4
    union all
    select p.shift, t.store_id, t.platform, t.type, ${measureSums}
    from (${piecesTable(pieces.days)}) p
      join sales_days t on t.store_id = p.store_id and t.business_day >= p."from" and t.business_day <= p."to"
    where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
    group by 1, 2, 3, 4
    union all
    select shift, store_id, platform, type, ${measureSums}
    from (${open}) open
    group by 1, 2, 3, 4) x`

export function totalsOf(packed: PackedTotals): readonly TotalsRow[] {
  const found = new Map<string, TotalsRow>()
  for (const [shift, storeId, platform, type, ...sums] of packed) {
    const key = `${shift} ${storeId} ${platform} ${type}`
    const before = found.get(key)?.measures ?? noMeasures
    const measures = { ...before }
    for (const [index, name] of measureNames.entries()) measures[name] += sums[index] ?? 0
    found.set(key, { shift, storeId, platform, type, measures })
  }
  return [...found.values()]
}
