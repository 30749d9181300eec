import type { Order } from '../../contract/orders/orders.ts'
import type { OrderType } from '../../contract/orders/kinds.ts'

/** An order of a marketplace in our own types: centavos and Dates. `raw` is the document as it was sent. */
export interface MarketplaceOrder {
  readonly externalId: string
  readonly merchantId: string
  /** Null: numbered by the store. */
  readonly displayId: string | null
  readonly type: OrderType
  readonly timing: Order['timing']
  readonly createdAt: Date
  readonly promisedAt: Date | null
  readonly preparationStartAt: Date | null
  readonly customer: MarketplaceCustomer
  readonly items: readonly MarketplaceItem[]
  readonly fees: Order['fees']
  readonly discounts: Order['discounts']
  readonly payments: Order['payments']
  readonly delivery: Order['delivery']
  readonly schedule: Order['schedule']
  readonly indoor: Order['indoor']
  readonly notes: string | null
  /** What the customer pays in all. */
  readonly orderCents: number
  readonly isTest: boolean
  /** Whether the marketplace waits for the store to say that it was delivered or picked up. */
  readonly asksDelivered?: boolean
  /** Whether it checks a code that the customer gives to the store's courier. */
  readonly takesCode?: boolean
  /** Whether it lends one of its couriers for this order. */
  readonly lendsCourier?: boolean
  /** Of a shop: its items are picked step by step. */
  readonly picksItems?: boolean
  /** Of another channel: registered there for one of its couriers. */
  readonly fromElsewhere?: boolean
  /** Paths of what the reader could not take as it was sent. */
  readonly doubts?: readonly string[]
  /** What the items say that no field here takes, as lines for people: where, in the sender's words. */
  readonly notUnderstood?: readonly string[]
  /** What the channel encrypts and shows nobody, as sentences. Nothing that the store needs. */
  readonly unreadable?: readonly string[]
  readonly raw: Readonly<Record<string, unknown>>
}

export interface MarketplaceCustomer {
  /** Null: the marketplace hides it. */
  readonly name: string | null
  readonly phone: string | null
  readonly document: string | null
  /** With this one; null: not sent. */
  readonly ordersCount: number | null
}

export interface MarketplaceItem {
  readonly name: string
  readonly externalCode: string | null
  readonly quantity: number
  readonly unitPriceCents: number
  readonly totalCents: number
  readonly notes: string | null
  readonly options: Order['items'][number]['options']
  /** What the marketplace calls this line while the order is picked. */
  readonly pickId?: string
}
