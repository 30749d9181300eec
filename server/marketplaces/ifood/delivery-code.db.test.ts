import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDeliveryCode } from '../../../contract/orders/code-check.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../testing/marketplaces/ifood-shop.ts'
import { until } from '../../testing/until.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000a'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let basic: Person

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, actionDelayMs: 30, pollSeconds: 1 })
  ;({ control, app, store, basic } = shop)
  app.startWorker()
}, 60_000)
afterAll(() => shop.stop())

const here = () => ({ storeId: store })

const orderAt = (orderId: string, ready: (order: contract.Order) => boolean) =>
  until(
    async () => (await app.call(basic, contract.readOrder, { params: { orderId } }, here())).data.order,
    ready,
  )

const isAt = (status: contract.Order['status']) => (order: contract.Order) =>
  order.status === status && order.pending === null

test('iFood asks for the customer’s code, checks it, and ends the order that it fits', async () => {
  const placed = await control.placeOrder({ merchantId, type: 'DELIVERY', deliveredBy: 'MERCHANT' })
  const order = await until(async () => {
    const { data } = await app.call(basic, contract.readBoard, { query: {} })
    return data.orders.find(({ externalId }) => externalId === placed.orderId)
  })
  const params = { params: { orderId: order.id } }
  await app.call(basic, contract.confirmOrder, { ...params, body: {} }, here())
  await orderAt(order.id, isAt('confirmed'))
  await app.call(basic, contract.markReady, { ...params, body: {} }, here())
  await orderAt(order.id, isAt('ready'))
  await app.call(basic, contract.dispatchOrder, { ...params, body: {} }, here())
  expect((await orderAt(order.id, isAt('dispatched'))).takesCode).toBeUndefined()

  await control.emit(placed.orderId, 'DELIVERY_DROP_CODE_REQUESTED')
  await orderAt(order.id, ({ takesCode }) => takesCode === true)
  const check = (code: string) => app.call(basic, checkDeliveryCode, { ...params, body: { code } }, here())
  const wrong = await check('nenhum')
  expect(wrong.body.details).toEqual([
    { path: 'code', message: 'O iFood não reconheceu este código. Confira com o cliente.' },
  ])
  const right = await check(order.displayId)
  expect(right.status, JSON.stringify(right.body)).toBe(200)
  expect(right.data.codeCheck?.checkedBy).toBe('basic')
  const ended = await orderAt(order.id, ({ status }) => status === 'concluded')
  expect(ended.codeCheck).toEqual(right.data.codeCheck)
})
