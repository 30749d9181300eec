import { sql, type Transaction } from 'kysely'
import type { OpeningInterval } from '../../contract/stores.ts'
import type { DB } from '../db/tables.generated.ts'
import type { DayStart } from './compared-days.rules.ts'

export interface SelectedStoreFacts {
  readonly storeId: string
  readonly name: string
  readonly timezone: string
  readonly active: boolean
  readonly openingHours: readonly OpeningInterval[]
  /** Newest first. */
  readonly dayStarts: readonly DayStart[]
  /** Null without an active marketplace integration. */
  readonly marketplace: {
    /** Null: never asked yet. */
    readonly lastPolledAt: string | null
    /** What the partner says of the store; null until it said something. */
    readonly available: boolean | null
  } | null
}

const byIndex = sql`
  select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_memoize', 'off', true), set_config('enable_material', 'off', true),
    set_config('enable_sort', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * How a report's statements are planned: it reads a few days of a few stores out of years, always
 * through the index on (store, day). The planner, which cannot see how many days a JSON parameter
 * names, would rather read whole tables.
 */
export async function planByIndex(tx: Transaction<DB>): Promise<void> {
  await byIndex.execute(tx)
}

/**
 * For statements that join their rows with a list of stores or days: whole lists are joined by their
 * hashes. The planner, which expects few rows, would look through the list for each of them.
 */
export const joinWhole = sql`
  select set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`

/** `joinWhole` for one statement. */
export async function joinedWhole<T>(tx: Transaction<DB>, read: () => Promise<T>): Promise<T> {
  await joinWhole.execute(tx)
  const answer = await read()
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_nestloop', 'on', true)`.execute(
    tx,
  )
  return answer
}

/**
 * What the report must know of the stores before it can say which days to read. By name. What follows
 * in the transaction is planned `planByIndex`.
 */
export async function readSelectedStores(
  tx: Transaction<DB>,
  storeIds: readonly string[],
): Promise<readonly SelectedStoreFacts[]> {
  const result = await sql<SelectedStoreFacts>`/* kept */
    with planning as materialized (${byIndex})
    select s.id as "storeId", s.name, s.timezone, s.active, s.opening_hours as "openingHours",
      coalesce((
        select jsonb_agg(jsonb_build_object('effectiveFrom', d.effective_from, 'startsAt', to_char(d.starts_at, 'HH24:MI'))
          order by d.effective_from desc)
        from store_day_starts d where d.store_id = s.id), '[]') as "dayStarts",
      (
        select jsonb_build_object('lastPolledAt', i.last_polled_at, 'available', (i.health ->> 'available')::boolean)
        from integrations i where i.store_id = s.id and i.type = 'ifood' and i.status = 'active') as marketplace
    from planning, stores s
    where s.id = any (${storeIds}::uuid[])
    order by s.name, s.id`.execute(tx)
  return result.rows
}
