/** The money of an order that a refund can give back. Centavos. */
export interface RefundableOrder {
  readonly gross_cents: number
  readonly store_discount_cents: number
  readonly marketplace_discount_cents: number
  /** What the customer paid; 0 when the channel did not name it. */
  readonly order_cents: number
}

/** Why a marketplace gave money back. */
export interface RefundCause {
  readonly source: 'dispute' | 'late-cancellation'
  /** Unique per source. */
  readonly cause: string
  readonly at: Date
  readonly reason: string
  readonly actor: string | null
  /** Ignored for a cancellation, which gives back everything. */
  readonly cents: number
}

export interface Refund extends RefundCause {
  /** Of the order's net: items minus the store's discounts. */
  readonly cents: number
  /** Of delivery, service and tip. */
  readonly feesCents: number
}

/** The order's net before refunds. */
export const refundableNetCents = (order: RefundableOrder): number =>
  Math.max(0, order.gross_cents - order.store_discount_cents)

/** What the customer paid for the order: no refund can be larger. */
export const paidCents = (order: RefundableOrder): number =>
  order.order_cents > 0 ? order.order_cents : refundableNetCents(order)

/** Delivery, service and tip, as far as the customer paid them. */
const refundableFeesCents = (order: RefundableOrder): number =>
  order.order_cents > 0
    ? Math.max(0, order.order_cents - refundableNetCents(order) + order.marketplace_discount_cents)
    : 0

/** Takes a refund from the items first, then from the fees. */
export function splitRefund(
  order: RefundableOrder,
  refunded: { readonly cents: number; readonly feesCents: number },
  wishedCents: number,
): { readonly cents: number; readonly feesCents: number } {
  const cents = Math.min(wishedCents, Math.max(0, refundableNetCents(order) - refunded.cents))
  const fees = Math.max(0, refundableFeesCents(order) - refunded.feesCents)
  return { cents, feesCents: Math.min(wishedCents - cents, fees) }
}

/**
 * The refunds of an order, whatever the sequence in which their causes became known: negotiations in the order
 * of their ends, then a cancellation with the rest. Together they never exceed the order.
 */
export function refundsOf(order: RefundableOrder, causes: readonly RefundCause[]): readonly Refund[] {
  const refunds: Refund[] = []
  const sums = { cents: 0, feesCents: 0 }
  for (const cause of causes.toSorted(bySequence)) {
    const whole = refundableNetCents(order) + refundableFeesCents(order)
    const part = splitRefund(order, sums, cause.source === 'late-cancellation' ? whole : cause.cents)
    sums.cents += part.cents
    sums.feesCents += part.feesCents
    if (part.cents + part.feesCents > 0) refunds.push({ ...cause, ...part })
  }
  return refunds
}

function bySequence(a: RefundCause, b: RefundCause): number {
  if (a.source !== b.source) return a.source === 'dispute' ? -1 : 1
  return a.at.getTime() - b.at.getTime() || (a.cause < b.cause ? -1 : 1)
}
