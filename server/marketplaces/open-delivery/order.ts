import type { Order } from '../../../contract/orders/orders.ts'
import { centsFromReais } from '../../../contract/shared/money.ts'
import { readDocument } from '../sanitise/fit-to-schema.ts'
import type { MarketplaceCustomer, MarketplaceItem, MarketplaceOrder } from '../marketplace-order.ts'
import { notUnderstood } from './not-understood.ts'
import { merchantIdOf } from './merchant-ids.ts'
import { openDeliveryDocument, type OpenDeliveryDocument } from './order-document.ts'
import type { OpenDeliveryProfile } from './profile.ts'
import { noPlainTexts, readableDocument, type PlainTexts } from './encrypted.ts'
import { fractions, sumsThatDiffer } from './sums.ts'

type ReadProfile = Pick<
  OpenDeliveryProfile,
  'platform' | 'merchantIdLetters' | 'encryption' | 'validatesCodes'
>

/**
 * An order of the standard (docs/marketplaces/open-delivery.md section 5) as ours. Only the fields we act on are read;
 * the whole document stays in `raw`. Values come in decimal reais.
 */
export function openDeliveryOrder(
  profile: ReadProfile,
  document: unknown,
  now: Date,
  plain: PlainTexts = noPlainTexts,
): MarketplaceOrder {
  const { document: readable, unreadable, missing } = readableDocument(profile, document, plain)
  const { value: order, doubts } = readDocument(openDeliveryDocument, readable)
  const createdAt = instantOr(order.createdAt, now)
  const scheduled = order.orderTiming === 'SCHEDULED'
  return {
    externalId: order.id,
    merchantId: merchantIdOf(profile, order.merchant.id),
    displayId: order.displayId ?? null,
    type: typeOf(order.type),
    timing: scheduled ? 'SCHEDULED' : order.orderTiming === 'ONDEMAND' ? 'ONDEMAND' : 'INSTANT',
    createdAt,
    promisedAt: promisedAt(order, createdAt),
    preparationStartAt:
      scheduled && order.preparationStartDateTime
        ? instantOr(order.preparationStartDateTime, createdAt)
        : null,
    customer: customerOf(order),
    items: order.items.map(itemOf),
    fees: (order.otherFees ?? []).map(({ type, receivedBy, price }) => ({
      type,
      cents: centsFromReais(price.value),
      // What a logistics service receives leaves the store as the marketplace's fees do.
      receivedBy: receivedBy === 'MERCHANT' ? ('MERCHANT' as const) : ('MARKETPLACE' as const),
    })),
    discounts: (order.discounts ?? []).map(discountOf),
    payments: (order.payments?.methods ?? []).map(paymentOf),
    delivery: deliveryOf(order),
    schedule: scheduleOf(order),
    indoor: placeOf(order),
    notes: notesOf(order),
    orderCents: centsFromReais(order.total.orderAmount.value),
    // The standard marks no order as a test.
    isTest: false,
    asksDelivered: asksDelivered(order),
    takesCode: profile.validatesCodes && ridesWithStore(order),
    doubts: [...doubts, ...fractions(order)],
    notUnderstood: [...missing, ...sumsThatDiffer(order), ...notUnderstood(readable)],
    unreadable,
    raw: document as MarketplaceOrder['raw'],
  }
}

function typeOf(type: string): Order['type'] {
  return type === 'TAKEOUT' || type === 'INDOOR' ? type : 'DELIVERY'
}

/** Whether the application waits for the store to say that the order was delivered or picked up. */
function asksDelivered({ type, sendDelivered, sendPickedUp, delivery }: OpenDeliveryDocument): boolean {
  if (type === 'TAKEOUT') return sendPickedUp === true
  return sendDelivered === true && ridesWithStore({ type, delivery })
}

/** No field of the standard says whether the customer has a code: any order that the store delivers may have one. */
const ridesWithStore = ({ type, delivery }: Pick<OpenDeliveryDocument, 'type' | 'delivery'>): boolean =>
  type === 'DELIVERY' && delivery?.deliveredBy !== 'MARKETPLACE'

function customerOf({ customer }: OpenDeliveryDocument): MarketplaceCustomer {
  const { name, documentNumber, phone, ordersCountOnMerchant: earlier } = customer ?? {}
  const extension = phone?.extension ? ` (ramal ${phone.extension})` : ''
  return {
    name: name ?? null,
    phone: phone?.number ? phone.number + extension : null,
    document: documentNumber ?? null,
    ordersCount: typeof earlier === 'number' ? earlier + 1 : null,
  }
}

type Line = OpenDeliveryDocument['items'][number]

function itemOf(item: Line): MarketplaceItem {
  return {
    name: item.name,
    externalCode: item.externalCode ? item.externalCode : null,
    quantity: item.quantity,
    unitPriceCents: centsFromReais(item.unitPrice.value),
    totalCents: centsFromReais(item.totalPrice?.value ?? item.quantity * item.unitPrice.value),
    notes: joined([
      item.specialInstructions,
      unitWords(item.unit),
      item.indoor?.productionPoint ? `Produção: ${item.indoor.productionPoint}` : null,
    ]),
    options: (item.options ?? []).map((option) => ({
      // Our options have no note of their own, and the kitchen reads the name.
      name: joined([option.name, option.specialInstructions, unitWords(option.unit)]) ?? '',
      groupName: null,
      quantity: option.quantity,
      unitPriceCents: centsFromReais(option.unitPrice.value),
      ...(option.externalCode ? { externalCode: option.externalCode } : {}),
    })),
  }
}

/** A quantity of 0.5 is half a kilogram where the unit says so. */
const unitWords = (unit: string | null | undefined): string | null =>
  !unit || unit === 'UN' ? null : `Quantidade em ${unit}`

function discountOf(
  discount: NonNullable<OpenDeliveryDocument['discounts']>[number],
): Order['discounts'][number] {
  const sponsors = discount.sponsorshipValues ?? []
  const code = sponsors.find(({ discountCode }) => discountCode)?.discountCode
  return {
    cents: centsFromReais(discount.amount.value),
    target: discount.target ?? 'CART',
    sponsors: sponsors.map(({ name, amount }) => ({ name, cents: centsFromReais(amount.value) })),
    ...(code ? { code } : {}),
  }
}

type Method = NonNullable<NonNullable<OpenDeliveryDocument['payments']>['methods']>[number]

function paymentOf(method: Method): Order['payments'][number] {
  const { brand, methodInfo, changeFor } = method
  return {
    method: method.method,
    brand: (brand && brand !== 'OTHER' ? brand : methodInfo) ?? brand ?? null,
    cents: centsFromReais(method.value),
    prepaid: method.type === 'PREPAID',
    changeForCents: changeFor ? centsFromReais(changeFor) : null,
  }
}

function deliveryOf({ delivery }: OpenDeliveryDocument): Order['delivery'] {
  if (!delivery) return null
  const { deliveryAddress: address } = delivery
  return {
    deliveredBy: delivery.deliveredBy === 'MARKETPLACE' ? 'MARKETPLACE' : 'MERCHANT',
    pickupCode: delivery.pickupCode ?? null,
    notes: null,
    address: address ? addressOf(address) : null,
  }
}

type Address = NonNullable<NonNullable<OpenDeliveryDocument['delivery']>['deliveryAddress']>

const addressOf = (address: Address): NonNullable<NonNullable<Order['delivery']>['address']> => ({
  street: (address.street?.trim() ? address.street : address.formattedAddress) ?? '',
  number: address.number ?? '',
  complement: address.complement ?? null,
  reference: address.reference ?? null,
  district: address.district ?? '',
  city: address.city ?? '',
  // `BR-SP` and `SP` are both in use.
  state: (address.state ?? '').replace(/^BR-/, ''),
  zipCode: address.postalCode ?? null,
  ...pointOf(address),
})

const pointOf = ({ coordinates }: Address) => ({
  lat: coordinates?.latitude ?? null,
  lng: coordinates?.longitude ?? null,
})

function scheduleOf({ schedule }: OpenDeliveryDocument): Order['schedule'] {
  const { scheduledDateTimeStart: start, scheduledDateTimeEnd: end } = schedule ?? {}
  return start && end ? { start, end } : null
}

function promisedAt(order: OpenDeliveryDocument, createdAt: Date): Date | null {
  const promise =
    order.schedule?.scheduledDateTimeEnd ??
    order.delivery?.estimatedDeliveryDateTime ??
    order.takeout?.takeoutDateTime ??
    order.indoor?.indoorDateTime
  return promise ? instantOr(promise, createdAt) : null
}

function placeOf({ indoor }: OpenDeliveryDocument): Order['indoor'] {
  const { place, tab, seat } = indoor ?? {}
  const words = joined([
    place ? `Mesa ${place}` : null,
    tab ? `Comanda ${tab}` : null,
    seat ? `Lugar ${seat}` : null,
  ])
  return words === null ? null : { place: words }
}

function notesOf(order: OpenDeliveryDocument): string | null {
  return joined([
    order.extraInfo,
    order.orderTiming === 'ONDEMAND' ? 'Só prepare quando o aplicativo pedir.' : null,
    order.virtualBrand ? `Marca: ${order.virtualBrand}` : null,
    order.indoor?.waiterCode ? `Garçom: ${order.indoor.waiterCode}` : null,
  ])
}

function joined(parts: readonly (string | null | undefined)[]): string | null {
  const words = parts.flatMap((part) => (part?.trim() ? [part.trim()] : []))
  return words.length === 0 ? null : words.join(' · ')
}

function instantOr(written: string, otherwise: Date): Date {
  const at = new Date(written)
  return Number.isNaN(at.getTime()) ? otherwise : at
}
