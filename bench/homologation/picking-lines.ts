import { randomUUID } from 'node:crypto'
import { confirmOrder, readOrder, type Order } from '../../contract/orders/orders.ts'
import {
  changePickedItem,
  endPicking,
  startPicking,
  type PickedChange,
} from '../../contract/orders/picking.ts'
import { until, type House } from './house.ts'
import { allOf, sawCall, type Line, type Seen } from './line.ts'

/** Orders of shops, read on 2026-11-28. */
export const pickingLines: readonly Line[] = [
  {
    module: 'Picking',
    page: 'picking/homologation',
    line: 'items are weighed, replaced, added and removed between start and end, and the order is read again',
    is: { check: picked },
  },
]

async function picked(house: House): Promise<Seen> {
  const { externalId, order } = await house.place({
    type: 'TAKEOUT',
    fields: {
      ...{ category: 'GROCERY', salesChannel: 'WHITE_LABEL', benefits: [], additionalFees: [] },
      items: ['Banana', 'Arroz', 'Sal'].map(line),
      total: { subTotal: 24, deliveryFee: 0, additionalFees: 0, benefits: 0, orderAmount: 24 },
    },
  })
  const params = { orderId: order.id }
  await house.call(confirmOrder, { params, body: {} })
  await house.reach(order.id, 'confirmed')
  let now: Order = await house.call(startPicking, { params, body: {} })
  const [banana = '', rice = '', salt = ''] = now.items.map(({ pickId }) => pickId)
  const changes: readonly PickedChange[] = [
    { kind: 'quantity', pickId: banana, quantity: 0.49 },
    { kind: 'replaced', pickId: rice, quantity: 1, ean: house.itemCode },
    { kind: 'removed', pickId: salt },
    { kind: 'added', quantity: 1, ean: house.itemCode },
  ]
  for (const change of changes) {
    // The picking's own event may bring another version of it.
    ;({ order: now } = await house.call(readOrder, { params }))
    now = await house.call(changePickedItem, { params, body: { change, version: now.version } })
  }
  await house.call(endPicking, { params, body: {} })
  const cents = await until('the order with the sums of the picking', async () => {
    const { order: after } = await house.call(readOrder, { params })
    return after.items.length === 3 && after.items[0]?.quantity === 0.49 ? after.totals.orderCents : null
  })
  const path = `picking/v1\\.0/orders/${externalId}`
  const saw = (method: string, end: string) =>
    sawCall(house.exchanges, method, new RegExp(`${path}/${end}$`), [200, 202, 204])
  return allOf(
    saw('POST', 'startSeparation'),
    saw('PATCH', `items/${banana}`),
    saw('POST', `items/${rice}/replace`),
    saw('DELETE', `items/${salt}`),
    saw('POST', 'items'),
    saw('POST', 'endSeparation'),
    { passed: cents === 392 + 2 * 3_290, exchange: `read again: ${String(cents)} centavos` },
  )
}

const line = (name: string) => ({
  ...{ id: randomUUID(), uniqueId: randomUUID(), name, quantity: 1, unitPrice: 8, price: 8, totalPrice: 8 },
  ...{ unit: 'KG', options: [], optionsPrice: 0, observations: '' },
})
