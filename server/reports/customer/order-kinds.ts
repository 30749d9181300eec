import { sql, type Transaction } from 'kysely'
import type { CustomerReport } from '../../../contract/report-customer.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Closing } from '../closing/read-closings.ts'
import type { PeriodPlan } from '../plan-period.rules.ts'

export interface OrderKinds {
  readonly orders: CustomerReport['orders']
  readonly compared: CustomerReport['orders']
  readonly comparedEmpty: boolean
}

/** INTERIM */
export async function readOrderKinds(
  tx: Transaction<DB>,
  plan: PeriodPlan,
  _closings: ReadonlyMap<string, Closing>,
): Promise<OrderKinds> {
  const result = await sql<{
    shift: number
    received: number
    new: number
    returning: number
    frequent: number
    unidentified: number
  }>`
    select r.shift > 0 as shift, sum(h.received) as received, sum(h.new_customers) as new, sum(h.returning_customers) as returning,
      sum(h.frequent_customers) as frequent, sum(h.unidentified_customers) as unidentified
    from jsonb_to_recordset(${JSON.stringify(plan.ranges)}::jsonb) as r ("storeId" uuid, "from" date, "to" date, shift integer)
      join sales_hours h on h.store_id = r."storeId" and h.business_day >= r."from" and h.business_day <= r."to"
    group by 1`.execute(tx)
  const of = (shift: boolean) => {
    const row = result.rows.find((r) => (r.shift as unknown as boolean) === shift)
    return {
      new: row?.new ?? 0,
      returning: row?.returning ?? 0,
      frequent: row?.frequent ?? 0,
      unidentified: row?.unidentified ?? 0,
    }
  }
  return {
    orders: of(false),
    compared: of(true),
    comparedEmpty: !result.rows.some((r) => r.shift as unknown as boolean),
  }
}
