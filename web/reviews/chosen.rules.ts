import type { Dispute } from '../../contract/orders/disputes.ts'
import type { Review } from '../../contract/reviews/reviews.ts'
import type { AfterSaleSearch } from './after-sale-search.rules.ts'

export type Opened =
  | { readonly kind: 'dispute'; readonly id: string; readonly dispute: Dispute }
  | { readonly kind: 'review'; readonly id: string; readonly review: Review }

interface Listed {
  readonly disputes: readonly Dispute[]
  readonly reviews: readonly Review[]
}

/**
 * What is open: the one of the address, else the one that was open before, so that nothing new takes the place of what
 * somebody is answering; else what is due first, at the store of the address if it has any.
 */
export function chosenOf(
  { disputes, reviews }: Listed,
  { abrir, loja }: AfterSaleSearch,
  before: string | null,
): Opened | null {
  const all: readonly Opened[] = [
    ...disputes.map((dispute) => ({ kind: 'dispute' as const, id: dispute.id, dispute })),
    ...reviews.map((review) => ({ kind: 'review' as const, id: review.id, review })),
  ]
  const named = (id: string | null | undefined) => all.find((one) => one.id === id)
  const atStore = all.find((one) => storeOf(one) === loja)
  return named(abrir) ?? named(before) ?? atStore ?? all[0] ?? null
}

const storeOf = (one: Opened): string => (one.kind === 'dispute' ? one.dispute.storeId : one.review.storeId)
