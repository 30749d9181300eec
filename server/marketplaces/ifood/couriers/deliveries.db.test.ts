import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answerAddressChange,
  askForCourier,
  cancelCourier,
  readCourierCancelReasons,
  readCourierOffer,
} from '../../../../contract/orders/courier-on-demand.ts'
import * as contract from '../../../../contract/orders/orders.ts'
import type { Person, TestApp } from '../../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../../testing/marketplaces/ifood-shop.ts'
import { ownOrder } from '../../../testing/orders.ts'
import { until } from '../../../testing/until.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000e'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let basic: Person
let stranger: Person

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, actionDelayMs: 30, pollSeconds: 1 })
  ;({ control, app, store, basic, stranger } = shop)
  app.startWorker()
}, 60_000)
afterAll(() => shop.stop())
beforeEach(() => control.refuseCouriers(null))

const here = () => ({ storeId: store })
const of = (orderId: string) => ({ params: { orderId } })
const read = async (orderId: string) =>
  (await app.call(basic, contract.readOrder, of(orderId), here())).data.order
const offerFor = (orderId: string, person = basic, storeId = store) =>
  app.call(person, readCourierOffer, of(orderId), { storeId })
const askFor = (orderId: string, quoteId: string, person = basic, storeId = store) =>
  app.call(person, askForCourier, { ...of(orderId), body: { quoteId, cents: 799 } }, { storeId })
const reasonsFor = (orderId: string, person = basic, storeId = store) =>
  app.call(person, readCourierCancelReasons, of(orderId), { storeId })
const takeBack = (orderId: string, reason: object | null, person = basic, storeId = store) =>
  app.call(
    person,
    cancelCourier,
    { ...of(orderId), body: (reason ? { reason } : {}) as { reason: { code: string; description: string } } },
    { storeId },
  )
const answer = (orderId: string, accept: boolean, person = basic, storeId = store) =>
  app.call(person, answerAddressChange, { ...of(orderId), body: { accept } }, { storeId })
const courierIs = (orderId: string, state: string) =>
  until(
    () => read(orderId),
    (order) => order.courierOnDemand?.state === state,
  )

const paid = { method: 'PIX', brand: null, cents: 7_050, prepaid: true, changeForCents: null }
const address = { ...ownOrder().delivery?.address, zipCode: '01310-100', lat: -23.5615, lng: -46.6559 }
type Placed = Parameters<typeof ownOrder>[0]
const atHome = { payments: [paid], delivery: { address } } as Placed

/** An own order that is accepted and paid, for an address with its point. */
async function ready(changes: Placed = {}): Promise<contract.Order> {
  const placed = await app.call(
    basic,
    contract.placeOrder,
    { body: ownOrder({ ...atHome, ...changes }) },
    { ...here(), key: randomUUID() },
  )
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  const { id } = placed.data
  await app.call(basic, contract.confirmOrder, { ...of(id), body: {} }, here())
  return read(id)
}

async function carried(): Promise<{ readonly id: string; readonly externalId: string }> {
  const { id, displayId } = await ready()
  const { data } = await offerFor(id)
  const asked = await askFor(id, data.offer?.quoteId ?? '')
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await courierIs(id, 'coming')
  const { orders } = await control.readCarried()
  const there = orders.findLast((order) => order.displayId === displayId.slice(-4))
  if (!there) throw new Error('nothing is registered')
  return { id, externalId: there.id }
}

const ordersOfTheStore = async () =>
  (await app.call(basic, contract.readBoard, { query: {} })).data.orders.map(({ id }) => id)

describe('an order of the own channel that a courier of iFood carries', () => {
  test('has a price and a time before anything is asked for', async () => {
    const { id } = await ready()
    const { data } = await offerFor(id)
    expect(data).toMatchObject({
      refusal: null,
      offer: { cents: 799, minutes: { from: 20, to: 30 }, meters: 3_000 },
    })
  })

  test('is registered with as little as its delivery needs, confirmed there, and stays one order here', async () => {
    const before = await ordersOfTheStore()
    const { id, externalId } = await carried()
    const order = await read(id)
    expect(order).toMatchObject({
      status: 'confirmed',
      platform: 'balcao',
      courierOnDemand: {
        by: 'ifood',
        cents: 799,
        askedBy: 'basic',
        trackingUrl: `https://meupedido.ifood.com.br/${externalId}`,
        dropCode: '4321',
      },
    })
    const there = await control.readOrder(externalId)
    expect(there).toMatchObject({
      salesChannel: 'POS',
      displayId: order.displayId.slice(-4),
      customer: { name: 'Ana Souza' },
      items: [{ name: `Pedido ${order.displayId.slice(-4)}`, quantity: 1, totalPrice: 70.5 }],
      delivery: { deliveryAddress: { postalCode: '01310100', streetName: 'Rua das Flores' } },
    })
    const { actions } = await control.readLog()
    expect(actions.filter(({ orderId }) => orderId === externalId)).toMatchObject([{ action: 'confirm' }])
    expect(await ordersOfTheStore()).toEqual(expect.arrayContaining([...before, id]))
    expect(await ordersOfTheStore()).toHaveLength(before.length + 1)
  })

  test('shows what becomes of the courier, and takes none of its steps for the order’s own', async () => {
    const { id, externalId } = await carried()
    await control.assignCourier(externalId)
    await courierIs(id, 'assigned')
    await control.leave(externalId)
    await control.conclude(externalId)
    await courierIs(id, 'delivered')
    expect((await read(id)).status).toBe('confirmed')
    const again = await offerFor(id)
    expect(again.body).toMatchObject({ error: 'order/invalid-transition' })
    expect(again.body.message).toContain('já entregou')
    const { timeline } = (await app.call(basic, contract.readOrder, of(id), here())).data
    expect(timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['COURIER_ASKED', 'ASSIGN_DRIVER', 'CARRIED_DISPATCHED', 'CARRIED_CONCLUDED']),
    )
  })

  test('is asked for once, also by two people at the same time', async () => {
    const { id, displayId } = await ready()
    const quoteId = (await offerFor(id)).data.offer?.quoteId ?? ''
    const replies = await Promise.all([askFor(id, quoteId), askFor(id, quoteId)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await courierIs(id, 'coming')
    const { orders } = await control.readCarried()
    expect(orders.filter((order) => order.displayId === displayId.slice(-4))).toHaveLength(1)
  })

  test('is taken back for one of iFood’s reasons, of two people by one, and may be asked for again', async () => {
    const { id } = await carried()
    const { data } = await reasonsFor(id)
    expect(data.reasons).toEqual([
      { code: '817', description: 'O cliente cancelou o pedido pelo restaurante' },
    ])
    const [reason = null] = data.reasons
    expect((await takeBack(id, null)).body).toMatchObject({
      error: 'validation/refused',
      details: [{ path: 'reason', message: 'Escolha o motivo do cancelamento.' }],
    })
    const replies = await Promise.all([takeBack(id, reason), takeBack(id, reason)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await courierIs(id, 'cancelled')
    expect((await read(id)).status).toBe('confirmed')
    const again = await offerFor(id)
    expect((await askFor(id, again.data.offer?.quoteId ?? '')).status).toBe(200)
    await courierIs(id, 'coming')
  })

  test('that left is not taken back: iFood offers no reason any more', async () => {
    const { id, externalId } = await carried()
    await control.leave(externalId)
    await courierIs(id, 'assigned')
    expect((await reasonsFor(id)).data.reasons).toEqual([])
  })

  test('that iFood refuses says why, and nothing is left of the try', async () => {
    const { id } = await ready()
    const quoteId = (await offerFor(id)).data.offer?.quoteId ?? ''
    await control.refuseCouriers('BusyFleet')
    expect((await offerFor(id)).data).toMatchObject({
      offer: null,
      refusal: expect.stringContaining('ocupados') as string,
    })
    const refused = await askFor(id, quoteId)
    expect(refused.body).toMatchObject({
      error: 'order/partner-decides',
      message: 'Os entregadores do iFood estão todos ocupados agora. Tente de novo em alguns minutos.',
    })
    expect((await read(id)).courierOnDemand).toMatchObject({ state: 'refused' })
  })
})

describe('the customer of a carried order asks for another address', () => {
  const elsewhere = {
    ...{ streetName: 'Rua Nova', streetNumber: '20', neighborhood: 'Centro', city: 'Cidade', state: 'SP' },
    ...{ country: 'BR', postalCode: '01310200', coordinates: { latitude: -23.56, longitude: -46.65 } },
  }
  async function asking() {
    const made = await carried()
    await control.askForAddress(made.externalId, elsewhere)
    const order = await until(
      () => read(made.id),
      ({ courierOnDemand }) => courierOnDemand?.addressChange !== undefined,
    )
    return { ...made, order }
  }

  test('the store sees it beside the old one, and of two people one answers', async () => {
    const { id, order } = await asking()
    const change = order.courierOnDemand?.addressChange
    expect(change).toMatchObject({ address: { street: 'Rua Nova', number: '20', lat: -23.56 } })
    expect(order.delivery?.address).toMatchObject({ street: 'Rua das Flores' })
    const replies = await Promise.all([answer(id, true), answer(id, false)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('accepted, the order goes to the new address', async () => {
    const { id } = await asking()
    expect((await answer(id, true)).status).toBe(200)
    const after = await until(
      () => read(id),
      ({ delivery }) => delivery?.address?.street === 'Rua Nova',
    )
    expect(after.courierOnDemand?.addressChange).toBeUndefined()
    expect((await answer(id, true)).body.error).toBe('order/invalid-transition')
  })

  test('denied, it stays where it was', async () => {
    const { id } = await asking()
    expect((await answer(id, false)).status).toBe(200)
    const after = await until(
      () => read(id),
      ({ courierOnDemand }) => courierOnDemand?.addressChange === undefined,
    )
    expect(after.delivery?.address).toMatchObject({ street: 'Rua das Flores' })
  })

  test('that iFood does not take now can be answered again', async () => {
    const { id } = await asking()
    await control.fail(503, 600_000, '/shipping')
    expect((await answer(id, true)).body.error).toBe('marketplace/unavailable')
    await control.fail(503, 0, '/shipping')
    expect((await answer(id, true)).status).toBe(200)
  })
})

test('a request whose answer was lost is found again by its number, and no second order is taken', async () => {
  const { id, displayId } = await ready()
  const quoteId = (await offerFor(id)).data.offer?.quoteId ?? ''
  const before = await ordersOfTheStore()
  // iFood registers the order, and its answer does not arrive.
  await control.loseAnswers('/shipping/v1.0/merchants', 1)
  expect((await askFor(id, quoteId)).body.error).toBe('marketplace/unavailable')
  expect((await read(id)).courierOnDemand).toMatchObject({ by: 'ifood' })
  await courierIs(id, 'coming')
  const { orders } = await control.readCarried()
  expect(orders.filter((order) => order.displayId === displayId.slice(-4))).toHaveLength(1)
  expect(await ordersOfTheStore()).toEqual(before)
})

test.each([
  [
    'without a point on the map',
    { delivery: { address: { ...address, lat: null, lng: null } } },
    'ponto no mapa',
  ],
  ['without its CEP', { delivery: { address: { ...address, zipCode: null } } }, 'CEP'],
  ['that is paid at the door', { payments: [{ ...paid, prepaid: false }] }, 'pago na entrega'],
] as const)('an order %s is refused in words before anybody is asked', async (_which, changes, words) => {
  const { id } = await ready(changes as Placed)
  const refused = await offerFor(id)
  expect(refused.body.error).toBe('order/invalid-transition')
  expect(refused.body.message).toContain(words)
  expect((await askFor(id, randomUUID())).body.error).toBe('order/invalid-transition')
})

test('an order that the customer fetches, or that has left, gets no courier of another channel', async () => {
  const fetched = await ready({
    type: 'TAKEOUT',
    delivery: null,
    fees: [],
    discounts: [],
    orderCents: 6_800,
    payments: [{ ...paid, cents: 6_800 }],
  } as Placed)
  expect((await offerFor(fetched.id)).body.error).toBe('order/invalid-transition')
  const { id } = await ready()
  await app.call(basic, contract.markReady, { ...of(id), body: {} }, here())
  await app.call(basic, contract.dispatchOrder, { ...of(id), body: {} }, here())
  expect((await offerFor(id)).body.error).toBe('order/invalid-transition')
})

test('only the store’s own people ask, take back and answer, and only for its own orders', async () => {
  const { id } = await carried()
  const reason = { code: '817', description: 'x' }
  for (const call of [
    (person: Person, storeId: string) => offerFor(id, person, storeId),
    (person: Person, storeId: string) => reasonsFor(id, person, storeId),
    (person: Person, storeId: string) => takeBack(id, reason, person, storeId),
    (person: Person, storeId: string) => answer(id, true, person, storeId),
  ]) {
    expect((await call(stranger, store)).body.error).toBe('store/not-found')
    expect((await call(stranger, shop.other)).body.error).toBe('order/not-found')
  }
  expect((await answer(id, true)).body.error).toBe('order/invalid-transition')
})
