import type { PickedChange } from '../../contract/orders/picking.ts'
import type { OrderAction } from '../../contract/orders/states.ts'
import type { CourierAnswer, MerchantDeliveries, OfferedReason } from './deliveries.ts'
import type { MerchantLedger } from './ledger.ts'
import { MarketplaceError } from './marketplace-error.ts'
import type { MarketplaceEvent } from './marketplace-event.ts'
import type { MarketplaceOrder } from './marketplace-order.ts'
import type {
  MerchantAccount,
  MerchantCatalogue,
  MerchantHours,
  MerchantMenu,
  MerchantOptions,
  MerchantPauses,
  MerchantPrices,
  MerchantStatuses,
} from './merchant.ts'
import type { MerchantPublishing } from './published-menu.ts'
import type { MerchantReviews } from './review.ts'

/**
 * A marketplace as the rest of the server knows it: one connection with one credential, facet by facet, in our own
 * types. A facet that is absent is not offered, and nothing calls it. Every call goes over the network, except
 * `events.read`: never in a transaction.
 */
export interface Marketplace extends OfferedFacets {
  readonly platform: string
  readonly orders: MarketplaceOrders
  readonly events: MarketplaceEvents
}

/** What a marketplace may leave out. */
export interface OfferedFacets {
  /** Absent: events arrive by the webhook alone. */
  readonly polling?: EventPolling
  readonly status?: MerchantStatuses
  readonly pauses?: MerchantPauses
  readonly hours?: MerchantHours
  readonly menu?: MerchantMenu
  readonly prices?: MerchantPrices
  readonly options?: MerchantOptions
  readonly catalogue?: MerchantCatalogue
  readonly publishing?: MerchantPublishing
  readonly reviews?: MerchantReviews
  readonly ledger?: MerchantLedger
  readonly disputes?: MarketplaceDisputes
  /** Absent: it carries orders of its own alone. */
  readonly deliveries?: MerchantDeliveries
  /** What a connection in the panel asks. */
  readonly account?: MerchantAccount
}

/** A facet that a person's request needs. Throws `not-offered`: its `words` point to the marketplace's own app. */
export function requireFacet<K extends keyof OfferedFacets>(
  marketplace: Marketplace,
  facet: K,
): NonNullable<OfferedFacets[K]> {
  const found = marketplace[facet]
  if (!found) throw new MarketplaceError(marketplace.platform, 'not-offered', facet)
  return found
}

export interface MarketplaceOrders {
  read(externalId: string): Promise<MarketplaceOrder>
  /**
   * Resolves when the marketplace has taken the request; its event reports the outcome. `unasked`: it wants no such
   * request for this order, so no event follows, and the store decides the step.
   */
  request(externalId: string, request: MarketplaceRequest): Promise<'taken' | 'unasked'>
  /** Absent: it takes a cancellation without a reason of its own list. */
  readonly cancellationReasons?: (externalId: string) => Promise<readonly OfferedReason[]>
  /** Absent: it checks no code of a customer's. The order stays as it is; what follows comes as an event. */
  readonly checkCode?: (externalId: string, code: string) => Promise<CodeVerdict>
  /** Absent: it lends no couriers. */
  readonly couriers?: LentCouriers
  /** Absent: nobody picks items by its rules. */
  readonly picking?: OrderPicking
}

/** The picking of a shop's order. Changes count once it has ended; an event follows, and the order is read again. */
export interface OrderPicking {
  start(externalId: string): Promise<void>
  change(externalId: string, change: PickedChange): Promise<void>
  end(externalId: string): Promise<void>
}

/** Couriers of the marketplace's own, on demand, for an order that the store delivers. */
export interface LentCouriers {
  offer(externalId: string): Promise<CourierAnswer>
  /** Resolves when it has taken the request; an event reports the outcome. Throws `refused` for a quote that has ended. */
  ask(externalId: string, quoteId: string): Promise<void>
  /** The same, of taking it back. */
  cancel(externalId: string): Promise<void>
}

/** What a marketplace says of a code that a customer gave to the store's courier. */
export interface CodeVerdict {
  readonly right: boolean
  /** Why not, in its words. */
  readonly said: string | null
}

export interface MarketplaceRequest {
  readonly action: OrderAction
  readonly code?: string
  readonly reason?: string
}

interface MarketplaceEvents {
  /** Translates a kept event again, so that a better translation reaches events that wait. Null: not an event. */
  read(raw: unknown, receivedAt: Date): MarketplaceEvent | null
}

export interface EventPolling {
  /** The most merchants that one poll may name. */
  readonly maxMerchants: number
  /** The most events that one acknowledgment may name. */
  readonly maxAcknowledged: number
  /** Seconds that this deployment sets. Absent: those that the marketplace publishes (contract/shared/channel-table.ts). */
  readonly everySeconds?: number | undefined
  /** `present` false: the events are read without showing the merchants as online. */
  poll(
    merchantIds: readonly string[],
    signal?: AbortSignal,
    present?: boolean,
  ): Promise<readonly MarketplaceEvent[]>
  acknowledge(eventIds: readonly string[]): Promise<void>
}

export interface MarketplaceDisputes {
  /** Resolves when the answer was taken; an event reports the outcome. */
  answer(disputeId: string, answer: DisputeAnswer): Promise<void>
}

export type DisputeAnswer =
  | { readonly answer: 'accept'; readonly reason?: string }
  | { readonly answer: 'reject'; readonly reason: string }
  | {
      readonly answer: 'alternative'
      readonly alternativeId: string
      readonly type: string
      readonly cents?: number
      /** The offer's maximum as the marketplace wrote it. */
      readonly mostText?: string
      readonly minutes?: number
    }
