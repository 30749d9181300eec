import type { Order } from './orders.ts'

/** Who pays which part of a discount, in centavos. Null: the channel does not say. */
export interface DiscountPart {
  readonly sponsor: string | null
  readonly cents: number
}

/** The parts add up to the discounts, also where sponsors are missing or pay less than the whole. */
export const discountParts = (discounts: Order['discounts']): readonly DiscountPart[] =>
  discounts.flatMap(({ cents, sponsors }) => {
    const known = sponsors.filter((sponsor) => sponsor.cents > 0)
    const rest = cents - known.reduce((sum, sponsor) => sum + sponsor.cents, 0)
    return [
      ...known.map((sponsor) => ({ sponsor: sponsor.name, cents: sponsor.cents })),
      ...(rest > 0 ? [{ sponsor: null, cents: rest }] : []),
    ]
  })
