import type { BillingTotals } from './order-billing.ts'

/** What the marketplace keeps of the gross sale less the store's discounts, a share of 1; null: nothing was sold. */
export function marketplaceShare({
  keptCents,
  grossCents,
  storeDiscountCents,
}: Pick<BillingTotals, 'keptCents' | 'grossCents' | 'storeDiscountCents'>): number | null {
  const sold = grossCents - storeDiscountCents
  return sold > 0 ? keptCents / sold : null
}
