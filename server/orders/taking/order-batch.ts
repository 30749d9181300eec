import type { Order } from '../../../contract/orders/orders.ts'
import type { SoldFacts } from '../../menu/menu.ts'
import type { EffectInput } from '../../outbox/effects.ts'
import type { OrderStatus, OrderType } from '../../../contract/orders/kinds.ts'

/**
 * One order in the format of `take_orders` (server/db/functions): JSON names are the SQL columns, money is
 * integer centavos, times are ISO instants. `detail` holds the contract's fields that have no column; a
 * marketplace's unknown fields are under `detail.partner`.
 */
export interface IncomingOrder {
  readonly store_id: string
  readonly id: string
  /** Null: numbered per store and business day. */
  readonly display_id: string | null
  readonly platform: string
  readonly merchant_id: string
  /** Makes taking the order idempotent, together with store and platform. */
  readonly external_id: string
  readonly type: OrderType
  readonly timing: Order['timing']
  readonly status: OrderStatus
  readonly created_at: string
  readonly status_since: string
  readonly promised_at: string | null
  readonly preparation_start_at: string | null
  readonly confirm_by: string | null
  readonly completed_at: string | null
  readonly cancelled_from: OrderStatus | null
  /** Null phone: the channel hides the buyer. */
  readonly customer: { readonly id: string; readonly name: string; readonly phone: string | null }
  readonly gross_cents: number
  readonly store_discount_cents: number
  readonly marketplace_discount_cents: number
  readonly refund_cents: number
  readonly delivery_fee_cents: number
  readonly service_fee_cents: number
  readonly tip_cents: number
  readonly commission_cents: number
  readonly payment_fee_cents: number
  readonly logistics_cents: number
  readonly order_cents: number
  readonly is_test: boolean
  readonly detail: OrderDetail
  readonly items: readonly IncomingItem[]
  readonly events: readonly IncomingEvent[]
  readonly outbox: readonly IncomingEffect[]
}

export interface IncomingItem {
  readonly line: number
  readonly product_key: string
  readonly name: string
  readonly quantity_milli: number
  readonly unit_price_cents: number
  readonly total_cents: number
  readonly detail: ItemDetail | null
}

export interface ItemDetail extends SoldFacts {
  readonly externalCode: string | null
  readonly notes: string | null
  readonly options: Order['items'][number]['options']
  /** When it came, nothing in the menu matched it (server/orders/matching). */
  readonly unmapped?: true
  /** What the marketplace calls this line while the order is picked. */
  readonly pickId?: string
}

interface IncomingEvent {
  readonly id: string
  readonly source: string
  readonly source_event_id: string
  readonly type: string
  readonly at: string
  readonly actor_uid: string | null
  readonly actor_name: string | null
  readonly data: Readonly<Record<string, unknown>> | null
}

/** Its lane is the order. */
type IncomingEffect = {
  readonly [K in 'acceptance-reminder' | 'auto-accept']: {
    readonly id: string
    readonly kind: K
    readonly payload: EffectInput<K>
    readonly due_at: string
  }
}['acceptance-reminder' | 'auto-accept']

export interface OrderDetail {
  readonly customer: {
    readonly name: string
    readonly phone: string | null
    readonly document: string | null
    readonly ordersCount: number | null
  }
  readonly fees: Order['fees']
  readonly discounts: Order['discounts']
  readonly payments: Order['payments']
  readonly delivery: Order['delivery']
  readonly schedule: Order['schedule']
  readonly indoor: Order['indoor']
  readonly notes: string | null
  readonly cancellation?: Order['cancellation']
  readonly refusal?: Order['refusal']
  readonly motoboy?: Order['motoboy']
  readonly storeNote?: string | null
  /** Something that the channel sent was left out (server/marketplaces/sanitise/sanitise-order.ts). */
  readonly incomplete?: boolean
  /** What the channel says of its items that we have no place for, in its words. */
  readonly notUnderstood?: readonly string[]
  /** What the channel encrypts and does not show to the store, as sentences. */
  readonly unreadable?: readonly string[]
  /** The marketplace waits for the store to say that it was delivered or picked up. */
  readonly asksDelivered?: boolean
  /** When it came, the store had switched off orders of its type. */
  readonly serviceOff?: boolean
  /** What its marketplace changed last. */
  readonly changed?: NonNullable<Order['changed']>
  readonly quote?: NonNullable<Order['quote']>
  /** One of the items is alcoholic, by the menu of the moment it was sold. */
  readonly alcohol?: boolean
  readonly documentCheck?: NonNullable<Order['documentCheck']>
  /** Its marketplace checks a code of the customer's. */
  readonly takesCode?: boolean
  readonly codeCheck?: NonNullable<Order['codeCheck']>
  /** Of a shop: its items are picked step by step. */
  readonly picksItems?: boolean
  /** Null: a start that the marketplace did not take. */
  readonly picking?: NonNullable<Order['picking']> | null
  /** Its marketplace lends one of its couriers. */
  readonly lendsCourier?: boolean
  /** `heardAt`: when the marketplace spoke of it last; what it said before changes nothing. */
  readonly courierOnDemand?: NonNullable<Order['courierOnDemand']> & {
    readonly heardAt?: string
    /** The marketplace's own id of an order that it carries for another channel; absent: not known yet. */
    readonly externalId?: string
    /** Of such an order: a courier has accepted it. */
    readonly accepted?: boolean
  }
  readonly partner?: Readonly<Record<string, unknown>>
}

export interface MoneyColumns {
  readonly gross_cents: number
  readonly store_discount_cents: number
  readonly marketplace_discount_cents: number
  readonly delivery_fee_cents: number
  readonly service_fee_cents: number
  readonly tip_cents: number
}

/** Every money column that follows from an order's document. */
export interface OrderColumns extends MoneyColumns {
  readonly commission_cents: number
  readonly payment_fee_cents: number
  readonly logistics_cents: number
}

/** Computes the money columns that reports add up from the parts of an order. */
export function moneyColumns(parts: {
  readonly items: readonly { readonly totalCents: number }[]
  readonly fees: Order['fees']
  readonly discounts: Order['discounts']
}): MoneyColumns {
  const feesOf = (types: readonly string[]) =>
    sum(parts.fees.filter((fee) => types.includes(fee.type)).map((fee) => fee.cents))
  const sponsored = sum(
    parts.discounts
      .flatMap((discount) => discount.sponsors)
      .filter((s) => s.name === 'MERCHANT')
      .map((s) => s.cents),
  )
  const discounts = sum(parts.discounts.map((discount) => discount.cents))
  const delivery = feesOf(['DELIVERY_FEE'])
  const tip = feesOf(['TIP'])
  return {
    gross_cents: sum(parts.items.map((item) => item.totalCents)),
    store_discount_cents: sponsored,
    marketplace_discount_cents: discounts - sponsored,
    delivery_fee_cents: delivery,
    tip_cents: tip,
    // Fees other than delivery and tip count as service fees, including minimum order and marketplace
    // fees.
    service_fee_cents: sum(parts.fees.map((fee) => fee.cents)) - delivery - tip,
  }
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
