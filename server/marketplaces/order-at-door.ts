import * as z from 'zod/mini'
import { highestOrderCents, orderView } from '../../contract/orders/orders.ts'
import { cleanText, fitTo, plausibleInstant } from './fit-to-schema.ts'
import type { MarketplaceOrder } from './marketplace-order.ts'
import { storable } from './storable.ts'

/** What an order shows of a partner's document, with the limits of the reply that carries it. */
const shown = z.pick(orderView, {
  displayId: true,
  type: true,
  timing: true,
  items: true,
  fees: true,
  discounts: true,
  payments: true,
  delivery: true,
  schedule: true,
  indoor: true,
  notes: true,
})
const shownCustomer = z.omit(orderView.shape.customer, { id: true })

/**
 * Every marketplace's order comes in through here: whatever it holds, it can be stored, read, shown and printed
 * afterwards. `incomplete` is set when something was missing, wrong or left out, so that a person compares it with
 * the channel's own app; the document itself is kept whole.
 */
export function orderAtDoor(sent: MarketplaceOrder, now: Date): MarketplaceOrder {
  const doubts = [...(sent.doubts ?? [])]
  const parts = shownParts(sent, doubts)
  const createdAt = takenAt(sent.createdAt, now, doubts)
  return {
    ...parts,
    externalId: sent.externalId,
    merchantId: cleanText(sent.merchantId, 200),
    createdAt,
    promisedAt: sent.promisedAt && plausibleInstant(sent.promisedAt),
    preparationStartAt: sent.preparationStartAt && plausibleInstant(sent.preparationStartAt),
    orderCents: limitedCents(sent.orderCents, doubts),
    isTest: sent.isTest,
    doubts,
    raw: storable(sent.raw),
  }
}

function shownParts(sent: MarketplaceOrder, doubts: string[]) {
  const customer = fitTo(shownCustomer, { ...sent.customer, name: sent.customer.name ?? '' })
  const items = sent.items.map(countedItem)
  // Its number is the store's when the marketplace has none, and an empty one is none.
  const fitted = fitTo(shown, { ...sent, items, displayId: sent.displayId ?? '' })
  if (!fitted || !customer) throw new Error('A marketplace’s reader returned an unknown type or timing.')
  doubts.push(...fitted.doubts, ...customer.doubts, ...(items.length === 0 ? ['items'] : []))
  const { value } = fitted
  return {
    ...value,
    displayId: value.displayId.trim() === '' ? null : value.displayId,
    customer: { ...customer.value, name: customer.value.name.trim() === '' ? null : customer.value.name },
    items: limitedSum(value.items, 'totalCents', doubts),
    fees: limitedSum(value.fees, 'cents', doubts),
    discounts: limitedSum(value.discounts, 'cents', doubts).map((discount) => ({
      ...discount,
      sponsors: limitedSum(discount.sponsors, 'cents', doubts, discount.cents),
    })),
    payments: limitedSum(value.payments, 'cents', doubts),
  }
}

/** An item without a name is still something to cook, and one without a quantity is one. */
function countedItem(item: MarketplaceOrder['items'][number]): MarketplaceOrder['items'][number] {
  return {
    ...item,
    name: item.name.trim() === '' ? 'Item sem nome' : item.name,
    quantity: counted(item.quantity),
    options: item.options.map((option) => ({ ...option, quantity: counted(option.quantity) })),
  }
}

const counted = (quantity: number): number => (quantity > 0 ? Math.round(quantity * 1_000) / 1_000 : 1)

/** Sums of an hour add up the orders: none may fill a column alone. */
function limitedSum<K extends string, T extends Readonly<Record<K, number>>>(
  parts: readonly T[],
  amount: K,
  doubts: string[],
  most = highestOrderCents,
): T[] {
  let left = most
  return parts.map((part) => {
    const cents = Math.min(part[amount], left)
    if (cents < part[amount]) doubts.push(amount)
    left -= cents
    return { ...part, [amount]: cents }
  })
}

function limitedCents(cents: number, doubts: string[]): number {
  const limited = Number.isFinite(cents) ? Math.min(Math.max(Math.round(cents), 0), highestOrderCents) : 0
  if (limited !== cents) doubts.push('orderCents')
  return limited
}

const day = 86_400_000

/** An order of the future would wait on a day that nobody looks at. */
function takenAt(sent: Date, now: Date, doubts: string[]): Date {
  const at = plausibleInstant(sent)
  if (at && at.getTime() < now.getTime() + day) return at
  doubts.push('createdAt')
  return now
}
