import { sql } from 'kysely'
import type { StoreTransaction } from '../db/tables.ts'
import { baselineOf, weeksBack, type Baseline, type PastHour } from './baseline.rules.ts'

export interface StoreDay {
  readonly storeId: string
  /** The running business day. */
  readonly day: string
}

interface Kept {
  readonly day: string
  readonly baseline: Baseline
}

/** By store. A baseline is of past days, so it is read once a business day in each process. */
const kept = new Map<string, Kept>()

/** What the weekday of each store's running day usually is. Runs inside `withStoreScope` over the same stores. */
export async function baselinesOf(
  tx: StoreTransaction,
  asked: readonly StoreDay[],
): Promise<ReadonlyMap<string, Baseline>> {
  const missing = asked.filter(({ storeId, day }) => kept.get(storeId)?.day !== day)
  if (missing.length > 0) {
    const rows = Map.groupBy(await pastHours(tx, missing), ({ storeId }) => storeId)
    for (const { storeId, day } of missing)
      kept.set(storeId, { day, baseline: baselineOf(rows.get(storeId) ?? []) })
  }
  return new Map(asked.map(({ storeId }) => [storeId, kept.get(storeId)?.baseline ?? baselineOf([])]))
}

/** For tests, whose stores sell into the past. */
export const forgetBaselines = (): void => kept.clear()

async function pastHours(
  tx: StoreTransaction,
  asked: readonly StoreDay[],
): Promise<readonly (PastHour & { readonly storeId: string })[]> {
  const { rows } = await sql<PastHour & { readonly storeId: string }>`
    select a."storeId", s.day, s.hour, s.platform, s.received, s.cancelled
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a ("storeId" uuid, day date)
      cross join generate_series(1, ${weeksBack}) week
      -- Summed day by day along the index: the planner would read every sale of the stores.
      cross join lateral (
        select s.business_day::text as day, s.hour, s.platform, sum(s.received)::integer as received,
          sum(s.cancelled - s.refused)::integer as cancelled
        from sales_hours s
        where s.store_id = a."storeId" and s.business_day = a.day - 7 * week
        group by 1, 2, 3) s`.execute(tx)
  return rows
}
