import type { TicketOrders } from '../../printing/printing.ts'
import { maskedFor } from '../../../contract/orders/masking.ts'
import { oneOrder } from './orders.reads.ts'

/** Orders as printing reads them. */
export const ticketOrders: TicketOrders = {
  read: async (tx, { storeId, orderId }, masked) => {
    const order = await oneOrder(tx, storeId, orderId)
    return order && masked ? maskedFor('basic', order) : order
  },
}
