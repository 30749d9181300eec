import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkDeliveryCode } from '../../../contract/orders/code-check.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { startOrderingApp, type OrderingApp } from '../../../simulator/open-delivery/start-ordering-app.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { boardOrder, connectStore, newCredentials, panelBeside } from './testing/connected-app.ts'

let partner: OrderingApp
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
/** On its way, with the store's courier. */
let order: orders.Order
/** No part of an id or an instant. */
const right = 'GIRASSOL & 1'
const merchant = newCredentials()

beforeAll(async () => {
  partner = await startOrderingApp({ actionDelayMs: 10 })
  control = orderingAppControl(partner.url)
  app = await panelBeside(partner.url)
  ;({ store, other, basic, manager, stranger } = await standardShop(app))
  await control.setMerchants([{ ...merchant, name: 'Brasa' }])
  await connectStore({ app, person: manager, storeId: store, url: partner.url }, merchant)
  app.startWorker()
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})
beforeEach(async () => {
  order = await onItsWay({ deliveryCode: right })
})

type Act = typeof orders.confirmOrder | typeof orders.markReady | typeof orders.dispatchOrder
const act = (route: Act, { id }: orders.Order) =>
  app.call(manager, route, { params: { orderId: id }, body: {} }, { storeId: store })

async function placed(wish: object): Promise<orders.Order> {
  const { orderId } = await control.placeOrder({ merchantId: merchant.merchantId, ...wish })
  return boardOrder(app, manager, orderId)
}

async function onItsWay(wish: object): Promise<orders.Order> {
  const { externalId } = await placed(wish)
  const at = (status: orders.Order['status']) =>
    boardOrder(app, manager, externalId, (one) => one.status === status && one.pending === null)
  await act(orders.confirmOrder, await at('placed'))
  await act(orders.markReady, await at('confirmed'))
  await act(orders.dispatchOrder, await at('ready'))
  return at('dispatched')
}

const check = (
  code: string,
  { as = basic, storeId = store, of = order }: { as?: Person; storeId?: string; of?: orders.Order } = {},
) => app.call(as, checkDeliveryCode, { params: { orderId: of.id }, body: { code } }, { storeId })

const read = async () =>
  (await app.call(manager, orders.readOrder, { params: { orderId: order.id } }, { storeId: store })).data

test('the customer’s code is checked by the application; who typed it is kept, the code is not', async () => {
  expect(order.takesCode).toBe(true)
  const checked = await check(right)
  expect(checked.status, JSON.stringify(checked.body)).toBe(200)
  expect(checked.data.codeCheck?.checkedBy).toBe('basic')
  expect(checked.data.status).toBe('dispatched')
  const { timeline, order: after } = await read()
  expect(timeline.find(({ type }) => type === 'CODE_CHECKED')?.actorName).toBe('basic')
  expect(JSON.stringify([timeline, after])).not.toContain(right)
  expect((await control.state()).violations).toEqual([])
})

test('a wrong code is refused at its field in the application’s words, and may be typed again', async () => {
  const wrong = await check('0000')
  expect([wrong.status, wrong.body.error]).toEqual([422, 'validation/refused'])
  expect(wrong.body.details).toEqual([
    { path: 'code', message: 'O Open Delivery não reconheceu este código. Código de outro pedido.' },
  ])
  const { timeline, order: after } = await read()
  expect(timeline.find(({ type }) => type === 'CODE_WRONG')?.note).toBe('Código de outro pedido.')
  expect(after.codeCheck).toBeUndefined()
  expect((await check(` ${right} `)).status).toBe(200)
})

test('a code is checked at the door only, once, and only where the store’s courier rides', async () => {
  const kitchen = await placed({})
  expect((await check('1', { of: kitchen })).body.message).toContain('o código é conferido na entrega')
  const takeout = await placed({ type: 'TAKEOUT' })
  expect((await check('1', { of: takeout })).body.message).toBe(
    'Neste pedido a loja não confere código de entrega.',
  )
  await check(right)
  const again = await check(right)
  expect([again.status, again.body.message]).toEqual([409, 'O código deste pedido já foi conferido.'])
  const asked = (await control.orderOf(order.externalId)).actions
  expect(asked.filter(({ action }) => action === 'validateCode')).toHaveLength(1)
})

test('an order of the store’s own channel has no code to check', async () => {
  const own = await app.call(
    basic,
    orders.placeOrder,
    { body: ownOrder() },
    { storeId: store, key: 'code-own' },
  )
  expect(own.data.takesCode).toBeUndefined()
  expect((await check('1', { of: own.data })).body.error).toBe('order/invalid-transition')
})

test('of two people who type the right code at once one is kept', async () => {
  const both = await Promise.all([check(right), check(right, { as: manager })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { timeline } = await read()
  expect(timeline.filter(({ type }) => type === 'CODE_CHECKED')).toHaveLength(1)
})

test('while the application cannot be reached nothing is kept, and the sentence says so', async () => {
  await control.setDown(true)
  const refused = await check(right)
  await control.setDown(false)
  expect([refused.status, refused.body.error]).toEqual([503, 'marketplace/unavailable'])
  expect(refused.body.message).toContain('não respondeu')
  const { timeline } = await read()
  expect(timeline.some(({ type }) => type.startsWith('CODE_'))).toBe(false)
})

test('somebody without access to the store finds no such order, and neither does another store', async () => {
  expect((await check(right, { as: stranger })).status).toBe(404)
  expect((await check(right, { as: stranger, storeId: other })).body.error).toBe('order/not-found')
})
