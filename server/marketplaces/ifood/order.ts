import { isDeepStrictEqual } from 'node:util'
import { centsFromReais } from '../../../contract/shared/money.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { isRecord } from '../sanitise/is-record.ts'
import { readDocument } from '../sanitise/fit-to-schema.ts'
import type { MarketplaceCustomer, MarketplaceItem, MarketplaceOrder } from '../marketplace-order.ts'
import { notesOf } from './order-notes.ts'
import { notUnderstood } from './not-understood.ts'
import { ifoodDocument, type IfoodDocument } from './order-document.ts'

/**
 * iFood's order (docs/marketplaces/ifood.md section 5) as ours. Only the fields we act on are read; unknown
 * fields and words stay in `raw`. Values come in decimal reais.
 */
export function ifoodOrder(document: unknown, now: Date): MarketplaceOrder {
  const { value: order, doubts } = readDocument(ifoodDocument, document)
  const createdAt = instantOr(order.createdAt, now)
  const scheduled = order.orderTiming === 'SCHEDULED'
  const start = order.preparationStartDateTime ? instantOr(order.preparationStartDateTime, createdAt) : null
  return {
    externalId: order.id,
    merchantId: order.merchant.id,
    displayId: order.displayId ?? null,
    type: typeOf(order.orderType),
    timing: scheduled ? 'SCHEDULED' : 'INSTANT',
    createdAt,
    promisedAt: promisedAt(order, createdAt),
    preparationStartAt: scheduled ? start : null,
    customer: customerOf(order),
    items: order.items.map((item) => ({ ...itemOf(item), ...pickIdOf(order, item) })),
    fees: feesOf(order),
    discounts: (order.benefits ?? []).map(discountOf),
    payments: (order.payments?.methods ?? []).map(paymentOf),
    delivery: deliveryOf(order, order.delivery?.deliveredBy === 'IFOOD'),
    schedule: scheduleOf(order),
    indoor: order.indoor?.table ? { place: `Mesa ${order.indoor.table}` } : null,
    notes: notesOf(order),
    orderCents: centsFromReais(order.total.orderAmount),
    isTest: order.isTest === true,
    lendsCourier: typeOf(order.orderType) === 'DELIVERY' && order.delivery?.deliveredBy === 'MERCHANT',
    picksItems: isPicked(order),
    fromElsewhere: order.salesChannel === 'POS',
    doubts,
    notUnderstood: isRecord(document) ? notUnderstood(document.items) : [],
    raw: document as MarketplaceOrder['raw'],
  }
}

function customerOf({ customer }: IfoodDocument): MarketplaceCustomer {
  const earlier = customer?.ordersCountOnMerchant
  return {
    name: customer?.name ?? null,
    phone: phoneOf(customer?.phone),
    document: customer?.documentNumber ?? null,
    ordersCount: earlier === undefined ? null : earlier + 1,
  }
}

function typeOf(orderType: string): Order['type'] {
  if (orderType === 'TAKEOUT') return 'TAKEOUT'
  return orderType === 'DINE_IN' || orderType === 'INDOOR' ? 'INDOOR' : 'DELIVERY'
}

function itemOf(item: IfoodDocument['items'][number]): MarketplaceItem {
  return {
    name: item.name,
    externalCode: item.externalCode ? item.externalCode : null,
    quantity: item.quantity,
    unitPriceCents: centsFromReais(item.unitPrice),
    totalCents: centsFromReais(item.totalPrice),
    notes: item.observations ? item.observations : null,
    options: (item.options ?? []).map((option) => {
      const inner = customizationsOf(option)
      return { ...optionOf(option), ...(inner.length > 0 ? { options: inner } : {}) }
    }),
  }
}

/** docs/marketplaces/ifood.md section 6.4. */
const isPicked = ({ category }: IfoodDocument): boolean => category === 'GROCERY'

const pickIdOf = (order: IfoodDocument, { uniqueId }: IfoodDocument['items'][number]) =>
  isPicked(order) && uniqueId ? { pickId: uniqueId } : {}

type IfoodOption = NonNullable<IfoodDocument['items'][number]['options']>[number]

/** The published examples and the public types give the field two names. One that has both is read once. */
function customizationsOf({ customizations, customization }: IfoodOption) {
  const first = customizations ?? []
  const others = (customization ?? []).filter((one) => !first.some((known) => isDeepStrictEqual(known, one)))
  return [...first, ...others].map(optionOf)
}

const optionOf = (
  option: Pick<IfoodOption, 'name' | 'groupName' | 'externalCode' | 'quantity' | 'unitPrice'>,
) => ({
  name: option.name,
  groupName: option.groupName ?? null,
  quantity: option.quantity,
  unitPriceCents: centsFromReais(option.unitPrice),
  ...(option.externalCode ? { externalCode: option.externalCode } : {}),
})

/** The delivery fee is the store's when its own courier rides. */
function feesOf(order: IfoodDocument): Order['fees'] {
  const fees: Order['fees'] = []
  const delivery = centsFromReais(order.total.deliveryFee ?? 0)
  if (delivery > 0) {
    const receivedBy = order.delivery?.deliveredBy === 'IFOOD' ? 'MARKETPLACE' : 'MERCHANT'
    fees.push({ type: 'DELIVERY_FEE', cents: delivery, receivedBy })
  }
  return [...fees, ...(order.additionalFees ?? []).flatMap(additionalFees)]
}

/** An additional fee is iFood's, or the store's by the part that its `liabilities` give the store. */
function additionalFees({
  type,
  value,
  liabilities,
}: NonNullable<IfoodDocument['additionalFees']>[number]): Order['fees'] {
  const cents = centsFromReais(value)
  const partOf = (ones: NonNullable<typeof liabilities>) =>
    ones.reduce((sum, { percentage }) => sum + Math.max(0, percentage), 0)
  const all = partOf(liabilities ?? [])
  const own = partOf((liabilities ?? []).filter(({ name }) => name === 'MERCHANT'))
  const merchant = all > 0 ? Math.round((cents * own) / all) : 0
  return [
    ...(merchant > 0 ? [{ type, cents: merchant, receivedBy: 'MERCHANT' as const }] : []),
    ...(merchant > 0 && merchant === cents
      ? []
      : [{ type, cents: cents - merchant, receivedBy: 'MARKETPLACE' as const }]),
  ]
}

const sponsors: Readonly<Record<string, string>> = {
  IFOOD: 'MARKETPLACE',
  MERCHANT: 'MERCHANT',
  CHAIN: 'CHAIN',
}

function discountOf(benefit: NonNullable<IfoodDocument['benefits']>[number]): Order['discounts'][number] {
  return {
    cents: centsFromReais(benefit.value),
    target: benefit.target ?? 'CART',
    sponsors: (benefit.sponsorshipValues ?? []).map((sponsor) => ({
      name: lookup(sponsors, sponsor.name) ?? sponsor.name,
      cents: centsFromReais(sponsor.value),
    })),
    ...(benefit.campaign?.name ? { code: benefit.campaign.name } : {}),
  }
}

function paymentOf(
  method: NonNullable<NonNullable<IfoodDocument['payments']>['methods']>[number],
): Order['payments'][number] {
  const changeFor = method.cash?.changeFor
  return {
    method: method.method,
    brand: method.card?.brand ?? method.wallet?.name ?? null,
    cents: centsFromReais(method.value),
    prepaid: method.prepaid === true,
    changeForCents: changeFor ? centsFromReais(changeFor) : null,
  }
}

function deliveryOf(order: IfoodDocument, byMarketplace: boolean): Order['delivery'] {
  const { delivery } = order
  if (!delivery) return null
  const address = delivery.deliveryAddress
  return {
    deliveredBy: byMarketplace ? 'MARKETPLACE' : 'MERCHANT',
    pickupCode: delivery.pickupCode ?? null,
    notes: delivery.observations ? delivery.observations : null,
    address: address
      ? {
          ...streetOf(address),
          complement: address.complement ?? null,
          reference: address.reference ?? null,
          district: address.neighborhood ?? '',
          city: address.city ?? '',
          state: address.state ?? '',
          zipCode: address.postalCode ?? null,
          lat: address.coordinates?.latitude ?? null,
          lng: address.coordinates?.longitude ?? null,
        }
      : null,
  }
}

type IfoodAddress = NonNullable<NonNullable<IfoodDocument['delivery']>['deliveryAddress']>

/** Addresses of Brasília have no street: iFood writes them whole, often with the number. */
function streetOf({ streetName, formattedAddress, streetNumber }: IfoodAddress) {
  const number = streetNumber?.trim() ?? ''
  if (streetName?.trim()) return { street: streetName, number }
  const street = formattedAddress?.trim() ?? ''
  return { street, number: street.split(/[\s,]+/).includes(number) ? '' : number }
}

function scheduleOf(order: IfoodDocument): Order['schedule'] {
  const start = order.schedule?.deliveryDateTimeStart
  const end = order.schedule?.deliveryDateTimeEnd
  if (!start || !end) return null
  // The door turns them into instants, or leaves the window out.
  return { start, end }
}

function promisedAt(order: IfoodDocument, createdAt: Date): Date | null {
  const promise =
    order.schedule?.deliveryDateTimeEnd ?? order.delivery?.deliveryDateTime ?? order.takeout?.takeoutDateTime
  return promise ? instantOr(promise, createdAt) : null
}

type IfoodPhone = NonNullable<IfoodDocument['customer']>['phone']

/** The 0800 relay with its localizer, as a courier dials it. */
function phoneOf(phone: IfoodPhone): string | null {
  if (!phone?.number) return null
  return phone.localizer ? `${phone.number} (código ${phone.localizer})` : phone.number
}

function instantOr(written: string, otherwise: Date): Date {
  const at = new Date(written)
  return Number.isNaN(at.getTime()) ? otherwise : at
}
