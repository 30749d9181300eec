import { sql, type Transaction } from 'kysely'
import { longPauseMs, maxAtRisk, type LongPause } from '../../contract/groups/group-now.ts'
import type { Cell } from '../db/tables.ts'

/** Items that nobody brought back for a day, joined over stores by code and name. */
export async function longPausesOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<LongPause[]> {
  const { rows } = await sql<{ name: string; code: string | null; since: Date; storeIds: string[] }>`
    select i.name, i.external_code as code, min(p.since) as since,
      array_agg(p.store_id order by p.store_id) as "storeIds"
    from menu_item_pauses p join menu_items i on i.store_id = p.store_id and i.id = p.item_id
    where p.store_id = any (${storeIds}::uuid[]) and p.ended_at is null and p.until is null
      and p.since < ${new Date(now.getTime() - longPauseMs)}
    group by 1, 2 order by 3, 1 limit ${maxAtRisk}`.execute(tx)
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }))
}
