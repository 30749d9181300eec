import type { Order } from '../orders.ts'

/** Who pays which part of a discount, in centavos. Null: the channel does not say. */
export interface DiscountPart {
  readonly sponsor: string | null
  readonly cents: number
  /** Why a person of the store gave it; null: nobody said. */
  readonly reason: string | null
}

/** The parts add up to the discounts, also where sponsors are missing or pay less than the whole. */
export const discountParts = (discounts: Order['discounts']): readonly DiscountPart[] =>
  discounts.flatMap(({ cents, sponsors, reason = null }) => {
    const known = sponsors.filter((sponsor) => sponsor.cents > 0)
    const rest = cents - known.reduce((sum, sponsor) => sum + sponsor.cents, 0)
    return [
      ...known.map((sponsor) => ({ sponsor: sponsor.name, cents: sponsor.cents, reason })),
      ...(rest > 0 ? [{ sponsor: null, cents: rest, reason }] : []),
    ]
  })
