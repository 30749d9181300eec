import { dayMs } from '../../../contract/shared/durations.ts'
import * as z from 'zod/mini'
import { highestOrderCents, orderView } from '../../../contract/orders/orders.ts'
import { cleanText, fitTo, plausibleInstant } from './fit-to-schema.ts'
import type { MarketplaceItem, MarketplaceOrder } from '../marketplace-order.ts'
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
  notUnderstood: true,
  unreadable: true,
})
const shownCustomer = z.omit(orderView.shape.customer, { id: true })

/**
 * An order that can be stored, read, shown and printed, also when the marketplace sent an odd one. `doubts` names what
 * was missing, wrong or left out: such an order is shown as incomplete, so that a person compares it with the
 * channel's own app. The document itself is kept whole.
 */
export function sanitiseOrder(sent: MarketplaceOrder, now: Date): MarketplaceOrder {
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
    orderCents: totalOf(sent.orderCents, parts, doubts),
    isTest: sent.isTest,
    asksDelivered: sent.asksDelivered === true,
    takesCode: sent.takesCode === true,
    lendsCourier: sent.lendsCourier === true,
    picksItems: sent.picksItems === true,
    fromElsewhere: sent.fromElsewhere === true,
    doubts,
    raw: storable(sent.raw),
  }
}

function shownParts(sent: MarketplaceOrder, doubts: string[]) {
  const customer = fitTo(shownCustomer, { ...sent.customer, name: sent.customer.name ?? '' })
  const items = sent.items.map((item) => countedItem(item, doubts))
  // Its number is the store's when the marketplace has none, and an empty one is none.
  const { notUnderstood = [], unreadable = [] } = sent
  const fitted = fitTo(shown, { ...sent, items, displayId: sent.displayId ?? '', notUnderstood, unreadable })
  if (!fitted || !customer) throw new Error('A marketplace’s reader returned an unknown type or timing.')
  doubts.push(...fitted.doubts, ...customer.doubts, ...(items.length === 0 ? ['items'] : []))
  if (notUnderstood.length > 0) doubts.push('notUnderstood')
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

/** An item without a name is still something to cook, and one of an impossible quantity is one. */
function countedItem(item: MarketplaceItem, doubts: string[]): MarketplaceItem {
  return {
    ...item,
    name: item.name.trim() === '' ? 'Item sem nome' : item.name,
    quantity: counted(item.quantity, doubts),
    options: item.options.map(({ options, ...option }) => ({
      ...countedOption(option, doubts),
      ...(options ? { options: options.map((inner) => countedOption(inner, doubts)) } : {}),
    })),
  }
}

const countedOption = <T extends { readonly quantity: number }>(option: T, doubts: string[]): T => ({
  ...option,
  quantity: counted(option.quantity, doubts),
})

const highestQuantity = 999

function counted(quantity: number, doubts: string[]): number {
  const rounded = Math.round(quantity * 1_000) / 1_000
  if (rounded > 0 && rounded <= highestQuantity) return rounded
  doubts.push('quantity')
  return 1
}

/**
 * An amount that no order can have is not known: it counts as nothing, because the highest amount would be a sale in
 * the reports, and some hundreds of them would fill the column of their hour.
 */
function limitedSum<K extends string, T extends Readonly<Record<K, number>>>(
  parts: readonly T[],
  amount: K,
  doubts: string[],
  most = highestOrderCents,
): T[] {
  let left = most
  return parts.map((part) => {
    const cents = part[amount] <= left ? part[amount] : 0
    if (cents < part[amount]) doubts.push(amount)
    left -= cents
    return { ...part, [amount]: cents }
  })
}

type Parts = ReturnType<typeof shownParts>

/** An unknown total is what the parts add up to. */
function totalOf(cents: number, { items, fees, discounts }: Parts, doubts: string[]): number {
  if (Number.isInteger(cents) && cents >= 0 && cents <= highestOrderCents) return cents
  doubts.push('orderCents')
  const charged = sum(items.map((item) => item.totalCents)) + sum(fees.map((fee) => fee.cents))
  const total = charged - sum(discounts.map((discount) => discount.cents))
  return Math.min(Math.max(total, 0), highestOrderCents)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** An order of the future would wait on a day that nobody looks at. */
function takenAt(sent: Date, now: Date, doubts: string[]): Date {
  const at = plausibleInstant(sent)
  if (at && at.getTime() < now.getTime() + dayMs) return at
  doubts.push('createdAt')
  return now
}
