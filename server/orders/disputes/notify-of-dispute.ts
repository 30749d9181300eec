import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent, OpenedDispute } from '../../marketplaces/marketplace-event.ts'
import { tell } from '../../notifications/notifications.ts'
import type { OrderRow } from '../../order-moved.ts'

/** Notifies people of a dispute that these events open, once: they were not recorded before. */
export async function notifyOfDispute(
  tx: Transaction<Cell>,
  { store_id: storeId, id: orderId, display_id: displayId }: OrderRow,
  fresh: readonly MarketplaceEvent[],
  now: Date,
): Promise<void> {
  const opened = fresh.findLast((event) => event.type === 'dispute-opened')
  if (!opened) return
  const minutes = minutesToAnswer(opened.dispute, now)
  await tell(tx, storeId, { orderId, displayId, event: 'dispute', minutes }, now)
}

/** Null: the marketplace sent no deadline. */
function minutesToAnswer(dispute: OpenedDispute | null, now: Date): number | null {
  const until = dispute?.expiresAt
  return until ? Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000)) : null
}
