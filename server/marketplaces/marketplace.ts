import type { OrderAction } from '../../contract/orders/states.ts'

export interface MerchantPause {
  readonly words: string
  readonly start: Date
  readonly end: Date
  readonly timezone: string
}

export interface MerchantPauses {
  /** Answers how the marketplace names the pause; repeating it is harmless. */
  pauseMerchant(merchantId: string, pause: MerchantPause): Promise<string>
  resumeMerchant(merchantId: string, pauseId: string): Promise<void>
}

/** A marketplace as the rest of the server knows it. Every call goes over the network: never in a transaction. */
export interface Marketplace extends MerchantPauses {
  pollEvents(merchantIds: readonly string[]): Promise<readonly unknown[]>
  acknowledge(eventIds: readonly string[]): Promise<void>
  readOrder(externalId: string): Promise<unknown>
  /** Resolves when the marketplace has taken the request; its event says what came of it. */
  request(externalId: string, request: MarketplaceRequest): Promise<void>
  cancellationReasons(
    externalId: string,
  ): Promise<readonly { readonly code: string; readonly description: string }[]>
  merchantStatus(merchantId: string): Promise<MerchantStatus>
  /** Lines of the ledger whose payout week lies in these days. */
  readLedger(merchantId: string, from: string, to: string): Promise<readonly LedgerLine[]>
  /** Payout weeks computed in these days. */
  readPayouts(merchantId: string, from: string, to: string): Promise<readonly PayoutWeek[]>
  readReviews(merchantId: string, from: Date, to: Date): Promise<readonly PartnerReview[]>
  readReview(merchantId: string, reviewId: string): Promise<PartnerReview>
  answerReview(merchantId: string, reviewId: string, text: string): Promise<void>
  /** Resolves when the answer was taken; an event says what came of it. */
  answerDispute(disputeId: string, answer: DisputeAnswer): Promise<void>
  /** Repeating it is harmless. */
  setItemStatus(merchantId: string, itemId: string, status: 'AVAILABLE' | 'UNAVAILABLE'): Promise<void>
  setItemPrice(merchantId: string, itemId: string, priceCents: number): Promise<void>
}

export interface MarketplaceRequest {
  readonly action: OrderAction
  readonly code?: string
  readonly reason?: string
}

interface MerchantStatus {
  readonly available: boolean
  /** Why not, in the marketplace's words. */
  readonly said: string | null
}

export type LedgerKind =
  | 'sale'
  | 'subsidy'
  | 'commission'
  | 'paymentFee'
  | 'logistics'
  | 'cancellation'
  | 'refund'
  | 'adjustment'
  | 'anticipation'
  | 'subscription'
  | 'other'

/** A line of the partner's ledger; `raw` is the whole of it. */
export interface LedgerLine {
  readonly id: string
  readonly orderId: string | null
  readonly kind: LedgerKind
  readonly partnerKind: string
  readonly description: string | null
  /** Signed: what it does to the payout. */
  readonly cents: number
  readonly transferred: boolean
  readonly saleDay: string
  /** The instant of the sale, where the partner says more than its day. */
  readonly saleAt: string | null
  readonly periodFrom: string
  readonly periodTo: string
  readonly expectedOn: string | null
  readonly raw: unknown
}

export interface PayoutWeek {
  readonly id: string
  readonly periodFrom: string
  readonly periodTo: string
  readonly expectedOn: string | null
  readonly paidOn: string | null
  readonly cents: number
  readonly status: 'settled' | 'paid' | 'failed'
  readonly raw: unknown
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
      readonly minutes?: number
    }

export type MarketplaceFailure =
  | 'not-found'
  | 'refused'
  | 'unauthorised'
  | 'throttled'
  | 'unreachable'
  | 'not-configured'

/** What went wrong over there, and whether trying again can help. */
export class MarketplaceError extends Error {
  readonly kind: MarketplaceFailure
  readonly temporary: boolean
  /** pt-BR, for the person who asked. */
  readonly words: string
  readonly unauthorisedMerchants: readonly string[]

  constructor(kind: MarketplaceFailure, detail: string, unauthorisedMerchants: readonly string[] = []) {
    super(`marketplace ${kind}: ${detail}`)
    this.name = 'MarketplaceError'
    this.kind = kind
    this.temporary = kind === 'throttled' || kind === 'unreachable' || kind === 'unauthorised'
    this.words = sentences[kind]
    this.unauthorisedMerchants = unauthorisedMerchants
  }
}

const sentences: Record<MarketplaceFailure, string> = {
  'not-found': 'O iFood não encontrou este pedido.',
  refused: 'O iFood não aceitou esta ação para o pedido como ele está agora.',
  unauthorised: 'O iFood recusou o acesso desta loja. Confira a integração.',
  throttled: 'O iFood pediu para esperar um pouco.',
  unreachable: 'O iFood não respondeu. Tente de novo em instantes.',
  'not-configured': 'A integração com o iFood não está configurada.',
}
