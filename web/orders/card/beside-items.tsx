import type { Order } from '../../../contract/orders/orders.ts'
import { askAboutCourier } from '../code/code-question.tsx'
import CourierOnDemand from '../on-demand/courier-on-demand.tsx'
import { Picking } from '../picking/picking.tsx'

interface BesideItemsProps {
  readonly order: Order
  /** On a card, which may go while something is asked; and no courier of another marketplace is offered. */
  readonly onCard?: boolean
}

/** What some orders have beside their items: the picking of a shop, a marketplace's courier. */
export default function BesideItems({ order, onCard = false }: BesideItemsProps) {
  return (
    <>
      {order.picksItems ? <Picking order={order} /> : null}
      <CourierOnDemand order={order} {...(onCard ? { onAsk: askAboutCourier } : { offersCarrier: true })} />
    </>
  )
}
