import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerDispute, readDisputes } from '../../../contract/orders/disputes.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { startOrderingApp, type OrderingApp } from '../../../simulator/open-delivery/start-ordering-app.ts'
import { printDesk } from '../../printing/testing/print-desk.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import {
  boardOrder,
  connectStore,
  newCredentials,
  panelBeside,
  platform,
  poll,
  type Credentials,
} from './testing/connected-app.ts'

let partner: OrderingApp
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let manager: Person
let merchant: Credentials

beforeAll(async () => {
  partner = await startOrderingApp({ actionDelayMs: 10 })
  control = orderingAppControl(partner.url)
  app = await panelBeside(partner.url)
  ;({ store, manager } = await standardShop(app))
  merchant = newCredentials()
  await control.setMerchants([{ ...merchant, name: 'Brasa' }])
  await connectStore({ app, person: manager, storeId: store, url: partner.url }, merchant)
  app.startWorker()
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})

const place = async (wish: object = {}) =>
  (await control.placeOrder({ merchantId: merchant.merchantId, ...wish })).orderId
const seen = (externalId: string, ready?: (order: orders.Order) => boolean) =>
  boardOrder(app, manager, externalId, ready)
const isAt = (status: orders.Order['status']) => (order: orders.Order) =>
  order.status === status && order.pending === null
type Act =
  | typeof orders.confirmOrder
  | typeof orders.startPreparation
  | typeof orders.markReady
  | typeof orders.dispatchOrder
  | typeof orders.deliverOrder
const act = (route: Act, order: orders.Order) =>
  app.call(manager, route, { params: { orderId: order.id }, body: {} }, { storeId: store })
const actionsOf = async (externalId: string) =>
  (await control.orderOf(externalId)).actions.map(({ action }) => action)
const ended = async (externalId: string, lastEvent: string) =>
  vi.waitUntil(async () => (await control.orderOf(externalId)).lastEvent === lastEvent, {
    timeout: 20_000,
  })

test('an order is taken with every amount to the centavo, and goes from the board to the customer', async () => {
  const id = await place({ fields: { sendDelivered: true } })
  const placed = await seen(id, isAt('placed'))
  expect(placed).toMatchObject({
    platform,
    type: 'DELIVERY',
    customer: { name: 'Bia Prado', ordersCount: 4 },
    totals: { itemsCents: 3_690, feesCents: 700, discountCents: 500, orderCents: 3_890, prepaidCents: 3_890 },
    delivery: { deliveredBy: 'MERCHANT', address: { street: 'Rua dos Pinheiros', state: 'SP' } },
  })
  expect(placed.incomplete).toBeUndefined()
  expect(placed.items.map(({ name, quantity, totalCents }) => [name, quantity, totalCents])).toEqual([
    ['Pastel de carne', 2, 3_080],
    ['Guaraná lata', 1, 610],
  ])
  await act(orders.confirmOrder, placed)
  await act(orders.markReady, await seen(id, isAt('confirmed')))
  await act(orders.dispatchOrder, await seen(id, isAt('ready')))
  expect((await act(orders.deliverOrder, await seen(id, isAt('dispatched')))).status).toBe(200)
  await ended(id, 'CONCLUDED')
  expect(await actionsOf(id)).toEqual(['confirm', 'readyForPickup', 'dispatch', 'delivered'])
  const { data } = await app.call(manager, readDailyReport, { query: {} })
  expect(data.channels.find((row) => row.platform === platform)?.totals.received).toBeGreaterThan(0)
})

test('an accepted order comes out of the printer like any other', async () => {
  const desk = printDesk(app, store, manager)
  await desk.addPrinter()
  const id = await place()
  const placed = await seen(id, isAt('placed'))
  await act(orders.confirmOrder, placed)
  await seen(id, isAt('confirmed'))
  const [job] = await vi.waitUntil(
    async () => {
      const jobs = await desk.jobsOf(placed.id)
      return jobs.length > 0 ? jobs : null
    },
    { timeout: 20_000 },
  )
  expect(job).toMatchObject({ ticket: 'kitchen' })
})

test('without sendDelivered the application says itself that it was delivered', async () => {
  const id = await place()
  await act(orders.confirmOrder, await seen(id, isAt('placed')))
  await act(orders.markReady, await seen(id, isAt('confirmed')))
  await act(orders.dispatchOrder, await seen(id, isAt('ready')))
  const refused = await act(orders.deliverOrder, await seen(id, isAt('dispatched')))
  expect([refused.status, refused.body.error]).toEqual([422, 'order/partner-decides'])
})

test('an application that follows the store’s courier is sent each step of the way, any other none', async () => {
  const followed = await place({ fields: { sendDelivered: true, sendTracking: true } })
  const unasked = await place({ fields: { sendDelivered: true } })
  for (const id of [followed, unasked]) {
    await act(orders.confirmOrder, await seen(id, isAt('placed')))
    await act(orders.markReady, await seen(id, isAt('confirmed')))
    await act(orders.dispatchOrder, await seen(id, isAt('ready')))
  }
  for (const id of [followed, unasked]) {
    await act(orders.deliverOrder, await seen(id, isAt('dispatched')))
    await ended(id, 'CONCLUDED')
  }
  expect(await actionsOf(unasked)).not.toContain('tracking')
  const { actions } = await control.orderOf(followed)
  const sent = actions.filter(({ action }) => action === 'tracking')
  expect(sent.map(({ body }) => body)).toMatchObject([
    { deliveryTrackingInfo: { event: { type: 'DELIVERY_ONGOING' } } },
    { deliveryTrackingInfo: { event: { type: 'ORDER_DELIVERED' } } },
  ])
})

test('what is collected at the counter counts as picked up where the application asks for it', async () => {
  const id = await place({ type: 'TAKEOUT', fields: { sendPickedUp: true } })
  await act(orders.confirmOrder, await seen(id, isAt('placed')))
  await act(orders.markReady, await seen(id, isAt('confirmed')))
  await act(orders.deliverOrder, await seen(id, isAt('ready')))
  await ended(id, 'CONCLUDED')
  expect((await actionsOf(id)).at(-1)).toBe('pickedUp')
})

test('the start of the preparation is sent only where the application asks for it, and counts in any case', async () => {
  const asked = await place({ fields: { sendPreparing: true } })
  const unasked = await place()
  for (const id of [asked, unasked]) {
    await act(orders.confirmOrder, await seen(id, isAt('placed')))
    await act(orders.startPreparation, await seen(id, isAt('confirmed')))
    await seen(id, isAt('preparing'))
  }
  expect(await actionsOf(asked)).toEqual(['confirm', 'preparing'])
  expect(await actionsOf(unasked)).toEqual(['confirm'])
  await control.emit(unasked, 'PREPARATION_REQUESTED')
  await act(orders.markReady, await seen(unasked, isAt('preparing')))
  expect(await seen(unasked, isAt('ready'))).toMatchObject({ status: 'ready' })
})

test('a cancellation by the store takes a reason of the standard and ends with the application’s word', async () => {
  const id = await place()
  const placed = await seen(id, isAt('placed'))
  const here = { storeId: store }
  const params = { orderId: placed.id }
  const reasons = await app.call(manager, orders.readCancellationReasons, { params }, here)
  expect(reasons.data).toContainEqual({ code: 'UNAVAILABLE_ITEM', description: 'Item em falta' })
  const body = { code: 'UNAVAILABLE_ITEM' }
  await app.call(manager, orders.cancelOrder, { params, body }, here)
  await ended(id, 'CANCELLED')
  const [asked] = (await control.orderOf(id)).actions
  expect(asked?.body).toMatchObject({ code: 'UNAVAILABLE_ITEM', mode: 'MANUAL' })
})

test('a cancellation that the customer asks for waits for the store, which may refuse it', async () => {
  const id = await place()
  await act(orders.confirmOrder, await seen(id, isAt('placed')))
  await seen(id, isAt('confirmed'))
  const reason = { reason: 'Vou demorar', code: 'CONSUMER_CANCELLATION_REQUESTED' }
  await control.emit(id, 'ORDER_CANCELLATION_REQUEST', reason)
  const open = async (state: string) => {
    await seen(id)
    const { data } = await app.call(manager, readDisputes, { query: {} })
    return data.disputes.find((one) => one.orderId === orderId && one.state === state) ?? null
  }
  const orderId = (await seen(id)).id
  const first = await vi.waitUntil(() => open('open'), { timeout: 20_000 })
  expect(first).toMatchObject({ message: 'Vou demorar', askedCents: 3_890 })
  const answer = (disputeId: string, body: object) =>
    app.call(manager, answerDispute, { params: { disputeId }, body: body as never }, { storeId: store })
  await answer(first.id, { answer: 'reject', reason: 'HIGH_STORE_DEMAND' })
  await ended(id, 'CANCELLED_DENIED')
  expect((await control.orderOf(id)).actions.at(-1)?.body).toEqual({
    reason: 'A loja está com muito movimento',
    code: 'DISH_ALREADY_DONE',
  })
  // Refused once, asked again: the second is another one.
  await control.emit(id, 'ORDER_CANCELLATION_REQUEST', reason)
  const second = await vi.waitUntil(() => open('open'), { timeout: 20_000 })
  expect(second.id).not.toBe(first.id)
  await answer(second.id, { answer: 'accept' })
  await ended(id, 'CANCELLED')
})

test('sums that differ and words that nobody knows are shown, and the document is kept', async () => {
  const price = (value: number) => ({ value, currency: 'BRL' })
  const id = await place({
    fields: {
      total: {
        itemsPrice: price(36.9),
        otherFees: price(7),
        discount: price(5),
        orderAmount: price(40.005),
      },
      talheres: 'Mandar hashi',
    },
  })
  const shown = await seen(id)
  expect(shown.incomplete).toBe(true)
  expect(shown.totals.orderCents).toBe(4_001)
  expect(shown.notUnderstood).toEqual([
    'Conta diferente: Itens mais taxas menos descontos dão R$ 38,90, e o aplicativo diz R$ 40,01.',
    'Conta diferente: Os pagamentos somam R$ 38,90, e o aplicativo diz R$ 40,01.',
    'Mandar hashi (talheres)',
  ])
})

test('nothing that was sent to the application broke its schemas, and every event was acknowledged', async () => {
  const waiting = async () => {
    await poll(app)
    return (await control.state()).waitingEvents
  }
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 20_000 })
  expect((await control.state()).violations).toEqual([])
})
