import { useMemo } from 'react'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import { statusAfter } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { pendingActions } from '../actions/order-actions.ts'
import { useStuckActions, useWaitingActions, type PendingAction } from '../actions/action-queue.ts'

/** The orders of the server with the taps that it has not answered. */
export function useTappedOrders(orders: readonly Order[]): readonly Order[] {
  const waiting = useWaitingActions(pendingActions)
  const stuck = useStuckActions(pendingActions)
  return useMemo(() => withTaps(orders, waiting, stuck.length > 0), [orders, waiting, stuck])
}

/**
 * A tapped order is where its tap wants it, whatever is read before the answer; a rejection needs no step back. A
 * marketplace's order shows instead that it waits for the marketplace, unless the tap waits for the network.
 */
function withTaps(
  orders: readonly Order[],
  taps: readonly PendingAction[],
  stuck: boolean,
): readonly Order[] {
  if (taps.length === 0) return orders
  const last = new Map(taps.map((tap) => [tap.orderId, tap]))
  return orders.map((order) => {
    const tap = last.get(order.id)
    if (!tap) return order
    if (isMarketplace(order.platform) && !stuck)
      return { ...order, pending: { action: tap.action, since: tap.at }, refusal: null }
    const motoboy = tap.motoboy ?? order.motoboy
    return { ...order, motoboy, status: statusAfter[tap.action], statusSince: tap.at, pending: null }
  })
}
