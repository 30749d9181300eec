import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/day.ts'
import type { DB } from '../../db/tables.generated.ts'
import { usualDaysBack } from '../compared-days.rules.ts'

/** What the closing job has done for a store. */
export interface Closing {
  /** All days up to this one are closed; null: none yet. */
  readonly through: string | null
  /** Closed days that changed since. */
  readonly stale: ReadonlySet<string>
}

export async function readClosings(
  tx: Transaction<DB>,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, Closing>> {
  const { rows } = await sql<{ storeId: string; through: string | null; stale: string[] }>`/* kept */
    select c.store_id as "storeId", c.through,
      coalesce((select jsonb_agg(d.business_day) from stale_days d where d.store_id = c.store_id), '[]') as stale
    from report_closings c where c.store_id = any (${storeIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.storeId, { through: row.through, stale: new Set(row.stale) }]))
}

export const isClosed = (closing: Closing | undefined, day: string): boolean =>
  closing?.through != null && day <= closing.through && !closing.stale.has(day)

/**
 * Whether what is usual for the day is kept (migration 0018): it is for closed days and the first that is
 * not, as long as none of the days that it comes from has changed since.
 */
export const keepsUsual = (closing: Closing | undefined, day: string): boolean =>
  closing?.through != null &&
  day <= addDays(closing.through, 1) &&
  !closing.stale.has(day) &&
  usualDaysBack.every((back) => !closing.stale.has(addDays(day, -back)))
