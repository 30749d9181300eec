import type { SetAside } from './sanitise/read-each.ts'

/** Reviews that the marketplace publishes, and the store's replies. */
export interface MerchantReviews {
  read(merchantId: string, from: Date, to: Date, aside?: SetAside): Promise<readonly PartnerReview[]>
  readOne(merchantId: string, reviewId: string): Promise<PartnerReview>
  answer(merchantId: string, reviewId: string, text: string): Promise<void>
  /** Null: it has none yet. Absent: the marketplace does not say it. */
  readonly readSummary?: (merchantId: string) => Promise<ReviewSummary | null>
}

/** What customers see of a merchant's reviews. */
interface ReviewSummary {
  /** From 1 to 5; null: nothing counts yet. */
  readonly score: number | null
  /** Reviews that count towards the score. */
  readonly counted: number
  readonly total: number
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
