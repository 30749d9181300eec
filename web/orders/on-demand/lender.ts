import { isCarriable } from '../../../contract/orders/courier-rules.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { carriesOthers } from '../../../contract/orders/channel-couriers.ts'
import { knownStores } from '../../stores/store-facts.ts'

/** Whose courier the order has or can get: its own marketplace's, or one that the store also sells at. Null: nobody's. */
export function lenderOf(order: Order): string | null {
  if (order.courierOnDemand?.by) return order.courierOnDemand.by
  if (order.lendsCourier) return order.platform
  if (!isCarriable(order)) return null
  const store = knownStores().find(({ id }) => id === order.storeId)
  return (
    store?.options.find(({ platform }) => platform !== order.platform && carriesOthers(platform))?.platform ??
    null
  )
}
