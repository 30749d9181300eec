import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findKnownCustomer } from '../../../contract/orders/known-customer.ts'
import { placeOrder, readOrder, type PlaceOrderBody } from '../../../contract/orders/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'

let app: TestApp
let store: string
let basic: Person
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, basic } = await standardShop(app))
})

const place = async (changes: Partial<PlaceOrderBody>, key: string) => {
  const placed = await app.call(basic, placeOrder, { body: ownOrder(changes) }, { storeId: store, key })
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  return placed.data
}
const lastOrder = async () => {
  const body = { phone: '(11) 98765-4321' }
  const found = await app.call(basic, findKnownCustomer, { body }, { storeId: store })
  return found.data.customer?.lastOrder
}

test('the last order of a customer comes with what is needed to take it again', async () => {
  await place({}, 'first')
  app.setClock(new Date(evening.getTime() + 60_000))
  const part = (method: string, cents: number) => ({
    ...{ method, brand: null, cents, prepaid: false, changeForCents: null },
  })
  const half = (name: string, unitPriceCents: number) => ({
    ...{ groupName: 'Sabores', name, quantity: 1, unitPriceCents },
  })
  await place(
    {
      type: 'TAKEOUT',
      delivery: null,
      fees: [],
      discounts: [],
      items: [
        {
          externalCode: null,
          name: ' Pizza Grande ',
          quantity: 2,
          unitPriceCents: 0,
          totalCents: 10_002,
          notes: 'bem passada',
          options: [half('Calabresa', 2_001), half('Camarão', 3_000)],
        },
      ],
      payments: [part('CASH', 2_000), part('DEBIT', 8_002)],
      orderCents: 10_002,
    },
    'second',
  )
  expect(await lastOrder()).toEqual({
    at: '2026-11-20T22:01:00.000Z',
    type: 'TAKEOUT',
    method: 'DEBIT',
    orderCents: 10_002,
    items: [
      {
        productKey: 'pizza grande',
        name: ' Pizza Grande ',
        quantity: 2,
        notes: 'bem passada',
        options: [
          { groupName: 'Sabores', name: 'Calabresa', quantity: 1 },
          { groupName: 'Sabores', name: 'Camarão', quantity: 1 },
        ],
      },
    ],
  })
})

test('the reason of a discount stays with the order', async () => {
  const sponsors = [{ name: 'MERCHANT', cents: 500 }]
  const reason = 'Esperou demais na quarta'
  const { id } = await place({ discounts: [{ cents: 500, target: 'CART', sponsors, reason }] }, 'discounted')
  const read = await app.call(basic, readOrder, { params: { orderId: id } }, { storeId: store })
  expect(read.data.order.discounts).toEqual([{ cents: 500, target: 'CART', sponsors, reason }])
})
