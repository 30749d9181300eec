import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as contract from '../../../contract/orders/motoboys.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { assignMotoboy } from '../../../contract/orders/work.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'

const app = await testApp()
const { store, other, manager, basic, stranger } = await standardShop(app)
afterAll(() => app.close())

const here = () => ({ storeId: store })
const add = async (name: string) =>
  (await app.call(manager, contract.addMotoboy, { body: { name, phone: '(11) 98765-4321' } }, here())).data.id
const day = async (as = manager) => (await app.call(as, contract.readCourierDay, { query: {} }, here())).data
const ofCourier = async (id: string, as = manager) => (await day(as)).couriers.find((one) => one.id === id)

/** An order paid in cash (R$ 70,50), assigned to the courier and optionally delivered. */
async function cashOrder(motoboyId: string, delivered: boolean) {
  const { data } = await app.call(
    basic,
    orders.placeOrder,
    { body: ownOrder() },
    { storeId: store, key: randomUUID() },
  )
  const act = (route: typeof orders.markReady) =>
    app.call(basic, route, { params: { orderId: data.id }, body: {} }, here())
  await app.call(basic, orders.confirmOrder, { params: { orderId: data.id }, body: {} }, here())
  await act(orders.markReady)
  await app.call(basic, assignMotoboy, { body: { orderIds: [data.id], motoboyId } }, here())
  await act(orders.dispatchOrder as unknown as typeof orders.markReady)
  if (delivered) await act(orders.deliverOrder as unknown as typeof orders.markReady)
  return data
}
const settle = async (id: string, cents: number, as = manager, storeId = store) =>
  app.call(
    as,
    contract.settleCash,
    { params: { motoboyId: id }, body: { day: (await day()).day, cents } },
    { storeId },
  )

test('a courier’s day lists orders in hand, deliveries, and cash collected, handed in and due', async () => {
  const id = await add('Beto')
  await cashOrder(id, true)
  const open = await cashOrder(id, false)
  expect(await ofCourier(id)).toMatchObject({
    name: 'Beto',
    phone: '+5511987654321',
    delivered: 1,
    inHand: [{ orderId: open.id, displayId: open.displayId }],
    money: { cashCents: 7_050, settledCents: 0, dueCents: 7_050 },
  })
  expect((await settle(id, 5_000)).data).toEqual({ dueCents: 2_050 })
  expect((await settle(id, 2_051)).body.error).toBe('validation/refused')
  expect((await ofCourier(id))?.money).toEqual({ cashCents: 7_050, settledCents: 5_000, dueCents: 2_050 })
})

test('cash that two people settle concurrently counts once', async () => {
  const id = await add('Duas Vezes')
  await cashOrder(id, true)
  const answers = await Promise.all([settle(id, 7_050), settle(id, 7_050), settle(id, 7_050)])
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect((await ofCourier(id))?.money?.dueCents).toBe(0)
})

test('concurrent taps start or end a shift once, and a free courier on shift is listed first', async () => {
  const [a, b] = [await add('Ana Moto'), await add('Bia Moto')]
  const shift = (id: string, open: boolean, as = basic, storeId = store) =>
    app.call(as, contract.setShift, { params: { motoboyId: id }, body: { open } }, { storeId })
  const taps = await Promise.all([shift(b, true), shift(b, true), shift(b, true)])
  expect(new Set(taps.map((answer) => answer.data.shiftSince)).size).toBe(1)
  expect((await day()).couriers[0]?.id).toBe(b)
  await shift(a, true)
  await cashOrder(b, false)
  expect((await day()).couriers[0]?.id).toBe(a)
  expect((await shift(b, false)).data.shiftSince).toBeNull()
  expect((await shift(b, false)).status).toBe(200)
  expect((await shift(a, true, stranger, other)).body.error).toBe('order/motoboy-not-found')
})

test('basic users see couriers without money and cannot add or settle, and another store’s courier is not found', async () => {
  const id = await add('Sem Dinheiro')
  expect((await ofCourier(id, basic))?.money).toBeNull()
  expect((await app.call(basic, contract.addMotoboy, { body: { name: 'Não' } }, here())).body.error).toBe(
    'permission/denied',
  )
  expect((await settle(id, 1, basic)).body.error).toBe('permission/denied')
  const change = (as: Person, storeId: string, active = false) =>
    app.call(
      as,
      contract.updateMotoboy,
      { params: { motoboyId: id }, body: { name: 'Mudou', active } },
      { storeId },
    )
  expect((await change(stranger, other)).body.error).toBe('order/motoboy-not-found')
  expect((await change(basic, store)).body.error).toBe('permission/denied')
  expect((await change(manager, store)).data).toMatchObject({ name: 'Mudou', active: false })
  expect(await ofCourier(id)).toBeUndefined()
  expect((await settle(id, 1, stranger, other)).body.error).toBe('order/motoboy-not-found')
})

test.each(['{"payments": "x"}', '{"payments": [7, {"method": "CASH", "cents": "x", "prepaid": "y"}]}'])(
  'an order whose payments %s are not understood counts without cash, and the other couriers are shown',
  async (payments) => {
    const sound = await add('Caio')
    await cashOrder(sound, true)
    const odd = await add('Davi')
    const { id } = await cashOrder(odd, true)
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('orders')
        .set({ detail: sql`detail || ${payments}::jsonb` })
        .where('store_id', '=', store)
        .where('id', '=', id)
        .execute(),
    )
    expect(await ofCourier(sound)).toMatchObject({ delivered: 1, money: { cashCents: 7_050 } })
    expect(await ofCourier(odd)).toMatchObject({ delivered: 1, money: { cashCents: 0 } })
  },
)
