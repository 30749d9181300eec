import type { PaidPart } from './due-refunds.ts'
import type { Order, OrderPayment } from '../orders.ts'
import { joinedParts, splitParts, sumOfParts } from './paid-money.ts'

/** Money of an order before its items change. Centavos. */
export interface OrderMoney {
  readonly fees: Order['fees']
  readonly discounts: Order['discounts']
  readonly payments: Order['payments']
  /** What it already waits to give back. */
  readonly due: readonly PaidPart[]
}

/** What happens with money that nobody has agreed to pay yet; null: it joins what is paid on delivery. */
export type MissingMoney =
  | { readonly kind: 'collect'; readonly method: string }
  | { readonly kind: 'courtesy' }
  | null

export interface ChangedMoney {
  readonly discounts: Order['discounts']
  readonly payments: Order['payments']
  readonly orderCents: number
  /** What the customer paid before, with what was due. */
  readonly paidCents: number
  /** What is collected on delivery in the end. */
  readonly collectCents: number
  /** Of that, what nobody had agreed to pay; as a courtesy it is a discount. */
  readonly missingCents: number
  /** What becomes due, by way of payment. */
  readonly due: readonly PaidPart[]
  /** How much the discounts shrank, because less was left than they took off. */
  readonly lostDiscountCents: number
}

/**
 * The money of an order whose items now cost `itemsCents`: fees stay, discounts shrink to what is left, what was paid
 * pays first, and what is left over becomes due. The payments add up to the order.
 */
export function changedMoney(
  before: OrderMoney,
  itemsCents: number,
  missing: MissingMoney = null,
): ChangedMoney {
  const priced = itemsCents + sumOfParts(before.fees)
  const kept = shrunkDiscounts(before.discounts, priced)
  const paid = joinedParts([...before.payments.filter(({ prepaid }) => prepaid), ...before.due])
  const unpaid = before.payments.filter(({ prepaid }) => !prepaid)
  const agreedCents = priced - sumOfParts(kept)
  const paidCents = sumOfParts(paid)
  const missingCents = Math.max(0, agreedCents - paidCents - sumOfParts(unpaid))
  const isCourtesy = missing?.kind === 'courtesy' && missingCents > 0
  const orderCents = isCourtesy ? agreedCents - missingCents : agreedCents
  const { first, rest } = splitParts(paid, orderCents)
  const collectCents = Math.max(0, orderCents - paidCents)
  const payments = [
    ...first.map((part): OrderPayment => ({ ...part, prepaid: true, changeForCents: null })),
    ...collected(unpaid, collectCents, missing?.kind === 'collect' ? missing.method : null),
  ]
  return {
    discounts: isCourtesy ? [...kept, courtesy(missingCents)] : kept,
    payments: payments.length > 0 ? payments : freePayments(before.payments),
    orderCents,
    paidCents,
    collectCents,
    missingCents,
    due: rest,
    lostDiscountCents: sumOfParts(before.discounts) - sumOfParts(kept),
  }
}

/** The store pays it. */
const courtesy = (cents: number): Order['discounts'][number] => ({
  cents,
  target: 'CART',
  sponsors: [{ name: 'MERCHANT', cents }],
  code: null,
})

/** The discounts, the last ones cut first, so that together they take off at most `cents`. */
function shrunkDiscounts(discounts: Order['discounts'], cents: number): Order['discounts'] {
  let left = cents
  return discounts.flatMap((discount) => {
    const taken = Math.min(left, discount.cents)
    left -= taken
    if (taken === discount.cents) return [discount]
    return taken > 0
      ? [{ ...discount, cents: taken, sponsors: shrunkSponsors(discount.sponsors, taken) }]
      : []
  })
}

function shrunkSponsors(
  sponsors: Order['discounts'][number]['sponsors'],
  cents: number,
): Order['discounts'][number]['sponsors'] {
  let left = cents
  return sponsors.flatMap((sponsor) => {
    const taken = Math.min(left, sponsor.cents)
    left -= taken
    return taken > 0 ? [{ ...sponsor, cents: taken }] : []
  })
}

/**
 * What is paid on delivery, now `cents` together. More than before joins the last payment of that method, or becomes one
 * of its own; less is cut from the last ones. Change for less than the sum is dropped.
 */
function collected(
  unpaid: readonly OrderPayment[],
  cents: number,
  method: string | null,
): readonly OrderPayment[] {
  const more = cents - sumOfParts(unpaid)
  if (more <= 0) {
    let left = cents
    return unpaid.flatMap((payment) => {
      const taken = Math.min(left, payment.cents)
      left -= taken
      return taken > 0 ? [paying(payment, taken)] : []
    })
  }
  const wanted = method ?? unpaid.at(-1)?.method ?? 'CASH'
  const at = unpaid.findLastIndex((payment) => payment.method === wanted)
  const joined = unpaid[at]
  if (joined) return unpaid.with(at, paying(joined, joined.cents + more))
  return [...unpaid, { method: wanted, brand: null, cents: more, prepaid: false, changeForCents: null }]
}

const paying = (payment: OrderPayment, cents: number): OrderPayment => ({
  ...payment,
  cents,
  changeForCents:
    payment.changeForCents !== null && payment.changeForCents < cents ? null : payment.changeForCents,
})

/** An order that costs nothing still says how it would be paid. */
const freePayments = (payments: Order['payments']): Order['payments'] =>
  payments.slice(0, 1).map((payment) => ({ ...payment, cents: 0, changeForCents: null }))
