import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { cancelOrder, readBoard, readOrder } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { takeOrders } from './order-intake.ts'

const app = await testApp()
const { store, manager } = await standardShop(app)
afterAll(() => app.close())

async function take(isTest: boolean): Promise<string> {
  const id = uuidv7()
  await takeOrders(app.db, [simpleOrder(store, id, id, { is_test: isTest })])
  return id
}

const figures = () =>
  withStoreScope(app.db, [store], async (tx) => {
    const hours = await tx.selectFrom('sales_hours').selectAll().where('store_id', '=', store).execute()
    const paid = await tx.selectFrom('payment_days').selectAll().where('store_id', '=', store).execute()
    const sold = await tx.selectFrom('product_days').selectAll().where('store_id', '=', store).execute()
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
    return {
      received: sum(hours.map((row) => row.received)),
      cancelled: sum(hours.map((row) => row.cancelled)),
      lost: sum(hours.map((row) => row.cancelled_cents)),
      gross: sum(hours.map((row) => row.gross_cents)),
      paid: sum(paid.map((row) => row.cents)),
      sold: sum(sold.map((row) => row.cents)),
    }
  })

test('a marketplace’s test order is worked like any other and does not count as a sale', async () => {
  const one = { received: 1, cancelled: 0, lost: 0, gross: 3_000, paid: 3_000, sold: 3_000 }
  await take(false)
  expect(await figures()).toEqual(one)
  const id = await take(true)
  expect(await figures()).toEqual(one)
  const board = (await app.call(manager, readBoard, { query: {} })).data
  expect(board.orders.find((order) => order.id === id)).toMatchObject({ isTest: true, status: 'placed' })
  expect(board.finishedToday).toEqual({ concluded: 0, cancelled: 0 })
})

test('cancelling a test order changes no figures', async () => {
  const before = await figures()
  const id = await take(true)
  const answer = await app.call(
    manager,
    cancelOrder,
    { params: { orderId: id }, body: { code: 'duplicate' } },
    { storeId: store },
  )
  expect(answer.status).toBe(200)
  const read = await app.call(manager, readOrder, { params: { orderId: id } }, { storeId: store })
  expect(read.data.order.status).toBe('cancelled')
  expect(await figures()).toEqual(before)
})
