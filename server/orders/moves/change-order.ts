import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { OrderChanged, OrderRow } from '../../order-moved.ts'
import { patchOrder, type OrderPatch } from './patch-order.ts'

interface NewContent extends Pick<OrderChanged, 'parts' | 'note' | 'at'> {
  readonly patch: OrderPatch
}

/** Writes what a locked order holds, with its figures, then calls the rooms that listen. The caller records the event. */
export async function changeOrder(
  deps: Deps,
  tx: Transaction<Cell>,
  order: OrderRow,
  { patch, parts, note, at }: NewContent,
): Promise<void> {
  await patchOrder(tx, order, patch, at)
  for (const listen of Object.values(deps.orderListeners.changed))
    await listen(tx, { order, parts, note, at })
}
