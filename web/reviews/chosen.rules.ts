import type { Dispute } from '../../contract/orders/disputes.ts'
import type { Review } from '../../contract/reviews/reviews.ts'
import type { AfterSaleSearch } from './after-sale-search.rules.ts'

export type Opened =
  | { readonly kind: 'dispute'; readonly id: string; readonly dispute: Dispute }
  | { readonly kind: 'review'; readonly id: string; readonly review: Review }

export interface Listed {
  readonly disputes: readonly Dispute[]
  readonly reviews: readonly Review[]
  /** Their time ended without an answer. */
  readonly overdue: readonly Dispute[]
}

/**
 * What is open: the one of the address, else the one that was open before, so that nothing new takes the place of what
 * somebody is answering; else what is due first, at the store of the address if it has any.
 */
export function chosenOf(
  { disputes, reviews, overdue }: Listed,
  { abrir, loja }: AfterSaleSearch,
  before: string | null,
): Opened | null {
  const all: readonly Opened[] = [
    ...disputes.map(ofDispute),
    ...reviews.map((review) => ({ kind: 'review' as const, id: review.id, review })),
    ...overdue.map(ofDispute),
  ]
  const named = (id: string | null | undefined) => all.find((one) => one.id === id)
  const atStore = all.find((one) => storeOf(one) === loja)
  return named(abrir) ?? named(before) ?? atStore ?? all[0] ?? null
}

const ofDispute = (dispute: Dispute) => ({ kind: 'dispute' as const, id: dispute.id, dispute })

const storeOf = (one: Opened): string => (one.kind === 'dispute' ? one.dispute.storeId : one.review.storeId)
