import type { OrderStatus } from '../../contract/orders/kinds.ts'
import type { DisputeClaim, DisputeState } from '../../contract/orders/disputes.ts'
import type { Order, OrderAddress } from '../../contract/orders/orders.ts'

/** An event of a marketplace in our own words. `raw` is the event as it was sent. */
export type MarketplaceEvent = EventEnvelope & EventNews

interface EventEnvelope {
  /** Empty: it came without one. It is kept for a person, and cannot be acknowledged. */
  readonly id: string
  /** The marketplace's own name of the event. */
  readonly code: string
  readonly orderId: string | null
  readonly merchantId: string | null
  readonly at: Date
  readonly raw: Readonly<Record<string, unknown>>
}

export type EventNews =
  | { readonly type: Exclude<OrderStatus, 'cancelled'> }
  | { readonly type: 'cancelled'; readonly cancellation: EventCancellation }
  /** Items, values, address, payment or times: the order has to be read again. */
  | {
      readonly type: 'changed'
      /** The picking of its items has ended. */
      readonly endsPicking?: boolean
    }
  | { readonly type: 'cancellation-refused' }
  | { readonly type: 'dispute-opened'; readonly dispute: OpenedDispute | null }
  | { readonly type: 'dispute-settled'; readonly settlement: DisputeSettlement | null }
  /** Asks whether we are there, or which of these merchants are: answered, never kept. */
  | { readonly type: 'keep-alive'; readonly merchantIds?: readonly string[] }
  /** Kept in the timeline under the marketplace's own name. */
  | {
      readonly type: 'other'
      readonly details: Readonly<Record<string, unknown>> | null
      /** The store's courier is to ask the customer for a code, which the marketplace checks. */
      readonly asksCode?: boolean
      /** What became of a request for a courier of the marketplace's own. */
      readonly courier?: NonNullable<Order['courierOnDemand']>['state']
      /** What a courier of the marketplace's own asks the customer for at the door. */
      readonly dropCode?: string
      /** The customer asks for another address; null: nothing that we could read. */
      readonly asksAddress?: OrderAddress | null
      /** Such a request was denied, or nobody answered it in time. */
      readonly deniesAddress?: boolean
      /** The cancellation of an order that the marketplace carries for another channel was asked for. */
      readonly cancelsCarried?: boolean
    }

export interface EventCancellation {
  readonly reason: string | null
  readonly code: string | null
  readonly responsible: NonNullable<Order['cancellation']>['responsible']
  /** It grants what an open negotiation about the order asked for, and ends it. */
  readonly endsDisputes?: boolean
}

export interface OpenedDispute {
  readonly disputeId: string
  readonly kind: string
  readonly handshakeType: string | null
  readonly message: string | null
  /** Null: the whole order. */
  readonly askedCents: number | null
  readonly expiresAt: Date | null
  /** Whether the customer gets the money back when nobody answers in time. */
  readonly timeoutAction: string | null
  readonly reasons: readonly string[]
  readonly alternatives: readonly DisputeAlternative[]
  /** The dishes that are contested; empty: none is named. */
  readonly claims: readonly DisputeClaim[]
  /** Addresses of the customer's pictures. */
  readonly photos: readonly string[]
}

export interface DisputeAlternative {
  readonly id: string
  readonly type: string
  readonly mostCents: number | null
  readonly mostText?: string | undefined
  readonly minutes: readonly number[]
}

export interface DisputeSettlement {
  /** Null: of those that the order had open. */
  readonly disputeId: string | null
  readonly state: Exclude<DisputeState, 'open' | 'answering'> | null
  /** The amount of the alternative that was chosen. */
  readonly offeredCents: number | null
}
