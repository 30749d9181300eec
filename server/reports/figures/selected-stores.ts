import { sql, type Transaction } from 'kysely'
import { marketplaces } from '../../../contract/shared/channels.ts'
import { executePrepared } from '../../db/connections/pool.ts'
import { byName, mergeSorted } from '../../db/many-stores.ts'
import type { SpecialDay } from '../../../contract/stores/hours.ts'
import type { OpeningInterval } from '../../../contract/stores/stores.ts'
import { intervalsOf, weekOf, type Schedule } from '../../stores/stores.ts'
import type { Cell } from '../../db/tables.ts'
import type { Closing } from './closings.rules.ts'
import type { DayStart } from './store-clock.rules.ts'

/** A store at one marketplace, as of the last poll and the last status. */
export interface MarketplaceState {
  readonly platform: string
  readonly lastPolledAt: string | null
  readonly available: boolean | null
  readonly checkedAt: string | null
}

export interface StoreDetails {
  readonly storeId: string
  readonly name: string
  readonly timezone: string
  readonly active: boolean
  readonly openingHours: readonly OpeningInterval[]
  /** Days that do not follow the week. */
  readonly specialDays: Schedule['special']
  /** Newest first. */
  readonly dayStarts: readonly DayStart[]
  /** Those with an active integration. */
  readonly marketplaces: readonly MarketplaceState[]
  readonly closing: Closing
}

/**
 * Planner settings for report statements. They read a few days of a few stores out of years, always
 * through the index on (store, day). The planner cannot see how many days a JSON parameter names and
 * would rather read whole tables.
 */
export const planByIndex = sql`
  select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_memoize', 'off', true), set_config('enable_material', 'off', true),
    set_config('enable_sort', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * For statements that join their rows with a list of stores or days: uses hash joins. The planner expects
 * few rows and would scan the list for each of them.
 */
export const joinWhole = sql`
  select set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true)`

/** `joinWhole` for one statement only. */
export async function joinedWhole<T>(tx: Transaction<Cell>, read: () => Promise<T>): Promise<T> {
  await joinWhole.execute(tx)
  const answer = await read()
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_nestloop', 'on', true)`.execute(
    tx,
  )
  return answer
}

interface SelectedStoresRow {
  readonly stores: (Omit<StoreDetails, 'openingHours' | 'dayStarts' | 'marketplace' | 'closing'> & {
    readonly openingHours: unknown
  })[]
  readonly special: [storeId: string, day: string, kind: SpecialDay['kind'], intervals: unknown][]
  readonly starts: [storeId: string, effectiveFrom: string, startsAt: string][]
  readonly marketplaces: [
    storeId: string,
    platform: string,
    lastPolledAt: string | null,
    available: boolean | null,
    checkedAt: string | null,
  ][]
  readonly closings: [storeId: string, through: string | null][]
  readonly stale: [storeId: string, day: string][]
}

/** The names come from our own table, so they are safe inside the statement's text. */
const connected = `(select * from integrations where status = 'active'
  and type in (${marketplaces.map((platform) => `'${platform}'`).join(', ')})) i`

/**
 * What a report needs to know about its stores to plan the days to read; sorted by name. Later statements
 * of the transaction are planned with `planByIndex`. Each table is scanned once for all stores, because
 * each scan sorts the policy's ids again (docs/adr/0013).
 */
export async function readSelectedStores(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<readonly StoreDetails[]> {
  const rowsOf = (columns: string, from: string) => sql`
    (select coalesce(json_agg(json_build_array(${sql.raw(columns)})), '[]') from ${sql.raw(from)}
    where store_id = any (${storeIds}::uuid[]))`
  const rows = await executePrepared(
    tx,
    sql<SelectedStoresRow>`
    with planning as materialized (${planByIndex})
    select (
        select coalesce(json_agg(json_build_object('storeId', s.id, 'name', s.name, 'timezone', s.timezone, 'active', s.active,
          'openingHours', s.opening_hours) order by s.name, s.id), '[]')
        from stores s where s.id = any (${storeIds}::uuid[])) as stores,
      ${rowsOf('store_id, day, kind, intervals', 'special_days')} as special,
      ${rowsOf("store_id, effective_from, to_char(starts_at, 'HH24:MI')", 'store_day_starts')} as starts,
      ${rowsOf("store_id, type, last_polled_at, case health -> 'available' when 'true' then true when 'false' then false end, health ->> 'checkedAt'", connected)} as marketplaces,
      ${rowsOf('store_id, through', 'report_closings')} as closings,
      ${rowsOf('store_id, business_day', '(select distinct store_id, business_day from stale_days) d')} as stale
    from planning`,
  )
  const [answer] = rows
  if (!answer) throw new Error('one row expected')
  const starts = Map.groupBy(answer.starts, ([storeId]) => storeId)
  const connections = Map.groupBy(answer.marketplaces, ([storeId]) => storeId)
  const special = Map.groupBy(answer.special, ([storeId]) => storeId)
  const stale = Map.groupBy(answer.stale, ([storeId]) => storeId)
  const closings = new Map(answer.closings)
  return answer.stores.map((store) => {
    return {
      ...store,
      openingHours: weekOf(store.storeId, store.openingHours),
      specialDays: (special.get(store.storeId) ?? []).map(([, day, kind, intervals]) => ({
        day,
        kind,
        intervals: intervalsOf({ storeId: store.storeId, day }, intervals),
      })),
      dayStarts: (starts.get(store.storeId) ?? [])
        .map(([, effectiveFrom, startsAt]) => ({ effectiveFrom, startsAt }))
        .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1)),
      marketplaces: (connections.get(store.storeId) ?? []).map(
        ([, platform, lastPolledAt, available, checkedAt]) => ({
          platform,
          lastPolledAt,
          available,
          checkedAt,
        }),
      ),
      closing: {
        through: closings.get(store.storeId) ?? null,
        stale: new Set((stale.get(store.storeId) ?? []).map(([, day]) => day)),
      },
    }
  })
}

/** Of each cell, as readSelectedStores sorts them, and then of all: those of one cell stay as they are. */
export const inOrderOfNames = <S extends Pick<StoreDetails, 'storeId' | 'name'>>(
  cells: readonly (readonly S[])[],
): readonly S[] => {
  const [first = [], ...others] = cells
  return mergeSorted([first, ...others], (a, b) => byName(a, b) || (a.storeId < b.storeId ? -1 : 1))
}

/** By store. */
export const closingsOf = (stores: readonly StoreDetails[]): ReadonlyMap<string, Closing> =>
  new Map(stores.map((store) => [store.storeId, store.closing]))
