import type { Order } from '../../contract/orders/orders.ts'
import { knownStore, knownStores } from '../stores/selection.ts'

type Named = Pick<Order, 'displayId' | 'storeId' | 'customer'>

/** `#12 · Brasa & Cia · Ana Souza`: numbers repeat from store to store. Of one store: `#12 · Ana Souza`. */
export const orderName = ({ displayId, storeId, customer }: Named): string =>
  [`#${displayId}`, storeNameIfSeveral(storeId), customer.name.trim()].filter(Boolean).join(' · ')

/** The same of an order that is not loaded. */
export const orderNameOf = ({ displayId, storeId }: Pick<Order, 'displayId' | 'storeId'>): string =>
  [`#${displayId}`, storeNameIfSeveral(storeId)].filter(Boolean).join(' · ')

const storeNameIfSeveral = (storeId: string): string | null =>
  knownStores().length > 1 ? (knownStore(storeId)?.name ?? null) : null
