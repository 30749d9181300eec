import type { Transaction } from 'kysely'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import type { ItemDetail, OrderColumns, OrderDetail } from './order-batch.ts'

/**
 * What is left of an order whose amounts no report can add any more: it is cooked and delivered all the same, and its
 * mark sends people to the channel's own app for the amounts. The document that was sent is kept whole.
 */
export const withoutAmounts = (order: MarketplaceOrder): MarketplaceOrder => ({
  ...order,
  ...partsWithoutAmounts(order),
  items: order.items.map((item) => ({
    ...item,
    unitPriceCents: 0,
    totalCents: 0,
    options: item.options.map(freeOption),
  })),
  orderCents: 0,
  doubts: [...(order.doubts ?? []), 'amounts'],
})

/** The same for an order that was taken before; what it counted for is taken back. */
export async function takeAmountsOut(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, storeId, orderId)
  if (!order) return
  const items = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .execute()
  const patch = {
    items: items.map(({ store_id: _store, order_id: _order, ...item }) => {
      const detail = item.detail as ItemDetail | null
      const kept = detail && { ...detail, options: detail.options.map(freeOption) }
      return { ...item, unit_price_cents: 0, total_cents: 0, detail: kept }
    }),
    costs: noCosts,
    orderCents: 0,
    refundCents: 0,
    refundedFeesCents: 0,
    detail: { ...partsWithoutAmounts(order.detail as unknown as OrderDetail), incomplete: true },
  }
  await patchOrder(tx, order, patch, now)
}

const partsWithoutAmounts = ({
  fees,
  discounts,
  payments,
}: Pick<Order, 'fees' | 'discounts' | 'payments'>) => ({
  fees: fees.map((fee) => ({ ...fee, cents: 0 })),
  discounts: discounts.map((discount) => ({
    ...discount,
    cents: 0,
    sponsors: discount.sponsors.map((sponsor) => ({ ...sponsor, cents: 0 })),
  })),
  payments: payments.map((payment) => ({ ...payment, cents: 0, changeForCents: null })),
})

const freeOption = ({ options, ...option }: ItemDetail['options'][number]) => ({
  ...option,
  unitPriceCents: 0,
  ...(options ? { options: options.map((inner) => ({ ...inner, unitPriceCents: 0 })) } : {}),
})

const noCosts: OrderColumns = {
  gross_cents: 0,
  store_discount_cents: 0,
  marketplace_discount_cents: 0,
  delivery_fee_cents: 0,
  service_fee_cents: 0,
  tip_cents: 0,
  commission_cents: 0,
  payment_fee_cents: 0,
  logistics_cents: 0,
}
