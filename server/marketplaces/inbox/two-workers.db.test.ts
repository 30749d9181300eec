import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBoard, readOrder } from '../../../contract/orders/orders.ts'
import { orderInbox } from '../../orders/orders.ts'
import { startOddIfood, type OddIfood } from '../../testing/odd-ifood.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { pollMarketplaces } from '../poll.ts'
import { handleInbox } from './handle-inbox.ts'

let partner: OddIfood
let app: TestApp
let store: string
let manager: Person
beforeAll(async () => {
  partner = await startOddIfood()
  app = await testApp({ IFOOD_BASE_URL: partner.url, IFOOD_CLIENT_ID: 'a', IFOOD_CLIENT_SECRET: 'b' })
  store = await app.addStore({ merchantId: 'm' })
  manager = await app.addPerson('manager', { [store]: 'manager' })
})
afterAll(async () => {
  await app.close()
  await partner.stop()
})

test('two processes that find the same events make one order of each, with each event once', async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID())
  for (const orderId of ids) {
    const document = {
      id: orderId,
      orderType: 'TAKEOUT',
      createdAt: new Date().toISOString(),
      merchant: { id: 'm' },
      items: [{ name: 'Suco', quantity: 1, unitPrice: 9, totalPrice: 9 }],
      total: { orderAmount: 9 },
    }
    partner.setOrder(orderId, JSON.stringify(document))
    for (const fullCode of ['PLACED', 'CONFIRMED']) {
      const event = { id: randomUUID(), fullCode, code: fullCode, orderId, merchantId: 'm' }
      partner.addEvent(event.id, 'm', JSON.stringify({ ...event, createdAt: new Date().toISOString() }))
    }
  }
  await pollMarketplaces(app.deps)
  await Promise.all([1, 2, 3].map(() => handleInbox(app.deps, store, orderInbox)))
  const { orders } = (await app.call(manager, readBoard, { query: {} })).data
  expect(orders.map((order) => order.externalId).toSorted()).toEqual(ids.toSorted())
  for (const order of orders) {
    const read = await app.call(manager, readOrder, { params: { orderId: order.id } }, { storeId: store })
    expect(read.data.timeline.map(({ type }) => type).toSorted()).toEqual(['CONFIRMED', 'PLACED'])
  }
})
