import { withChannel } from '../../contract/shared/channels.ts'
import type { weekdays } from '../../contract/stores/stores.ts'
import type { OrderAction } from '../../contract/orders/states.ts'
import type { LedgerLine, PayoutWeek } from './ledger.ts'
import type { MarketplaceEvent } from './marketplace-event.ts'
import type { MarketplaceOrder } from './marketplace-order.ts'

/**
 * A marketplace as the rest of the server knows it: one connection with one credential. Everything that
 * it answers is in our own types. Every call goes over the network: never in a transaction.
 */
export interface Marketplace extends MerchantPauses, MerchantHours {
  readonly platform: string
  readonly capabilities: Capabilities
  readonly rules: PublishedRules
  /** `present` false: the events are read without showing the merchants as online. */
  pollEvents(
    merchantIds: readonly string[],
    signal?: AbortSignal,
    present?: boolean,
  ): Promise<readonly MarketplaceEvent[]>
  acknowledge(eventIds: readonly string[]): Promise<void>
  /** Translates a kept event again, so that a better translation reaches events that wait. Null: not an event. */
  readEvent(raw: unknown, receivedAt: Date): MarketplaceEvent | null
  readOrder(externalId: string): Promise<MarketplaceOrder>
  /** Resolves when the marketplace has taken the request; its event reports the outcome. */
  request(externalId: string, request: MarketplaceRequest): Promise<void>
  cancellationReasons(externalId: string): Promise<readonly OfferedReason[]>
  merchantStatus(merchantId: string, signal?: AbortSignal): Promise<MerchantStatus>
  /** Lines of the ledger whose payout week is in these days. */
  readLedger(merchantId: string, from: string, to: string, aside?: SetAside): Promise<readonly LedgerLine[]>
  /** Payout weeks computed in these days. */
  readPayouts(merchantId: string, from: string, to: string, aside?: SetAside): Promise<readonly PayoutWeek[]>
  readReviews(merchantId: string, from: Date, to: Date, aside?: SetAside): Promise<readonly PartnerReview[]>
  readReview(merchantId: string, reviewId: string): Promise<PartnerReview>
  answerReview(merchantId: string, reviewId: string, text: string): Promise<void>
  /** Resolves when the answer was taken; an event reports the outcome. */
  answerDispute(disputeId: string, answer: DisputeAnswer): Promise<void>
  /** Idempotent. */
  setItemStatus(merchantId: string, itemId: string, status: 'AVAILABLE' | 'UNAVAILABLE'): Promise<void>
  setItemPrice(merchantId: string, itemId: string, priceCents: number): Promise<void>
  /** Everything that the merchant sells there. Absent: the marketplace does not tell. */
  readCatalogue?(merchantId: string): Promise<readonly CatalogueItem[]>
  /** Absent: the marketplace says nothing about merchants themselves. */
  readonly account?: MerchantAccount
}

/** As the marketplace says it, not checked: its readers leave out what is odd. `priceCents` null: no price. */
export interface CatalogueItem {
  readonly partnerItemId: string
  readonly category: string
  readonly name: unknown
  readonly description: unknown
  readonly externalCode: unknown
  readonly priceCents: number | null
  /** Where its photo is. */
  readonly photo?: string | undefined
  readonly groups: readonly {
    readonly name: unknown
    readonly externalCode: unknown
    readonly minPermitted: unknown
    readonly maxPermitted: unknown
    readonly options: readonly {
      readonly name: unknown
      readonly externalCode: unknown
      readonly priceCents: number | null
    }[]
  }[]
}

/** What a marketplace says about merchants before a store is connected to them. */
export interface MerchantAccount {
  /** Every merchant that this credential reaches. */
  listMerchants(): Promise<readonly ListedMerchant[]>
  /** Throws `unauthorised` or `not-found`. An access that was approved a moment ago counts. */
  readMerchant(merchantId: string): Promise<ListedMerchant>
  countItems(merchantId: string): Promise<number>
  /** Opening times of its week. */
  countShifts(merchantId: string): Promise<number>
}

export interface ListedMerchant {
  readonly merchantId: string
  readonly name: string
  readonly address: string | null
}

/** Takes a document that cannot be read, so that the others of its list are. */
export type SetAside = (document: unknown) => void

/** What the marketplace's API offers. The server never calls what isn't offered. */
export interface Capabilities {
  readonly polling: boolean
  readonly pause: boolean
  /** Takes the store's opening hours. */
  readonly hours: boolean
  readonly menu: 'full' | 'partial' | 'none'
  readonly prices: 'full' | 'partial' | 'none'
  readonly reviews: boolean
  readonly ledger: boolean
  readonly disputes: boolean
  readonly tracking: boolean
}

/** The rules that the marketplace publishes, as data. */
export interface PublishedRules {
  readonly acceptWithinSeconds: number
  readonly presence: {
    readonly pollEverySeconds: number
    readonly offlineAfterSeconds: number
    /** The most merchants that one poll may name. */
    readonly merchantsPerPoll: number
    readonly acknowledgedPerCall: number
  }
  /** How soon a webhook must be answered. */
  readonly replyWithinSeconds: number
  readonly longestPauseDays: number
  /** `integer64` doesn't fit a JavaScript number: such a marketplace keeps its ids as text at the door. */
  readonly idKind: 'uuid' | 'integer64' | 'text'
}

export interface MerchantPause {
  readonly words: string
  readonly start: Date
  readonly end: Date
  readonly timezone: string
}

export interface MerchantPauses {
  /** Returns the marketplace's id of the pause; idempotent. */
  pauseMerchant(merchantId: string, pause: MerchantPause): Promise<string>
  resumeMerchant(merchantId: string, pauseId: string): Promise<void>
  /** Those that have not ended, of any origin. */
  readPauses(merchantId: string, timezone: string, signal?: AbortSignal): Promise<readonly KnownPause[]>
}

/** A pause as the marketplace lists it. */
export interface KnownPause {
  readonly id: string
  readonly words: string
  readonly start: Date
  readonly end: Date
}

/** Opening hours from `start` on, for as long as `minutes`; it may go past midnight, never past a day. */
export interface WeekShift {
  readonly weekday: (typeof weekdays)[number]
  /** Local `HH:MM`. */
  readonly start: string
  readonly minutes: number
}

export interface MerchantHours {
  readHours(merchantId: string, signal?: AbortSignal): Promise<readonly WeekShift[]>
  /** Replaces the whole week: a day without a shift is closed. Idempotent. */
  writeHours(merchantId: string, week: readonly WeekShift[]): Promise<void>
}

export interface MarketplaceRequest {
  readonly action: OrderAction
  readonly code?: string
  readonly reason?: string
}

export interface OfferedReason {
  readonly code: string
  readonly description: string
}

/** What a marketplace looks at before it lets a store sell. */
export const merchantChecks = [
  'connection',
  'hours',
  'pause',
  'radius',
  'payout',
  'logistics',
  'terms',
  'availability',
] as const
export type MerchantCheck = (typeof merchantChecks)[number]

export interface MerchantStatus {
  readonly available: boolean
  /** Why not, in the marketplace's words. */
  readonly said: string | null
  /** What is not as it should be, in the marketplace's words where it has some. */
  readonly failed: readonly { readonly check: MerchantCheck; readonly said: string | null }[]
  /** False: the marketplace does not let us reopen the store. */
  readonly reopenable: boolean
}

export interface PartnerReview {
  readonly id: string
  readonly orderId: string | null
  readonly orderedAt: Date | null
  readonly score: number
  readonly comment: string | null
  readonly createdAt: Date
  readonly status: string
  /** Found to be false or abusive: it counts for nothing. */
  readonly discarded: boolean
  readonly public: boolean
  readonly tags: readonly string[]
  readonly reply: { readonly text: string; readonly at: Date | null } | null
  readonly replyDue: Date | null
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

export type MarketplaceFailure =
  | 'not-found'
  | 'refused'
  | 'unauthorised'
  | 'throttled'
  | 'unreachable'
  | 'not-configured'

/** What failed at the marketplace, and whether trying again can help. */
export class MarketplaceError extends Error {
  readonly platform: string
  readonly kind: MarketplaceFailure
  readonly temporary: boolean
  /** pt-BR, for the person who asked. */
  readonly words: string
  readonly unauthorisedMerchants: readonly string[]

  constructor(
    platform: string,
    kind: MarketplaceFailure,
    detail: string,
    unauthorisedMerchants: readonly string[] = [],
  ) {
    super(`${platform} ${kind}: ${detail}`)
    this.name = 'MarketplaceError'
    this.platform = platform
    this.kind = kind
    this.temporary = kind === 'throttled' || kind === 'unreachable' || kind === 'unauthorised'
    this.words = sentences[kind](platform)
    this.unauthorisedMerchants = unauthorisedMerchants
  }
}

const sentences: Record<MarketplaceFailure, (platform: string) => string> = {
  'not-found': (platform) => `${withChannel('O', platform)} não encontrou este pedido.`,
  refused: (platform) =>
    `${withChannel('O', platform)} não aceitou esta ação para o pedido como ele está agora.`,
  unauthorised: (platform) =>
    `${withChannel('O', platform)} recusou o acesso desta loja. Confira em Ajustes, Canais.`,
  throttled: (platform) => `${withChannel('O', platform)} pediu para esperar um pouco.`,
  unreachable: (platform) => `${withChannel('O', platform)} não respondeu. Tente de novo em instantes.`,
  'not-configured': (platform) => `Falta conectar ${withChannel('o', platform)}.`,
}
