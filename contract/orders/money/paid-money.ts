import { isMarketplace, type Platform } from '../../shared/channels.ts'
import type { PaidPart } from './due-refunds.ts'
import type { OrderStatus } from '../kinds.ts'
import type { OrderPayment } from '../orders.ts'

interface PaidOrder {
  readonly platform: Platform
  readonly status: OrderStatus
  readonly isTest: boolean
  readonly payments: readonly OrderPayment[]
}

/**
 * What the store itself has received for an order and not given back, by way of payment. A marketplace receives and
 * gives back on its own; an order that was handed over has been paid.
 * `refundedCents`: given back before, as a refund of the sale. `due`: parts that already wait to be given back.
 */
export function heldParts(
  { platform, status, isTest, payments }: PaidOrder,
  { refundedCents, due }: { readonly refundedCents: number; readonly due: readonly PaidPart[] },
): readonly PaidPart[] {
  if (isMarketplace(platform) || isTest) return []
  const received = payments.filter(({ prepaid }) => prepaid || status === 'delivered')
  return splitParts(joinedParts([...received, ...due]), refundedCents).rest
}

/** One part for each method and brand, in the order in which they come. */
export function joinedParts(parts: readonly PaidPart[]): readonly PaidPart[] {
  const joined = new Map<string, PaidPart>()
  for (const { method, brand, cents } of parts) {
    const key = JSON.stringify([method, brand])
    joined.set(key, { method, brand, cents: (joined.get(key)?.cents ?? 0) + cents })
  }
  return [...joined.values()].filter((part) => part.cents > 0)
}

/** The first `cents` of the parts, and the rest of them. */
export function splitParts(
  parts: readonly PaidPart[],
  cents: number,
): { readonly first: readonly PaidPart[]; readonly rest: readonly PaidPart[] } {
  let left = cents
  const first: PaidPart[] = []
  const rest: PaidPart[] = []
  for (const part of parts) {
    const taken = Math.min(left, part.cents)
    left -= taken
    if (taken > 0) first.push({ ...part, cents: taken })
    if (part.cents > taken) rest.push({ ...part, cents: part.cents - taken })
  }
  return { first, rest }
}

export const sumOfParts = (parts: readonly { readonly cents: number }[]): number =>
  parts.reduce((sum, part) => sum + part.cents, 0)
