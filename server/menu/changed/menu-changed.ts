import { sql, type Transaction } from 'kysely'
import { publishStoreEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { wishOptions } from '../../stores/stores.ts'
import { enqueueMenuNews } from './menu-news.ts'

/** Edits of so long are one version of the menu. */
const oneVersionMs = 15 * 60_000

/**
 * Tells the store's screens, its marketplaces (of options) and those who keep a copy of the menu, that it changed. The last statement of a change:
 * it holds the row of the menu's state to the commit, and a change takes its other locks before. `soldItems`: nothing but
 * whether these are on sale changed, which marketplaces hear at once.
 */
export async function menuChanged(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
  soldItems?: readonly string[],
): Promise<void> {
  publishStoreEvent(tx, storeId, 'menu', now)
  await wishOptions(tx, storeId, { now })
  const dueAt = new Date(now.getTime() + oneVersionMs)
  await enqueue(tx, 'menu-version', {}, { storeId, lane: storeId, dueAt, key: 'menu-version' })
  if (soldItems)
    await enqueue(tx, 'menu-offers', { itemIds: [...soldItems] }, { storeId, lane: storeId, dueAt: now })
  else await enqueueMenuNews(tx, storeId, now)
  await sql`
    insert into menu_states (store_id, version, changed_at) values (${storeId}, 1, ${now})
    on conflict (store_id) do update set version = menu_states.version + 1, changed_at = excluded.changed_at`.execute(
    tx,
  )
}
