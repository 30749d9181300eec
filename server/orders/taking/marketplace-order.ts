import { v7 as uuidv7 } from 'uuid'
import { channelName, publishedRules } from '../../../contract/shared/channels.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { MarketplaceItem, MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
import {
  moneyColumns,
  sum,
  type IncomingItem,
  type IncomingOrder,
  type OrderColumns,
  type OrderDetail,
} from './order-batch.ts'

export interface ChannelTerms {
  readonly storeId: string
  readonly platform: string
  readonly orderId: string
  /** What the marketplace keeps, in basis points: an estimate until its ledger arrives. */
  readonly commissionBps: number
  readonly paymentFeeBps: number
  /** Types of orders that the store has switched off. */
  readonly typesOff: readonly OrderType[]
  readonly now: Date
}

/** The first step of the escalation (server/orders/rules/acceptance-reminder.ts). */
const reminderAfterMs = 60_000

/** A marketplace's order as the row that `take_orders` reads. */
export function incomingFromMarketplace(order: MarketplaceOrder, terms: ChannelTerms): IncomingOrder {
  const { createdAt, preparationStartAt: start } = order
  const countsFrom = (start ?? createdAt).getTime()
  const rules = publishedRules(terms.platform)
  return {
    store_id: terms.storeId,
    id: terms.orderId,
    display_id: order.displayId,
    platform: terms.platform,
    merchant_id: order.merchantId,
    external_id: order.externalId,
    type: order.type,
    timing: order.timing,
    status: 'placed',
    created_at: createdAt.toISOString(),
    status_since: createdAt.toISOString(),
    promised_at: order.promisedAt?.toISOString() ?? null,
    preparation_start_at: start?.toISOString() ?? null,
    confirm_by: rules && new Date(countsFrom + rules.acceptWithinSeconds * 1_000).toISOString(),
    completed_at: null,
    cancelled_from: null,
    // The phone is a relay: it identifies nobody.
    customer: { id: uuidv7(), name: customerName(order, terms), phone: null },
    ...costs(order, terms),
    refund_cents: 0,
    order_cents: order.orderCents,
    is_test: order.isTest,
    // Never lost: the customer has ordered. It is marked, and a person decides.
    detail: {
      ...detailOf(order, terms),
      ...(terms.typesOff.includes(order.type) ? { serviceOff: true } : {}),
    },
    items: order.items.map(itemRow),
    // Its events come through the inbox; taking the order adds none of its own.
    events: [],
    outbox: [
      {
        id: uuidv7(),
        kind: 'acceptance-reminder',
        payload: {},
        due_at: new Date(Math.max(terms.now.getTime(), countsFrom) + reminderAfterMs).toISOString(),
      },
    ],
  }
}

const customerName = (order: MarketplaceOrder, { platform }: Pick<ChannelTerms, 'platform'>): string =>
  order.customer.name ?? `Cliente ${channelName(platform)}`

export function costs(
  order: MarketplaceOrder,
  terms: Pick<ChannelTerms, 'commissionBps' | 'paymentFeeBps'>,
): OrderColumns {
  const money = moneyColumns(order)
  const prepaid = order.payments.filter((payment) => payment.prepaid).map((payment) => payment.cents)
  const kept = order.fees.filter((fee) => fee.receivedBy === 'MARKETPLACE').map((fee) => fee.cents)
  return {
    ...money,
    commission_cents: share(money.gross_cents - money.store_discount_cents, terms.commissionBps),
    payment_fee_cents: share(sum(prepaid), terms.paymentFeeBps),
    // Fees that the marketplace keeps were charged to the customer in our figures: they leave as logistics.
    logistics_cents: sum(kept),
  }
}

export const detailOf = (order: MarketplaceOrder, terms: Pick<ChannelTerms, 'platform'>): OrderDetail => ({
  customer: { ...order.customer, name: customerName(order, terms) },
  fees: order.fees,
  discounts: order.discounts,
  payments: order.payments,
  delivery: order.delivery,
  schedule: order.schedule,
  indoor: order.indoor,
  notes: order.notes,
  incomplete: (order.doubts ?? []).length > 0,
  notUnderstood: order.notUnderstood ?? [],
  unreadable: order.unreadable ?? [],
  ...(order.asksDelivered ? { asksDelivered: true } : {}),
  ...(order.takesCode ? { takesCode: true } : {}),
  ...(order.lendsCourier ? { lendsCourier: true } : {}),
  ...(order.picksItems ? { picksItems: true } : {}),
  partner: order.raw,
})

export const itemRow = (item: MarketplaceItem, index: number): IncomingItem => ({
  line: index + 1,
  product_key: productKey(item.externalCode, item.name),
  name: item.name,
  quantity_milli: Math.round(item.quantity * 1_000),
  unit_price_cents: item.unitPriceCents,
  total_cents: item.totalCents,
  detail: {
    externalCode: item.externalCode,
    notes: item.notes,
    options: item.options,
    ...(item.pickId ? { pickId: item.pickId } : {}),
  },
})

const share = (cents: number, bps: number): number => Math.round((Math.max(0, cents) * bps) / 10_000)
