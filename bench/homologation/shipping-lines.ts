import { askForCourier, cancelCourier, readCourierOffer } from '../../contract/orders/courier-on-demand.ts'
import { confirmOrder, readOrder, type Order } from '../../contract/orders/orders.ts'
import { until, type House } from './house.ts'
import { allOf, sawCall, type Line, type Seen } from './line.ts'

const page = 'shipping/inside'
const of = (line: string, check: (house: House) => Promise<Seen>): Line => ({
  module: 'Shipping',
  line,
  page,
  is: { check },
})

/** Couriers on demand for orders of the marketplace, read on 2026-11-27. */
export const shippingLines: readonly Line[] = [
  of('availability with price and time, and a courier is requested', async (house) => {
    const { orderId, externalId } = await asked(house)
    await courierIs(house, orderId, 'coming')
    return allOf(
      sawCall(house.exchanges, 'GET', new RegExp(`${externalId}/deliveryAvailabilities$`), [200]),
      sawCall(house.exchanges, 'POST', new RegExp(`${externalId}/requestDriver$`), [202]),
    )
  }),
  of('a request is cancelled before a courier has accepted', async (house) => {
    const { orderId, externalId } = await asked(house)
    await courierIs(house, orderId, 'coming')
    await house.call(cancelCourier, { params: { orderId }, body: {} })
    await courierIs(house, orderId, 'cancelled')
    return sawCall(house.exchanges, 'POST', new RegExp(`${externalId}/cancelRequestDriver$`), [202])
  }),
]

async function asked(house: House) {
  const { externalId, order } = await house.place({ type: 'DELIVERY', deliveredBy: 'MERCHANT' })
  const params = { orderId: order.id }
  await house.call(confirmOrder, { params, body: {} })
  await house.reach(order.id, 'confirmed')
  const { offer } = await house.call(readCourierOffer, { params })
  if (!offer) throw new Error('no offer')
  await house.call(askForCourier, { params, body: { quoteId: offer.quoteId, cents: offer.cents } })
  return { orderId: order.id, externalId }
}

const courierIs = (house: House, orderId: string, state: NonNullable<Order['courierOnDemand']>['state']) =>
  until(`a courier ${state}`, async () => {
    const { order } = await house.call(readOrder, { params: { orderId } })
    return order.courierOnDemand?.state === state ? order : null
  })
