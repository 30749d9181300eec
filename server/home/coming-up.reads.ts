import { sql, type Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'

export interface Coming {
  readonly storeId: string
  readonly at: Date
  readonly count: number
}

/** Accepted orders whose preparation starts later: the first of each store, with those of the hour after it. */
export async function scheduledOrders(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly Coming[]> {
  const { rows } = await sql<Coming>`
    with scheduled as (
      select store_id, preparation_start_at as at, min(preparation_start_at) over (partition by store_id) as first
      from orders
      where store_id = any (${storeIds}::uuid[]) and open and status = 'confirmed' and timing = 'SCHEDULED'
        and preparation_start_at > ${now})
    select store_id as "storeId", first as at, count(*)::integer as count
    from scheduled where at < first + interval '1 hour' group by 1, 2`.execute(tx)
  return rows
}

/** Paused items that go on sale again on their own: the first of each store, with those of the hour after it. */
export async function returningItems(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly Coming[]> {
  const { rows } = await sql<Coming>`
    with pauses as (
      select store_id, until as at, min(until) over (partition by store_id) as first
      from menu_item_pauses
      where store_id = any (${storeIds}::uuid[]) and ended_at is null and until > ${now})
    select store_id as "storeId", first as at, count(*)::integer as count
    from pauses where at < first + interval '1 hour' group by 1, 2`.execute(tx)
  return rows
}
