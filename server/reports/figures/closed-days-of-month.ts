import { sql, type RawBuilder } from 'kysely'

/** The first day of the month that holds the day. */
export const monthOf = (day: string) => sql<string>`date_trunc('month', ${day}::date)::date`

/**
 * Rows of the store's finished days of that month, as a condition on `store_id` and `business_day`. The running day is
 * none of them: nothing computes its month again when it changes.
 */
export const closedDaysOfMonth = (storeId: string, day: string): RawBuilder<boolean> => sql<boolean>`
  store_id = ${storeId} and business_day >= ${monthOf(day)}
  and business_day <= (
    select least(closing_through, (${monthOf(day)} + interval '1 month - 1 day')::date)
    from report_closings where store_id = ${storeId})`
