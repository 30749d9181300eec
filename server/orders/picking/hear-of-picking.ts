import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import type { OrderRow } from '../../order-moved.ts'
import { patchOrder } from '../moves/patch-order.ts'
import type { OrderDetail } from '../taking/order-batch.ts'

/** The picking may also end in the marketplace's own app; the order as it is then was read with the same event. */
export async function hearOfPicking(
  tx: Transaction<Cell>,
  order: OrderRow,
  fresh: readonly MarketplaceEvent[],
  now: Date,
): Promise<void> {
  const end = fresh.findLast((event) => event.type === 'changed' && event.endsPicking)
  if (!end) return
  const { picking } = order.detail as unknown as OrderDetail
  if (picking?.state === 'ended') return
  const ended = {
    state: 'ended',
    at: end.at.toISOString(),
    by: null,
    changes: picking?.changes ?? [],
  } as const
  await patchOrder(tx, order, { detail: { picking: { ...ended, changes: [...ended.changes] } } }, now)
}
