import { v7 as uuidv7 } from 'uuid'
import type { IncomingOrder } from '../orders/taking/order-batch.ts'

/** One pizza for takeout, paid by Pix; change what the test is about. */
export function simpleOrder(
  storeId: string,
  id: string,
  externalId: string,
  changes: Partial<IncomingOrder> = {},
): IncomingOrder {
  const at = changes.created_at ?? new Date().toISOString()
  return {
    store_id: storeId,
    id,
    display_id: null,
    platform: 'balcao',
    merchant_id: '',
    external_id: externalId,
    type: 'TAKEOUT',
    timing: 'INSTANT',
    status: 'placed',
    created_at: at,
    status_since: at,
    promised_at: null,
    preparation_start_at: null,
    confirm_by: null,
    completed_at: null,
    cancelled_from: null,
    customer: { id: uuidv7(), name: 'Ana', phone: null },
    gross_cents: 3_000,
    store_discount_cents: 0,
    marketplace_discount_cents: 0,
    refund_cents: 0,
    delivery_fee_cents: 0,
    service_fee_cents: 0,
    tip_cents: 0,
    commission_cents: 0,
    payment_fee_cents: 0,
    logistics_cents: 0,
    order_cents: 3_000,
    is_test: false,
    detail: {
      customer: { name: 'Ana', phone: null, document: null, ordersCount: null },
      fees: [],
      discounts: [],
      payments: [{ method: 'PIX', brand: null, cents: 3_000, prepaid: true, changeForCents: null }],
      delivery: null,
      schedule: null,
      indoor: null,
      notes: null,
    },
    items: [
      {
        line: 1,
        product_key: 'pizza',
        name: 'Pizza',
        quantity_milli: 1_000,
        unit_price_cents: 3_000,
        total_cents: 3_000,
        detail: null,
      },
    ],
    events: [
      {
        id: uuidv7(),
        source: 'balcao',
        source_event_id: id,
        type: 'PLACED',
        at,
        actor_uid: null,
        actor_name: null,
        data: null,
      },
    ],
    outbox: [],
    ...changes,
  }
}
