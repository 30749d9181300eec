/** An order of another channel, as the page of the module Shipping publishes it (docs/marketplaces/ifood.md section 6.3). */
export interface RegisteredDocument {
  readonly customer: {
    readonly name: string
    readonly phone: {
      readonly type?: string
      readonly countryCode?: string
      readonly areaCode?: string
      readonly number?: string
    }
  }
  readonly delivery: {
    readonly merchantFee: number
    readonly preparationTime?: number
    readonly quoteId?: string
    readonly deliveryAddress: Readonly<Record<string, unknown>>
  }
  readonly items: readonly RegisteredItem[]
  readonly payments?: unknown
  readonly displayId?: string
}

interface RegisteredItem {
  readonly id: string
  readonly name: string
  readonly quantity: number
  readonly unitPrice: number
  readonly price: number
  readonly optionsPrice: number
  readonly totalPrice: number
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The first published rule that the document breaks; null: none. */
export function problemOf({
  customer,
  delivery,
  items,
  displayId,
  payments,
}: RegisteredDocument): string | null {
  if (!isText(customer?.name, 1, 50)) return 'customer.name'
  if (!isPhone(customer.phone)) return 'customer.phone'
  if (typeof delivery?.merchantFee !== 'number') return 'delivery.merchantFee'
  const wrong = wrongIn(delivery.deliveryAddress ?? {})
  if (wrong) return `delivery.deliveryAddress.${wrong}`
  if (!Array.isArray(items) || items.length === 0 || !items.every(isItem)) return 'items'
  if (displayId !== undefined && !/^[\dA-Za-z]{0,4}$/.test(displayId)) return 'displayId'
  // The simulator's couriers collect nothing: its quotes name no method.
  return payments === undefined ? null : 'InvalidPaymentMethods'
}

const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && value.length >= least && value.length <= most

function isPhone(phone: RegisteredDocument['customer']['phone'] | undefined): boolean {
  if (!phone) return false
  if (phone.type === 'STORE') return true
  return (
    (phone.type === undefined || phone.type === 'CUSTOMER') &&
    /^\d{2}$/.test(phone.countryCode ?? '') &&
    /^\d{2}$/.test(phone.areaCode ?? '') &&
    /^\d{7,9}$/.test(phone.number ?? '')
  )
}

/** Name of a field, its least and its most characters. */
const texts = [
  ['streetNumber', 1, 50],
  ['streetName', 1, 50],
  ['neighborhood', 1, 50],
  ['city', 2, 50],
  ['state', 2, 2],
  ['country', 2, 2],
] as const

function wrongIn(address: Readonly<Record<string, unknown>>): string | null {
  const { postalCode, complement = '', reference = '', coordinates } = address
  if (typeof postalCode !== 'string' || !/^\d{8}$/.test(postalCode)) return 'postalCode'
  const wrong = texts.find(([name, least, most]) => !isText(address[name], least, most))
  if (wrong) return wrong[0]
  if (!isText(complement, 0, 50)) return 'complement'
  if (!isText(reference, 0, 70)) return 'reference'
  const { latitude, longitude } = (coordinates ?? {}) as Readonly<Record<string, unknown>>
  return typeof latitude === 'number' && typeof longitude === 'number' ? null : 'coordinates'
}

const isItem = ({
  id,
  name,
  quantity,
  unitPrice,
  price,
  optionsPrice,
  totalPrice,
}: RegisteredItem): boolean =>
  uuid.test(id) &&
  isText(name, 1, 50) &&
  Number.isInteger(quantity) &&
  quantity > 0 &&
  unitPrice >= 0 &&
  optionsPrice >= 0 &&
  isSum(price, quantity * unitPrice) &&
  isSum(totalPrice, price + optionsPrice)

const isSum = (value: number, sum: number): boolean => Math.abs(value - sum) < 0.005
