import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'

/** Per store and marketplace, when a person there ended a pause of ours: `reopened.get(storeId)?.get(platform)`. */
export async function reopenedOutside(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Date>>> {
  const { rows } = await sql<{ storeId: string; platform: string; at: Date }>`
    select w.store_id as "storeId", i.type as platform, max(w.wished_at) as at
    from channel_wishes w
      join integrations i on i.store_id = w.store_id and i.type = w.platform
        and (i.merchant_id = w.merchant_id or w.merchant_id = any (i.merchant_secondary_ids))
    where w.store_id = any (${storeIds}::uuid[]) and w.kind = 'pause' and w.origin = 'outside'
      -- The first is what was there before anything was wished.
      and w.version > 1 and w.wished ->> 'closed' = 'false'
    group by 1, 2`.execute(tx)
  const stores = new Map<string, Map<string, Date>>()
  for (const { storeId, platform, at } of rows) {
    const channels = stores.get(storeId) ?? new Map<string, Date>()
    stores.set(storeId, channels.set(platform, at))
  }
  return stores
}
