import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import type { OrderRow } from '../../order-moved.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { patchOrder } from '../moves/patch-order.ts'

type Courier = NonNullable<OrderDetail['courierOnDemand']>

/** Keeps what the marketplace says of a courier that it lends. Of an order that it delivers itself nothing is kept here. */
export async function hearOfCourier(
  tx: Transaction<Cell>,
  order: OrderRow,
  fresh: readonly MarketplaceEvent[],
  now: Date,
): Promise<void> {
  const { lendsCourier, courierOnDemand = null } = order.detail as unknown as OrderDetail
  if (!lendsCourier) return
  const heard = courierAfter(courierOnDemand, fresh)
  if (heard) await patchOrder(tx, order, { detail: { courierOnDemand: heard } }, now)
}

/** By the last event of the marketplace's clock: events come in any order. Null: nothing new. */
export function courierAfter(known: Courier | null, fresh: readonly MarketplaceEvent[]): Courier | null {
  const last = fresh
    .flatMap((event) =>
      event.type === 'other' && event.courier ? [{ at: event.at, state: event.courier }] : [],
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .at(-1)
  if (!last) return null
  const at = last.at.toISOString()
  if (known?.heardAt !== undefined && known.heardAt > at) return null
  return { state: last.state, cents: known?.cents ?? null, askedBy: known?.askedBy ?? null, at, heardAt: at }
}
