import type { FastifyRequest } from 'fastify'

/** A merchant as the application knows it. */
export interface Merchant {
  readonly merchantId: string
  readonly name: string
  /** Credentials that it gave to the merchant alone. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** The id that the software gave it by the onboarding call; absent: its own. */
  readonly softwareId?: string
  /** Where the software shows its menu. */
  readonly menuUrl?: string
  /** Where its events are posted besides being polled. */
  readonly webhookUrl?: string
  /** Events are posted and not polled. */
  readonly webhookOnly?: boolean
  /** How long its tokens last; default an hour. */
  readonly tokenSeconds?: number
  /** The software closed it: it sells nothing, whatever its hours. */
  readonly isClosed?: boolean
  /** The software suspended it until then, in milliseconds of the clock; it then sells again on its own. */
  readonly standsByUntil?: number
  /** An older application: it takes no single objects. */
  readonly refusesObjects?: boolean
  /** Of requests to cancel an order. */
  readonly grantsCancellation?: boolean
}

export interface PlacedOrder {
  readonly merchantId: string
  readonly document: Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string }
  lastEvent: string
  /** What the customer says at the door; by default the order's number, so that a visitor of the demo knows it. */
  readonly deliveryCode: string
  /** Every action that was taken, with its body. */
  readonly actions: { readonly action: string; readonly body: unknown }[]
}

export interface StatusNews {
  readonly merchantId: string
  readonly merchantStatus: 'AVAILABLE' | 'UNAVAILABLE'
}

/** Objects of a merchant that the software sent. */
export interface ObjectNews {
  readonly merchantId: string
  readonly entityType: string
  readonly updatedObjects: readonly object[]
}

export interface SentEvent {
  readonly merchantId: string
  readonly event: Readonly<Record<string, unknown>> & { readonly eventId: string }
  acknowledged: boolean
}

/** Parts of a document that take the place of the generated ones. */
export interface OrderWish {
  readonly merchantId: string
  readonly type?: 'DELIVERY' | 'TAKEOUT' | 'INDOOR'
  readonly fields?: Readonly<Record<string, unknown>>
  readonly deliveryCode?: string
}

/** What an application's orders and events are like. */
export interface Traits {
  /** Whose events a poll asks for. */
  readonly polled: (request: FastifyRequest) => readonly Merchant[]
  readonly acknowledgment: object
  /** Whether its documents are the schemas' of version 1.7. */
  readonly conforms: boolean
  readonly webhook: { readonly encoding: 'hex' | 'base64'; readonly taken: readonly number[] }
  /** An id that it gives to an order; null: a UUID. */
  readonly newOrderId: ((count: number) => string) | null
  /** Goes before the number that a customer reads out. */
  readonly displayPrefix: string
  /** An order's document as the application serves it. */
  readonly served: (document: PlacedOrder['document']) => PlacedOrder['document']
}
