import type { Transaction } from 'kysely'
import type { Order } from '../../contract/orders/orders.ts'
import type { Cell } from '../db/tables.ts'

declare module '../deps.ts' {
  interface Deps {
    readonly ticketOrders: TicketOrders
  }
}

/** What printing needs of orders. The orders room gives it, so that this room does not import it back. */
export interface TicketOrders {
  /** The order as a ticket shows it; null if the store has no such order. `masked`: without contact data. */
  read(
    tx: Transaction<Cell>,
    order: { readonly storeId: string; readonly orderId: string },
    masked: boolean,
  ): Promise<Order | null>
}
