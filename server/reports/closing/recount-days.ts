import { sql } from 'kysely'
import { statementTimeout } from '../../db/connections/pooled-client.ts'
import type { StoreTransaction } from '../../db/tables.ts'
import { liveTables } from './kept-tables.ts'
import { rebuildDay } from './rebuild-roll-ups.ts'

/**
 * Counts the next day of a store again from its orders; the position is the day, `YYYY-MM-DD`. Writers wait for one
 * day at most. A closed day is read live until the closing job has closed it again: roll_up marks it.
 */
export async function recountDays(
  tx: StoreTransaction,
  storeId: string,
  after: string | null,
): Promise<string | null> {
  await statementTimeout(60_000).execute(tx)
  const day = await firstDayAfter(tx, storeId, after ?? '-infinity')
  if (day === null) return null
  await rebuildDay(tx, storeId, day)
  return day
}

async function firstDayAfter(tx: StoreTransaction, storeId: string, after: string): Promise<string | null> {
  const kept = liveTables.map(
    (table) =>
      sql`union all select min(business_day) from ${sql.table(table)} where store_id = ${storeId} and business_day > ${after}::date`,
  )
  const { rows } = await sql<{ day: string | null }>`
    select min(day) as day from (
      select min(business_day) as day from orders where store_id = ${storeId} and business_day > ${after}::date
      union all select min(refund_day) from order_refunds where store_id = ${storeId} and refund_day > ${after}::date
      ${sql.join(kept, sql` `)}) days`.execute(tx)
  return rows[0]?.day ?? null
}
