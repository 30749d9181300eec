import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { hoursOfDay } from '../../db/schema/line-measures.ts'
import { closedDaysOfMonth, monthOf } from './closed-days-of-month.ts'
import { anyFigure, daysOfMonth, turned, wideColumns } from './measure-columns.ts'

/**
 * Rebuilds the wide tables (a column for each hour, or each day of a month) from sales_hours and sales_days.
 * The running sums follow once the days count as closed (`write_sales_through`).
 */
export async function closeSales(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
): Promise<void> {
  const [first = ''] = days
  const ofDays = sql`store_id = ${storeId} and business_day = any (${days}::date[])`
  const month = monthOf(first)
  const ofMonth = sql`store_id = ${storeId} and month = ${month}`
  const daysOfThisMonth = closedDaysOfMonth(storeId, first)

  await sql`delete from sales_day_hours where ${ofDays}`.execute(tx)
  await sql`
    insert into sales_day_hours (store_id, business_day, platform, merchant_id, ${wideColumns(hoursOfDay)})
    select store_id, business_day, platform, merchant_id, ${turned(hoursOfDay, 'hour')}
    from sales_hours where ${ofDays}
    group by 1, 2, 3, 4 having ${anyFigure}`.execute(tx)

  await sql`select write_sales_so_far(${storeId}, ${days}::date[])`.execute(tx)

  await sql`delete from sales_month_days where ${ofMonth}`.execute(tx)
  await sql`
    insert into sales_month_days (store_id, month, platform, merchant_id, type, ${wideColumns(daysOfMonth)})
    select store_id, ${month}, platform, merchant_id, coalesce(type, ''), ${turned(daysOfMonth, 'extract(day from business_day)')}
    from sales_days where ${daysOfThisMonth}
    -- All types together get a row of their own.
    group by grouping sets ((store_id, platform, merchant_id, type), (store_id, platform, merchant_id))
    having ${anyFigure}`.execute(tx)
}
