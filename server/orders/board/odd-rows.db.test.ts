import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportOrders, searchOrders } from '../../../contract/orders/history.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'

let app: TestApp
let store: string
let manager: Person
let owner: pg.Client
beforeAll(async () => {
  app = await testApp()
  ;({ store, manager } = await standardShop(app))
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

async function place(): Promise<Order> {
  const sent = { body: ownOrder() }
  return (await app.call(manager, contract.placeOrder, sent, { storeId: store, key: randomUUID() })).data
}
const board = async () => app.call(manager, contract.readBoard, { query: {} })

/** What an older release, a restore or a mistake may have left in the row. */
const damages: Readonly<Record<string, string>> = {
  'a detail without parts': `update orders set detail = '{}' where id = $1`,
  'a detail that is no object': `update orders set detail = '7' where id = $1`,
  'fees that are a text': `update orders set detail = detail || '{"fees": "x"}' where id = $1`,
  'a payment with holes': `update orders set detail = detail || '{"payments": [{"method": "CASH", "cents": 7050, "prepaid": false, "brand": 7}]}' where id = $1`,
  'a note of 200,000 letters': `update orders set detail = detail || jsonb_build_object('notes', repeat('x', 200000)) where id = $1`,
  'a field that the reply does not have': `update orders set detail = jsonb_set(detail, '{fees,0,new}', '1') where id = $1`,
  'an instant before all years': `update orders set promised_at = '-infinity', confirm_by = '4000-01-01 BC' where id = $1`,
  'a creation in the year 200000': `update orders set created_at = '200000-01-01' where id = $1`,
  'a total beyond all totals': `update orders set order_cents = 2147483647 where id = $1`,
  'an item without a name': `update order_items set name = '' where order_id = $1`,
  'an item of no quantity': `update order_items set quantity_milli = 0 where order_id = $1`,
  'options that are a number': `update order_items set detail = '{"options": 7}' where order_id = $1`,
}

describe('a stored order that its reply cannot carry', () => {
  for (const [name, statement] of Object.entries(damages)) {
    test(`${name}: it is shown as incomplete, it can be moved, and the others are as they were`, async () => {
      const sound = await place()
      const odd = await place()
      await owner.query(statement, [odd.id])
      await owner.query('update orders set version = version + 1 where id = $1', [odd.id])
      const read = await board()
      expect(read.status).toBe(200)
      expect(read.data.orders.find((order) => order.id === sound.id)).toEqual(sound)
      expect(read.data.orders.find((order) => order.id === odd.id)).toMatchObject({
        displayId: odd.displayId,
        storeId: store,
        platform: 'balcao',
        status: 'placed',
        incomplete: true,
      })
      const asked = { params: { orderId: odd.id } }
      expect((await app.call(manager, contract.readOrder, asked, { storeId: store })).status).toBe(200)
      const moved = await app.call(manager, contract.confirmOrder, { ...asked, body: {} }, { storeId: store })
      expect([moved.status, moved.data.status]).toEqual([200, 'confirmed'])
      const reason = await app.call(manager, contract.readCancellationReasons, asked, { storeId: store })
      const body = { code: reason.data[0]?.code ?? '' }
      const cancelled = await app.call(manager, contract.cancelOrder, { ...asked, body }, { storeId: store })
      expect([cancelled.status, cancelled.data?.status], JSON.stringify(cancelled.body)).toEqual([
        200,
        'cancelled',
      ])
    })
  }

  test('the history and its files hold every other order', async () => {
    const found = await app.call(manager, searchOrders, { query: { selection: store } })
    expect(found.status).toBe(200)
    expect(found.data.orders.length).toBeGreaterThanOrEqual(20)
    for (const format of ['csv', 'xlsx', 'pdf']) {
      const file = await app.fastify.inject({
        method: 'GET',
        url: `/api${exportOrders.path}?selection=${store}&format=${format}`,
        headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
      })
      expect(file.statusCode, file.body.slice(0, 200)).toBe(200)
    }
  })

  test('it is counted, so that an alarm can be raised', async () => {
    const metrics = await app.fastify.inject({ method: 'GET', url: '/metrics' })
    expect(metrics.body).toMatch(/balcao_odd_rows_total\{kind="order"\} [1-9]/)
  })
})
