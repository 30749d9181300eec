import type { Order } from '../../../contract/orders/orders.ts'
import type { OrderStatus, OrderType } from '../../../contract/orders/kinds.ts'
import type { OrderAction } from '../../../contract/orders/states.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import { sum, type ItemDetail, type OrderDetail } from '../taking/order-batch.ts'

export interface OrderRow {
  readonly store_id: string
  readonly id: string
  readonly display_id: string
  readonly platform: string
  readonly merchant_id: string
  readonly external_id: string
  readonly type: string
  readonly timing: string
  readonly status: string
  readonly pending_action: string | null
  readonly pending_since: Date | null
  readonly business_day: string
  readonly created_at: Date
  readonly status_since: Date
  readonly promised_at: Date | null
  readonly preparation_start_at: Date | null
  readonly confirm_by: Date | null
  readonly customer_id: string | null
  readonly customer_seq: number | null
  readonly refund_cents: number
  readonly refunded_fees_cents: number
  readonly order_cents: number
  readonly is_test: boolean
  readonly detail: unknown
  readonly version: number
}

export interface ItemRow {
  readonly product_key: string
  readonly name: string
  readonly quantity_milli: number
  readonly unit_price_cents: number
  readonly total_cents: number
  readonly detail: unknown
}

/** Maps a row to the contract's order. The table's check constraints guarantee the casts below. */
export function orderView(row: OrderRow, items: readonly ItemRow[]): Order {
  const detail = row.detail as OrderDetail
  const discountCents = sum(detail.discounts.map((discount) => discount.cents))
  const feesCents = sum(detail.fees.map((fee) => fee.cents))
  const prepaidCents = sum(
    detail.payments.filter((payment) => payment.prepaid).map((payment) => payment.cents),
  )
  return {
    id: row.id,
    displayId: row.display_id,
    storeId: row.store_id,
    platform: row.platform as Order['platform'],
    merchantId: row.merchant_id,
    externalId: row.external_id,
    type: row.type as OrderType,
    timing: row.timing as Order['timing'],
    status: row.status as OrderStatus,
    pending: row.pending_action
      ? { action: row.pending_action as OrderAction, since: iso(row.pending_since ?? row.status_since) }
      : null,
    refusal: detail.refusal ?? null,
    businessDay: row.business_day,
    createdAt: iso(row.created_at),
    statusSince: iso(row.status_since),
    promisedAt: isoOrNull(row.promised_at),
    preparationStartAt: isoOrNull(row.preparation_start_at),
    confirmBy: isoOrNull(row.confirm_by),
    customer: {
      id: row.customer_id,
      name: detail.customer.name,
      phone: detail.customer.phone,
      document: detail.customer.document,
      ordersCount: row.customer_seq ?? detail.customer.ordersCount,
    },
    items: items.map(itemView),
    fees: detail.fees,
    discounts: detail.discounts,
    payments: detail.payments,
    totals: {
      itemsCents: sum(items.map((item) => item.total_cents)),
      feesCents,
      discountCents,
      orderCents: row.order_cents,
      prepaidCents,
      pendingCents: sum(detail.payments.map((payment) => payment.cents)) - prepaidCents,
      refundCents: row.refund_cents + row.refunded_fees_cents,
    },
    delivery: detail.delivery,
    motoboy: detail.motoboy ?? null,
    storeNote: detail.storeNote ?? null,
    masked: false,
    schedule: detail.schedule,
    indoor: detail.indoor,
    notes: detail.notes,
    cancellation: detail.cancellation ?? null,
    isTest: row.is_test,
    ...marksOf(detail),
    version: row.version,
  }
}

const marksOf = (detail: OrderDetail) => ({
  ...plainMarks(detail),
  ...courierMarks(detail),
  ...(detail.picksItems ? { picksItems: true } : {}),
  ...(detail.picking ? { picking: detail.picking } : {}),
})

const plainMarks = ({
  incomplete,
  notUnderstood = [],
  unreadable = [],
  asksDelivered,
  serviceOff,
  changed,
  quote,
  alcohol,
  documentCheck,
  takesCode,
  codeCheck,
}: OrderDetail): Pick<
  Order,
  | 'incomplete'
  | 'notUnderstood'
  | 'unreadable'
  | 'asksDelivered'
  | 'serviceOff'
  | 'changed'
  | 'quote'
  | 'alcohol'
  | 'documentCheck'
  | 'takesCode'
  | 'codeCheck'
> => ({
  ...(incomplete ? { incomplete } : {}),
  ...(notUnderstood.length > 0 ? { notUnderstood: [...notUnderstood] } : {}),
  ...(unreadable.length > 0 ? { unreadable: [...unreadable] } : {}),
  ...(asksDelivered ? { asksDelivered } : {}),
  ...(serviceOff ? { serviceOff } : {}),
  ...(changed ? { changed } : {}),
  ...(quote ? { quote } : {}),
  ...(alcohol ? { alcohol } : {}),
  ...(documentCheck ? { documentCheck } : {}),
  ...(takesCode ? { takesCode } : {}),
  ...(codeCheck ? { codeCheck } : {}),
})

function courierMarks({
  lendsCourier,
  courierOnDemand,
}: OrderDetail): Pick<Order, 'lendsCourier' | 'courierOnDemand'> {
  const lends = lendsCourier ? { lendsCourier } : {}
  if (!courierOnDemand) return lends
  const { heardAt: _heard, externalId: _id, accepted: _accepted, ...shown } = courierOnDemand
  return { ...lends, courierOnDemand: shown }
}

function itemView(item: ItemRow): Order['items'][number] {
  const detail = item.detail as ItemDetail | null
  return {
    externalCode: detail?.externalCode ?? null,
    name: item.name,
    quantity: item.quantity_milli / 1_000,
    unitPriceCents: item.unit_price_cents,
    totalCents: item.total_cents,
    notes: detail?.notes ?? null,
    options: detail?.options ?? [],
    ...byOurMenu(item, detail),
    ...(detail?.pickId ? { pickId: detail.pickId } : {}),
  }
}

/** What our menu says of it. */
function byOurMenu(
  { name, product_key: key }: ItemRow,
  detail: ItemDetail | null,
): Pick<Order['items'][number], 'alcoholic' | 'taxClass' | 'unmapped' | 'productKey'> {
  const isMatched = key !== productKey(detail?.externalCode ?? null, name)
  return {
    ...(detail?.alcoholic ? { alcoholic: true } : {}),
    ...(detail?.taxClass ? { taxClass: detail.taxClass } : {}),
    ...(detail?.unmapped ? { unmapped: true } : {}),
    ...(isMatched ? { productKey: key } : {}),
  }
}

const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null
