import type { Order } from '../../contract/orders/orders.ts'
import { numberAndStore } from '../stores/store-facts.ts'

/** `#12 · Brasa & Cia · Ana Souza`; of one store `#12 · Ana Souza`. */
export const orderName = (order: Pick<Order, 'displayId' | 'storeId' | 'customer'>): string =>
  [numberAndStore(order), order.customer.name.trim()].filter(Boolean).join(' · ')
