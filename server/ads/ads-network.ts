/** SHA-256 in hex of a phone's digits, the only form in which one leaves the house. */
export type HashedPhone = string & { readonly hashed: unique symbol }

export interface AdsAccess {
  readonly datasetId: string
  /** The WhatsApp business account. */
  readonly accountId: string
  readonly accessToken: string
  /** The network's test view; null: purchases count. */
  readonly testEventCode: string | null
}

/** A concluded order, without anything that says who the customer is. */
export interface Purchase {
  /** The same for every try, so that the network counts it once. */
  readonly eventId: string
  readonly at: Date
  readonly valueCents: number
  readonly phone: HashedPhone | null
  readonly click: { readonly kind: 'ctwaClid' | 'fbclid'; readonly id: string; readonly at: Date } | null
}

/** An ad network that learns which ads sell. */
export interface AdsNetwork {
  /** The dataset's name. Throws AdsError. */
  datasetName(access: AdsAccess): Promise<string>
  /** Throws AdsError. */
  sendPurchase(access: AdsAccess, purchase: Purchase): Promise<void>
}

/** `refused` stays so however often it is tried; `unreachable` may pass. The message is pt-BR for the screen. */
export class AdsError extends Error {
  readonly kind: 'refused' | 'unreachable'
  constructor(kind: 'refused' | 'unreachable', words: string) {
    super(words)
    this.name = 'AdsError'
    this.kind = kind
  }
}
