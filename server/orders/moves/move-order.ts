import type { Transaction } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { MoveCause, OrderMoved, OrderRow } from '../../order-moved.ts'
import { schedulePreparation } from '../taking/preparation-due.ts'
import { writeOrder, type OrderPatch } from './patch-order.ts'
import { recordEvent, type OrderEventInput } from './record-event.ts'

interface Move {
  readonly to: OrderStatus
  readonly cause: MoveCause
  /** For the timeline. A marketplace's events are recorded before the state that follows from them. */
  readonly event?: OrderEventInput
  /** Otherwise `at`. */
  readonly statusSince?: Date
  /** More to write with the status. */
  readonly patch?: OrderPatch
  readonly at: Date
}

/**
 * The one way to a new status: writes event, row, figures and live event of a locked order, then calls the rooms that
 * listen. All of it in the caller's transaction.
 */
export async function moveOrder(
  deps: Pick<Deps, 'orderListeners'>,
  tx: Transaction<Cell>,
  order: OrderRow,
  move: Move,
): Promise<void> {
  const { to, cause, event, statusSince, patch, at } = move
  const from = order.status as OrderStatus
  if (event) await recordEvent(tx, order.store_id, order.id, event)
  await writeOrder(tx, order, { ...patch, status: to, statusSince: statusSince ?? at }, at)
  if (from === 'placed' && to !== 'cancelled') await schedulePreparation(tx, order, at)
  const moved: OrderMoved = { order, from, to, cause, at }
  for (const listen of Object.values(deps.orderListeners.moved)) await listen(tx, moved)
}
