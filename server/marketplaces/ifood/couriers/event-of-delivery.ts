import { lookup } from '../../../../contract/shared/lookup.ts'
import type { OrderAddress } from '../../../../contract/orders/orders.ts'
import type { EventNews } from '../../marketplace-event.ts'

type DeliveryNews = Omit<Extract<EventNews, { readonly type: 'other' }>, 'type' | 'details'>
type Loose = Readonly<Record<string, unknown>>

/** What an event says of a courier on demand, by its long or short code (docs/marketplaces/ifood.md section 6.3). */
export function deliveryNews(codes: readonly string[], metadata: Loose | null): DeliveryNews {
  const found = codes.map((code) => lookup(news, code)).find((one) => one !== undefined)
  return found?.(metadata ?? {}) ?? {}
}

const courier = (state: NonNullable<DeliveryNews['courier']>) => () => ({ courier: state })

const asksCode = ({ CODE }: Loose): DeliveryNews => {
  const dropCode = text(CODE)
  return { asksCode: true, ...(dropCode === null ? {} : { dropCode }) }
}
const asksAddress = ({ address }: Loose): DeliveryNews => ({ asksAddress: addressOf(record(address)) })
const deniesAddress = (): DeliveryNews => ({ deniesAddress: true })
const cancelling = (): DeliveryNews => ({ cancelsCarried: true })

const news: Readonly<Record<string, (metadata: Loose) => DeliveryNews>> = {
  DELIVERY_DROP_CODE_REQUESTED: asksCode,
  DDCR: asksCode,
  REQUEST_DRIVER_SUCCESS: courier('coming'),
  RDS: courier('coming'),
  REQUEST_DRIVER_FAILED: courier('refused'),
  RDF: courier('refused'),
  ASSIGN_DRIVER: courier('assigned'),
  ADR: courier('assigned'),
  DELIVERY_CANCELLATION_REQUESTED: courier('cancelling'),
  DCR: courier('cancelling'),
  DELIVERY_CANCELLATION_REQUEST_ACCEPTED: courier('cancelled'),
  DCRA: courier('cancelled'),
  DELIVERY_CANCELLATION_REQUEST_REJECTED: courier('coming'),
  DCRR: courier('coming'),
  CANCELLATION_REQUESTED: cancelling,
  CAR: cancelling,
  DELIVERY_ADDRESS_CHANGE_REQUESTED: asksAddress,
  DAR: asksAddress,
  DELIVERY_ADDRESS_CHANGE_DENIED: deniesAddress,
  DAD: deniesAddress,
}

/** Null without its street or its point on the map. */
function addressOf(address: Loose): OrderAddress | null {
  const { latitude, longitude } = record(address.coordinates)
  const street = text(address.streetName)
  if (street === null || typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return {
    street,
    number: text(address.streetNumber) ?? '',
    complement: text(address.complement),
    reference: text(address.reference),
    district: text(address.neighborhood) ?? '',
    city: text(address.city) ?? '',
    state: text(address.state) ?? '',
    zipCode: text(address.postalCode),
    lat: latitude,
    lng: longitude,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const record = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
