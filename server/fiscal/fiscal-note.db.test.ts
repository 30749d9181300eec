import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readFiscalMonth } from '../../contract/reports/fiscal.ts'
import * as orders from '../../contract/orders/orders.ts'
import { readFiscalNote, saveFiscalNote } from '../../contract/fiscal/fiscal-note.ts'
import { headers } from '../../contract/shared/headers.ts'
import { testApp } from '../testing/app.ts'
import { ownOrder } from '../testing/orders.ts'
import { standardShop } from '../testing/standard-shop.ts'

const app = await testApp()
const { store, other, basic, manager, stranger } = await standardShop(app)
afterAll(() => app.close())

const key = '35080599999090910270550010000000015180051273'

async function place(): Promise<orders.Order> {
  const placed = await app.call(
    basic,
    orders.placeOrder,
    { body: ownOrder() },
    { storeId: store, key: randomUUID() },
  )
  return placed.data
}
const save = (
  order: orders.Order,
  accessKey: string | null,
  version: number,
  by = manager,
  storeId = store,
) =>
  app.call(by, saveFiscalNote, { params: { orderId: order.id }, body: { accessKey, version } }, { storeId })
const read = (order: orders.Order, by = basic, storeId = store) =>
  app.call(by, readFiscalNote, { params: { orderId: order.id } }, { storeId })

test('a manager keeps the key of a note, which staff can read and the month’s file names', async () => {
  const order = await place()
  expect((await read(order)).data).toMatchObject({ accessKey: null, version: 0 })
  const saved = await save(order, key, 0)
  expect(saved.data).toMatchObject({ accessKey: key, version: 1 })
  expect((await read(order)).data).toEqual(saved.data)
  const file = await app.fastify.inject({
    url: `/api${readFiscalMonth.path}`,
    query: { selection: store, month: order.businessDay.slice(0, 7), format: 'csv' },
    headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain(key)
  expect(file.body).toContain('estimativa')
  expect((await save(order, null, 1)).data).toMatchObject({ accessKey: null, version: 2 })
})

test('staff cannot keep a key, and another store finds no such order', async () => {
  const order = await place()
  expect((await save(order, key, 0, basic)).status).toBe(403)
  expect((await save(order, key, 0, stranger)).body.error).toBe('store/not-found')
  expect((await save(order, key, 0, stranger, other)).body.error).toBe('order/not-found')
  expect((await read(order, stranger, other)).body.error).toBe('order/not-found')
})

test('of two who save at once one wins, and one key belongs to one order', async () => {
  const [one, two] = [await place(), await place()]
  const both = await Promise.all([save(one, key, 0), save(one, key, 0)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await save(two, key, 0)).body.error).toBe('fiscal/key-taken')
  await save(one, null, 1)
  const race = await Promise.all([save(one, key, 2), save(two, key, 0)])
  expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a cancelled order takes no key, but gives one back', async () => {
  const order = await place()
  const params = { orderId: order.id }
  await app.call(basic, orders.cancelOrder, { params, body: { code: 'duplicate' } }, { storeId: store })
  expect((await save(order, key, 0)).body.error).toBe('order/invalid-transition')
  expect((await save(order, null, 0)).status).toBe(200)
})

test.each(['123', '9'.repeat(44), `${key.slice(0, 43)}4`, '３５０８', "'; drop table orders"])(
  'the key %j is refused',
  async (typed) => {
    expect((await save(await place(), typed, 0)).status).toBe(400)
  },
)
