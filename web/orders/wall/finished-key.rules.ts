import type { Order } from '../../../contract/orders/orders.ts'

/** Names what a station finished of an order. Once its items changed, the places of its dishes are others. */
export const finishedKey = ({ id, changed }: Pick<Order, 'id' | 'changed'>): string =>
  changed?.parts.includes('items') ? `${id} ${changed.at}` : id
