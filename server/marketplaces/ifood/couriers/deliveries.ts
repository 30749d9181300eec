import * as z from 'zod/mini'
import type { OrderAddress } from '../../../../contract/orders/orders.ts'
import type { MerchantDeliveries, Parcel } from '../../deliveries.ts'
import { courierAnswer, refusalOf } from './couriers.ts'
import { failure, rejectFailure, type Answer, type IfoodCaller } from '../http.ts'

const base = '/shipping/v1.0'

/** iFood's couriers for orders of other channels (docs/marketplaces/ifood.md section 6.3). */
export function ifoodDeliveries(call: IfoodCaller): MerchantDeliveries {
  const orderPath = (externalId: string) => `${base}/orders/${encodeURIComponent(externalId)}`
  const post = async (path: string, what: string, json?: object) => {
    const answer = await call('POST', path, json ? { json } : {})
    rejectFailure(answer, what)
  }
  return {
    offer: async (merchantId, { lat, lng }) => {
      const query = new URLSearchParams({ latitude: String(lat), longitude: String(lng) })
      const path = `${base}/merchants/${encodeURIComponent(merchantId)}/deliveryAvailabilities?${query.toString()}`
      return courierAnswer(await call('GET', path))
    },
    ask: async (merchantId, parcel) => {
      const path = `${base}/merchants/${encodeURIComponent(merchantId)}/orders`
      return registeredOf(await call('POST', path, { json: documentOf(parcel) }))
    },
    confirm: (externalId) => post(`/order/v1.0/orders/${encodeURIComponent(externalId)}/confirm`, 'confirm'),
    cancelReasons: async (externalId) => {
      const answer = await call('GET', `${orderPath(externalId)}/cancellationReasons`)
      if (answer.status === 204) return []
      rejectFailure(answer, 'cancellation reasons')
      return reasons.parse(answer.body).map(({ cancelCodeId, description }) => ({
        code: String(cancelCodeId),
        description: description ?? String(cancelCodeId),
      }))
    },
    cancel: (externalId, { code, description }) =>
      post(`${orderPath(externalId)}/cancel`, 'delivery cancellation', {
        reason: description,
        cancellationCode: code,
      }),
    answerAddressChange: (externalId, accept) =>
      post(
        `${orderPath(externalId)}/${accept ? 'acceptDeliveryAddressChange' : 'denyDeliveryAddressChange'}`,
        'address change',
      ),
  }
}

const reasons = z.array(
  z.object({
    cancelCodeId: z.union([z.string(), z.number()]),
    description: z.optional(z.nullable(z.string())),
  }),
)
const registered = z.object({ id: z.uuid(), trackingUrl: z.optional(z.nullable(z.url())) })

function registeredOf(answer: Answer) {
  if (answer.status === 400 || answer.status === 422 || answer.status === 409)
    throw Object.assign(failure('refused', 'delivery'), { words: refusalOf(answer.body) })
  rejectFailure(answer, 'delivery')
  const { id, trackingUrl = null } = registered.parse(answer.body)
  return { externalId: id, trackingUrl: trackingUrl?.startsWith('https://') ? trackingUrl : null }
}

/**
 * The order as one item of its whole value: the courier carries a bag, and what is in it is nobody's business. It is paid,
 * so no payment is named.
 */
function documentOf({ quoteId, displayId, customerName, phone, address, orderCents }: Parcel) {
  const value = orderCents / 100
  return {
    customer: { name: customerName.slice(0, 50), phone: phoneOf(phone) },
    delivery: { merchantFee: 0, quoteId, deliveryAddress: addressOf(address) },
    items: [
      {
        id: quoteId,
        name: `Pedido ${displayId}`.slice(0, 50),
        quantity: 1,
        unitPrice: value,
        price: value,
        optionsPrice: 0,
        totalPrice: value,
        options: [],
      },
    ],
    displayId,
  }
}

/** The courier asks for its last four digits; the store's own phone has no such code. */
function phoneOf(phone: string | null) {
  const [, areaCode, number] = /^\+55(\d{2})(\d{7,9})$/.exec(phone ?? '') ?? []
  return areaCode && number ? { type: 'CUSTOMER', countryCode: '55', areaCode, number } : { type: 'STORE' }
}

const addressOf = ({
  street,
  number,
  complement,
  reference,
  district,
  city,
  state,
  zipCode,
  lat,
  lng,
}: OrderAddress) => ({
  postalCode: (zipCode ?? '').replaceAll(/\D/g, ''),
  streetNumber: number.trim() === '' ? 'S/N' : number,
  streetName: street.slice(0, 50),
  neighborhood: district.slice(0, 50),
  city: city.slice(0, 50),
  state,
  country: 'BR',
  ...(complement ? { complement: complement.slice(0, 50) } : {}),
  ...(reference ? { reference: reference.slice(0, 70) } : {}),
  coordinates: { latitude: lat, longitude: lng },
})
