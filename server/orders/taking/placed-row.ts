import { productKey } from '../../../contract/menu/product-key.ts'
import type { PlaceOrderBody } from '../../../contract/orders/orders.ts'
import type { IncomingItem } from './order-batch.ts'

/** An item that a person of the store put into an order. */
export const placedRow = (item: PlaceOrderBody['items'][number], index: number): IncomingItem => ({
  line: index + 1,
  product_key: productKey(item.externalCode, item.name),
  name: item.name,
  quantity_milli: Math.round(item.quantity * 1_000),
  unit_price_cents: item.unitPriceCents,
  total_cents: item.totalCents,
  detail: {
    externalCode: item.externalCode,
    notes: item.notes,
    options: item.options.map(({ menuOptionId: _id, ...option }) => option),
  },
})
