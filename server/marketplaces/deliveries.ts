import type { CourierOffer } from '../../contract/orders/courier-on-demand.ts'
import type { OrderAddress } from '../../contract/orders/orders.ts'

/** Couriers of the marketplace's own, for orders of the store's other channels, which it does not know. */
export interface MerchantDeliveries {
  offer(merchantId: string, to: { readonly lat: number; readonly lng: number }): Promise<CourierAnswer>
  /** Registers the order there. Events about it follow, under the id that it answers. */
  ask(merchantId: string, parcel: Parcel): Promise<Registered>
  /** Of a registered order, which the marketplace places with the store like any other. */
  confirm(externalId: string): Promise<void>
  /** Empty: it cannot be taken back any more. */
  cancelReasons(externalId: string): Promise<readonly OfferedReason[]>
  cancel(externalId: string, reason: OfferedReason): Promise<void>
  answerAddressChange(externalId: string, accept: boolean): Promise<void>
}

/** As little of an order as its delivery needs. */
export interface Parcel {
  readonly quoteId: string
  /** For the person at the door; it comes back with the events' order. */
  readonly displayId: string
  readonly customerName: string
  /** E.164; null: the courier asks for no code. */
  readonly phone: string | null
  readonly address: OrderAddress
  readonly orderCents: number
}

export interface Registered {
  readonly externalId: string
  /** Where the customer follows the courier. */
  readonly trackingUrl: string | null
}

/** `refusal`: why there is no offer, in pt-BR. */
export interface CourierAnswer {
  readonly offer: CourierOffer | null
  readonly refusal: string | null
}

export interface OfferedReason {
  readonly code: string
  readonly description: string
}
