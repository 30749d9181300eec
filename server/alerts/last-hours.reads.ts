import { sql } from 'kysely'
import { localParts } from '../../contract/shared/day.ts'
import { hourMs } from '../../contract/shared/durations.ts'
import type { StoreTransaction } from '../db/tables.ts'
import type { StoreDay } from './baselines.reads.ts'
import type { LastHour } from './unusual.rules.ts'

export interface StoreHour extends StoreDay {
  readonly timezone: string
  readonly last: LastHour
}

interface Line {
  readonly storeId: string
  readonly platform: string
  readonly at: Date
  readonly cancelled: boolean
}

/** The last hour of each store, within its running business day. Runs inside `withStoreScope` over the same stores. */
export async function lastHours(
  tx: StoreTransaction,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly StoreHour[]> {
  const { rows: clocks } = await sql<StoreDay & { readonly timezone: string }>`
    select id as "storeId", timezone, running_day(id, ${now})::text as day
    from stores where id = any (${[...storeIds]}::uuid[])`.execute(tx)
  const lines = Map.groupBy(
    await linesBetween(tx, clocks, new Date(now.getTime() - hourMs), now),
    ({ storeId }) => storeId,
  )
  return clocks.map(({ storeId, day, timezone }) => {
    const { hour, minute } = localParts(now, timezone)
    const own = lines.get(storeId) ?? []
    return {
      storeId,
      day,
      timezone,
      last: {
        now,
        hour,
        minute,
        orders: own.filter(({ cancelled }) => !cancelled),
        cancelled: own.filter(({ cancelled }) => cancelled).map(({ at }) => at),
      },
    }
  })
}

/**
 * Each order when it came, a scheduled one at the time it is for, as the report tables count it; and each accepted order when it was
 * cancelled.
 */
export async function linesBetween(
  tx: StoreTransaction,
  days: readonly StoreDay[],
  from: Date,
  to: Date,
): Promise<readonly Line[]> {
  const { rows } = await sql<Line>`
    with day as (
      select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("storeId" uuid, day date)
    )
    select o.store_id as "storeId", o.platform, o.created_at as at, false as cancelled
    from day d join orders o on o.store_id = d."storeId" and o.business_day = d.day
      and o.created_at > ${from} and o.created_at <= ${to}
    where not o.is_test and o.timing <> 'SCHEDULED'
    union all
    select o.store_id, o.platform, o.scheduled_for, false
    from day d join orders o on o.store_id = d."storeId" and o.business_day = d.day and o.timing = 'SCHEDULED'
      and o.scheduled_for > ${from} and o.scheduled_for <= ${to}
    where not o.is_test
    union all
    select o.store_id, o.platform, o.status_since, true
    from day d join orders o on o.store_id = d."storeId" and o.business_day = d.day
    where not o.is_test and o.status = 'cancelled' and o.cancelled_from <> 'placed'
      and o.status_since > ${from} and o.status_since <= ${to}`.execute(tx)
  return rows
}
