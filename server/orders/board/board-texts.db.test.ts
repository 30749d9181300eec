import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { noteOrder } from '../../../contract/orders/work.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'

const app = await testApp()
const { store, basic, manager, stranger } = await standardShop(app)
afterAll(() => app.close())

async function place(): Promise<Order> {
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: ownOrder() },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}
const board = async (person: Person, orderIds?: string) =>
  (await app.call(person, contract.readBoard, { query: orderIds ? { orderIds } : {} })).data.orders
const onBoard = async (person: Person, order: Order) =>
  (await board(person)).find((one) => one.id === order.id)
const alone = async (order: Order) =>
  (await app.call(manager, contract.readOrder, { params: { orderId: order.id } }, { storeId: store })).data
    .order

describe('orders on the board', () => {
  test('the board’s order is identical to the order’s own reply, on the first read and from the cache', async () => {
    const [one, two] = [await place(), await place()]
    for (const person of [basic, manager, basic]) {
      expect(await onBoard(person, one)).toEqual(await alone(one))
      expect(await board(person, two.id)).toEqual([await alone(two)])
    }
  })

  test('the next board read shows every change of an order, including changes that are not steps', async () => {
    const order = await place()
    await onBoard(basic, order)
    await app.call(
      basic,
      contract.confirmOrder,
      { params: { orderId: order.id }, body: {} },
      { storeId: store },
    )
    expect((await onBoard(basic, order))?.status).toBe('confirmed')
    await app.call(
      basic,
      noteOrder,
      { params: { orderId: order.id }, body: { text: 'Cliente na porta' } },
      { storeId: store },
    )
    expect((await onBoard(basic, order))?.storeNote).toBe('Cliente na porta')
    expect((await board(basic, order.id))[0]?.storeNote).toBe('Cliente na porta')
  })

  test('the board never shows another store’s order, even if its text is cached in this process', async () => {
    const order = await place()
    await onBoard(basic, order)
    expect(await board(stranger)).toEqual([])
    expect(await board(stranger, order.id)).toEqual([])
  })

  test('a finished order hides the contact from basic users, even if a manager read it before', async () => {
    const order = await place()
    await onBoard(manager, order)
    await app.call(
      basic,
      contract.cancelOrder,
      { params: { orderId: order.id }, body: { code: 'duplicate' } },
      { storeId: store },
    )
    expect((await board(manager, order.id))[0]).toMatchObject({
      masked: false,
      customer: { phone: '+5511987654321' },
    })
    expect((await board(basic, order.id))[0]).toMatchObject({
      masked: true,
      customer: { phone: '+5511•••••4321' },
    })
    expect((await board(manager, order.id))[0]).toMatchObject({ masked: false })
    expect(await onBoard(basic, order)).toBeUndefined()
  })
})
