import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import type { OrderChanged, OrderMoved } from '../order-moved.ts'
import { printChange } from './print-changes.ts'
import { printScheduledNow, queueAcceptedOrder } from './queue-jobs.ts'
import { recallTickets } from './recall-tickets.ts'

/** Prints an order when it is accepted, and recalls what is not on paper yet when it is cancelled or not accepted after all. */
export async function onOrderMoved(
  tx: Transaction<Cell>,
  { order, from, to, cause, at }: OrderMoved,
): Promise<void> {
  const { store_id: storeId, id: orderId } = order
  if (to === 'cancelled') await recallTickets(tx, { storeId, orderId, cause: 'cancelled', now: at })
  else if (cause === 'undo') {
    if (to === 'placed') await recallTickets(tx, { storeId, orderId, cause: 'returned', now: at })
  } else {
    if (from === 'placed') await queueAcceptedOrder(tx, storeId, orderId, at)
    // A marketplace may start a scheduled order early.
    if (cause === 'marketplace' && to !== 'confirmed') await printScheduledNow(tx, storeId, orderId, at)
  }
}

/** Prints again what is on paper and changed. */
export async function onOrderChanged(
  tx: Transaction<Cell>,
  { order, parts, note, at }: OrderChanged,
): Promise<void> {
  await printChange(tx, { storeId: order.store_id, orderId: order.id, parts, note, now: at })
}
