import type { Transaction } from 'kysely'
import { isPlatform } from '../../contract/shared/channels.ts'
import type { PresenceNow } from '../../contract/presence/presence-now.ts'
import type { Cell } from '../db/tables.ts'
import { causeOf } from './presence.reads.ts'

/** In the scope of these stores: where nobody would see an order now. What is only watched is left out. */
export async function presenceNow(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PresenceNow[]>> {
  const rows = await tx
    .selectFrom('presence_gaps')
    .selectAll()
    .where('store_id', 'in', storeIds)
    .where('ended_at', 'is', null)
    .where('mode', '<>', 'watch')
    .orderBy('due_at')
    .execute()
  const stores = new Map<string, PresenceNow[]>()
  for (const row of rows) {
    if (!isPlatform(row.platform)) continue
    const own = stores.get(row.store_id) ?? []
    stores.set(row.store_id, own)
    own.push({
      platform: row.platform,
      cause: causeOf(row.cause),
      state: stateOf(row),
      since: row.found_at.toISOString(),
      closesAt: row.mode === 'pause' ? row.due_at.toISOString() : null,
    })
  }
  return stores
}

const stateOf = (row: {
  readonly mode: string
  readonly break_id: string | null
  readonly reopened_at: Date | null
}): PresenceNow['state'] => {
  if (row.mode === 'warn') return 'warned'
  if (row.reopened_at) return 'reopened'
  return row.break_id ? 'closed' : 'counting'
}
