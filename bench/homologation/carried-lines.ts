import {
  answerAddressChange,
  askForCourier,
  cancelCourier,
  readCourierCancelReasons,
  readCourierOffer,
} from '../../contract/orders/courier-on-demand.ts'
import {
  confirmOrder,
  placeOrder,
  readOrder,
  type Order,
  type PlaceOrderBody,
} from '../../contract/orders/orders.ts'
import { until, type House } from './house.ts'
import { allOf, sawCall, type Line, type Seen } from './line.ts'

const of = (page: string, line: string, check: (house: House) => Promise<Seen>): Line => ({
  module: 'Shipping',
  line,
  page,
  is: { check },
})

/** Couriers on demand for orders of other channels, read on 2026-11-28. */
export const carriedLines: readonly Line[] = [
  of('shipping/outside', 'a courier on demand for orders of other channels', async (house) => {
    const { merchantId } = house
    const { externalId } = await carried(house)
    return allOf(
      sawCall(house.exchanges, 'GET', new RegExp(`${merchantId}/deliveryAvailabilities\\?latitude=`), [200]),
      sawCall(house.exchanges, 'POST', new RegExp(`shipping/v1\\.0/merchants/${merchantId}/orders$`), [202]),
      sawCall(house.exchanges, 'POST', new RegExp(`${externalId}/confirm$`), [202]),
    )
  }),
  of('shipping/homologacao', 'its reasons are shown, one is chosen, and it is cancelled', async (house) => {
    const { orderId, externalId } = await carried(house)
    const params = { orderId }
    const { reasons } = await house.call(readCourierCancelReasons, { params })
    const [reason] = reasons
    await house.call(cancelCourier, { params, body: reason ? { reason } : {} })
    await orderIs(house, orderId, ({ courierOnDemand }) => courierOnDemand?.state === 'cancelled')
    return allOf(
      sawCall(house.exchanges, 'GET', new RegExp(`${externalId}/cancellationReasons$`), [200]),
      sawCall(house.exchanges, 'POST', new RegExp(`${externalId}/cancel$`), [202]),
    )
  }),
  of('shipping/homologacao', 'a change of address is accepted or denied', async (house) => {
    const accepted = await changed(house, true)
    const denied = await changed(house, false)
    return allOf(accepted, denied)
  }),
]

async function changed(house: House, accept: boolean): Promise<Seen> {
  const { orderId, externalId } = await carried(house)
  await house.control.askForAddress(externalId, {
    ...{ streetName: 'Rua Nova', streetNumber: '20', neighborhood: 'Centro', city: 'Cidade', state: 'SP' },
    ...{ country: 'BR', postalCode: '01310200', coordinates: { latitude: -23.56, longitude: -46.65 } },
  })
  await orderIs(house, orderId, ({ courierOnDemand }) => courierOnDemand?.addressChange !== undefined)
  await house.call(answerAddressChange, { params: { orderId }, body: { accept } })
  const order = await orderIs(house, orderId, (one) => one.courierOnDemand?.addressChange === undefined)
  const isNew = order.delivery?.address?.street === 'Rua Nova'
  const path = `${externalId}/${accept ? 'accept' : 'deny'}DeliveryAddressChange$`
  return allOf(sawCall(house.exchanges, 'POST', new RegExp(path), [202]), {
    passed: isNew === accept,
    exchange: `the order’s address is ${isNew ? 'the new one' : 'as it was'}`,
  })
}

async function carried(house: House): Promise<{ readonly orderId: string; readonly externalId: string }> {
  const order = await house.call(placeOrder, { body: own })
  const params = { orderId: order.id }
  await house.call(confirmOrder, { params, body: {} })
  const { offer } = await house.call(readCourierOffer, { params })
  if (!offer) throw new Error('no offer')
  await house.call(askForCourier, { params, body: { quoteId: offer.quoteId, cents: offer.cents } })
  await orderIs(house, order.id, ({ courierOnDemand }) => courierOnDemand?.state === 'coming')
  const { orders } = await house.control.readCarried()
  const there = orders.findLast(({ displayId }) => displayId === order.displayId.slice(-4))
  if (!there) throw new Error('nothing is registered')
  return { orderId: order.id, externalId: there.id }
}

const orderIs = (house: House, orderId: string, is: (order: Order) => boolean) =>
  until('the order to follow', async () => {
    const { order } = await house.call(readOrder, { params: { orderId } })
    return is(order) ? order : null
  })

/** Paid, for an address with its point on the map. */
const own: PlaceOrderBody = {
  type: 'DELIVERY',
  customer: { name: 'Cliente de homologação', phone: '+5511987654321' },
  items: [
    {
      ...{ externalCode: null, name: 'X-Burger', quantity: 1, unitPriceCents: 3_290, totalCents: 3_290 },
      ...{ notes: null, options: [] },
    },
  ],
  fees: [],
  discounts: [],
  payments: [{ method: 'PIX', brand: null, cents: 3_290, prepaid: true, changeForCents: null }],
  orderCents: 3_290,
  delivery: {
    address: {
      ...{ street: 'Rua das Flores', number: '10', complement: null, reference: null, district: 'Centro' },
      ...{ city: 'Cidade', state: 'SP', zipCode: '01310-100', lat: -23.5615, lng: -46.6559 },
    },
  },
}
