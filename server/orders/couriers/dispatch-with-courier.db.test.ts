import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import * as couriers from '../../../contract/orders/motoboys.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import * as work from '../../../contract/orders/work.ts'
import { testApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'

const app = await testApp()
const { store, other, basic, manager, stranger } = await standardShop(app)
afterAll(() => app.close())

const here = { storeId: store }
const add = async (name: string, storeId = store, as = manager) =>
  (await app.call(as, couriers.addMotoboy, { body: { name } }, { storeId })).data.id
const of = (order: Order) => ({ params: { orderId: order.id } })

async function readyOrder(type: 'DELIVERY' | 'TAKEOUT' = 'DELIVERY'): Promise<Order> {
  const body = ownOrder({ type, delivery: type === 'DELIVERY' ? { address } : null })
  const { data } = await app.call(basic, contract.placeOrder, { body }, { ...here, key: randomUUID() })
  await app.call(basic, contract.confirmOrder, { ...of(data), body: {} }, here)
  return (await app.call(basic, contract.markReady, { ...of(data), body: {} }, here)).data
}
const address = {
  street: 'Rua das Flores',
  number: '10',
  complement: null,
  reference: null,
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  zipCode: null,
  lat: null,
  lng: null,
}
const dispatch = (order: Order, motoboyId?: string, as = basic, storeId = store) =>
  app.call(
    as,
    contract.dispatchOrder,
    { ...of(order), body: { version: order.version, ...(motoboyId ? { motoboyId } : {}) } },
    { storeId },
  )
const read = async (order: Order) => (await app.call(basic, contract.readOrder, of(order), here)).data
const courier = async (id: string) =>
  (await app.call(basic, work.readMotoboys, {}, here)).data.motoboys.find((one) => one.id === id)

test('an order leaves with its courier in one step, and undoing that step takes both back', async () => {
  const beto = await add('Beto')
  const order = await readyOrder()
  const left = await dispatch(order, beto)
  expect(left.data).toMatchObject({ status: 'dispatched', motoboy: { id: beto, name: 'Beto' } })
  expect((await read(order)).timeline.map(({ type, note }) => [type, note])).toContainEqual([
    'MOTOBOY_ASSIGNED',
    'Beto',
  ])
  const undone = await app.call(basic, work.undoStep, { ...of(order), body: { from: 'dispatched' } }, here)
  expect(undone.data).toMatchObject({ status: 'ready', motoboy: null })
  // Undoing does not make the next tap stale.
  expect((await dispatch(undone.data, beto)).data).toMatchObject({
    status: 'dispatched',
    motoboy: { id: beto },
  })
})

test('undoing the departure of an order that had its courier before leaves the courier', async () => {
  const rita = await add('Rita')
  const order = await readyOrder()
  await app.call(basic, work.assignMotoboy, { body: { orderIds: [order.id], motoboyId: rita } }, here)
  expect((await dispatch(order)).data).toMatchObject({ status: 'dispatched', motoboy: { id: rita } })
  const undone = await app.call(basic, work.undoStep, { ...of(order), body: { from: 'dispatched' } }, here)
  expect(undone.data).toMatchObject({ status: 'ready', motoboy: { id: rita } })
})

test('with an inactive courier, one of another store or a pickup nothing changes: neither step nor courier', async () => {
  const gone = await add('Foi Embora')
  const update = { name: 'Foi Embora', active: false }
  await app.call(manager, couriers.updateMotoboy, { params: { motoboyId: gone }, body: update }, here)
  const foreign = await add('De fora', other, stranger)
  const order = await readyOrder()
  for (const id of [gone, foreign, randomUUID()]) {
    expect((await dispatch(order, id)).body.error).toBe('order/motoboy-not-found')
    expect((await read(order)).order).toMatchObject({
      status: 'ready',
      motoboy: null,
      version: order.version,
    })
  }
  const beto = await add('Beto Dois')
  expect((await dispatch(await readyOrder('TAKEOUT'), beto)).body.error).toBe('order/invalid-transition')
  expect((await dispatch(order, beto, stranger, other)).body.error).toBe('order/not-found')
})

test('of two people who send the same order off with two couriers one wins', async () => {
  const [ana, bia] = [await add('Ana'), await add('Bia')]
  const order = await readyOrder()
  const answers = await Promise.all([dispatch(order, ana), dispatch(order, bia, manager)])
  const [won] = answers.filter(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await read(order)).order.motoboy?.id).toBe(won?.data.motoboy?.id)
})

test('a courier is in the shop until an order is out with them, and free since the last one was delivered', async () => {
  const caio = await add('Caio')
  expect(await courier(caio)).toMatchObject({ openOrders: 0, outWith: [], onShift: false, freeSince: null })
  await app.call(basic, couriers.setShift, { params: { motoboyId: caio }, body: { open: true } }, here)
  expect(await courier(caio)).toMatchObject({ onShift: true, freeSince: expect.any(String) })
  const order = await readyOrder()
  await app.call(basic, work.assignMotoboy, { body: { orderIds: [order.id], motoboyId: caio } }, here)
  // It is given to them, and waits on the counter beside them.
  expect(await courier(caio)).toMatchObject({ openOrders: 1, outWith: [] })
  await dispatch(order)
  expect(await courier(caio)).toMatchObject({ openOrders: 1, outWith: [order.displayId] })
  const { data } = await app.call(basic, contract.deliverOrder, { ...of(order), body: {} }, here)
  expect(await courier(caio)).toMatchObject({ openOrders: 0, outWith: [], freeSince: data.statusSince })
})
