import type { Order } from '../../contract/orders/orders.ts'
import { numberAndStore } from '../stores/store-facts.ts'
import { money } from '../words/format.ts'

/** `BC-31 · Brasa & Cia · Ana Souza · R$ 148,80`; of one store without its name. Wherever something is decided. */
export const orderName = (
  order: Pick<Order, 'displayId' | 'storeId' | 'customer'> & {
    readonly totals: Pick<Order['totals'], 'orderCents'>
  },
): string =>
  [numberAndStore(order), order.customer.name.trim(), money(order.totals.orderCents)]
    .filter(Boolean)
    .join(' · ')
