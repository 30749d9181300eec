import type { Selectable, Transaction } from 'kysely'
import type { OrderStatus } from '../contract/orders/kinds.ts'
import type { OrderPart } from '../contract/orders/orders.ts'
import type { Cell } from './db/tables.ts'

export type OrderRow = Selectable<Cell['orders']>

/**
 * Why an order moved: a person or a rule of the store acted, a person undid the last step, a timer ran out, or its
 * marketplace said so.
 */
export type MoveCause = 'store' | 'undo' | 'timer' | 'marketplace'

/** A person may undo a step in its first seconds: what cannot be taken back waits for longer than that. */
export const undoneWithinMs = 60_000

/** An order has a new status. */
export interface OrderMoved {
  /** The locked row as it was before the move. */
  readonly order: OrderRow
  readonly from: OrderStatus
  readonly to: OrderStatus
  readonly cause: MoveCause
  /** When we wrote the move; a marketplace may have made it earlier. */
  readonly at: Date
}

/** An order has other items, amounts, address or times. Its status is the same. */
export interface OrderChanged {
  /** The locked row as it was before the change. */
  readonly order: OrderRow
  readonly parts: readonly OrderPart[]
  /** What changed, in words for paper. */
  readonly note: string
  readonly at: Date
}

/**
 * The rooms that follow orders, by name. Each is called in the transaction of the move, in this sequence: what it
 * writes is committed with the move or not at all, and an error undoes the move. The orders room calls them without
 * knowing them (server/worker/order-listeners.ts).
 */
export interface OrderListeners {
  readonly moved: Readonly<Record<string, (tx: Transaction<Cell>, moved: OrderMoved) => Promise<void>>>
  readonly changed: Readonly<Record<string, (tx: Transaction<Cell>, changed: OrderChanged) => Promise<void>>>
}
