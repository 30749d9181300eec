import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignMotoboy } from '../../../contract/orders/work.ts'
import { addMotoboy, readCourierDay } from '../../../contract/orders/motoboys.ts'
import { exportOrders } from '../../../contract/orders/history.ts'
import * as contract from '../../../contract/orders/orders.ts'
import { placeTestOrder } from '../../../contract/orders/test-order.ts'
import { readCustomerReport } from '../../../contract/reports/customer.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { readForecast } from '../../../contract/reports/forecast.ts'
import { readMenuReport } from '../../../contract/reports/menu.ts'
import { readOrderBilling } from '../../../contract/reports/order-billing.ts'
import { readProductReport } from '../../../contract/reports/product.ts'
import { readQualityReport } from '../../../contract/reports/quality.ts'
import { readSaleReport } from '../../../contract/reports/sale.ts'
import { readStoresReport } from '../../../contract/reports/stores.ts'
import { headers } from '../../../contract/shared/headers.ts'
import type { Route } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { closeEndedDays, sendReportMails } from '../../reports/reports.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { rebuildRollUps } from '../../reports/closing/rebuild-roll-ups.ts'
import { takeOrders } from './order-intake.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
  app.setClock(evening)
  shop = await standardShop(app)
  await takeOrders(
    app.db,
    [1, 2, 3].map((n) =>
      simpleOrder(shop.store, uuidv7(), `real-${n}`, {
        status: 'concluded',
        created_at: new Date(evening.getTime() - n * 3_600_000).toISOString(),
      }),
    ),
  )
})
afterAll(() => app.close())

const at = () => ({ storeId: shop.store })
const place = () => app.call(shop.manager, placeTestOrder, {}, at())
const params = (orderId: string) => ({ params: { orderId }, body: {} })
const act = (route: typeof contract.confirmOrder, orderId: string) =>
  app.call(shop.manager, route, params(orderId), at())

async function work(orderId: string): Promise<void> {
  for (const route of [
    contract.confirmOrder,
    contract.startPreparation,
    contract.markReady,
    contract.concludeOrder,
  ] as (typeof contract.confirmOrder)[]) {
    const answer = await act(route, orderId)
    expect(answer.status, `${route.name} ${JSON.stringify(answer.body)}`).toBe(200)
  }
}

/** Everything that adds orders up, as it is sent; and the file of orders. */
async function figures(): Promise<Readonly<Record<string, unknown>>> {
  const all: Record<string, unknown> = {}
  const span = { from: '2026-11-01', to: '2026-11-20' }
  const read = async (name: string, route: Route, query: Record<string, string>) => {
    const answer = await app.call(shop.owner, route, { query } as never)
    expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBe(200)
    all[name] = withoutClock(answer.data)
  }
  await read('daily', readDailyReport, { day: '2026-11-20' })
  await read('sale', readSaleReport, span)
  await read('stores', readStoresReport, span)
  await read('quality', readQualityReport, span)
  await read('product', readProductReport, span)
  await read('customer', readCustomerReport, {})
  await read('menu', readMenuReport, span)
  await read('billing', readOrderBilling, span)
  await read('forecast', readForecast, {})
  const couriers = await app.call(shop.manager, readCourierDay, { query: {} }, at())
  all.couriers = couriers.data
  const file = await app.fastify.inject({
    url: `/api${exportOrders.path}`,
    query: { ...span, format: 'csv' },
    headers: { [headers.userToken]: shop.manager.token },
  })
  all.file = file.body
  all.rows = await withStoreScope(app.db, [shop.store], async (tx) => ({
    customers: await tx
      .selectFrom('customers')
      .selectAll()
      .where('store_id', '=', shop.store)
      .orderBy('id')
      .execute(),
    refunds: await tx.selectFrom('order_refunds').selectAll().where('store_id', '=', shop.store).execute(),
    counters: await tx.selectFrom('order_counters').selectAll().where('store_id', '=', shop.store).execute(),
  }))
  return all
}

/** When a report was made, and when it last changed, are no figures. */
const withoutClock = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (key, value: unknown) =>
      ['generatedAt', 'lastOrderAt', 'asOf'].includes(key) ? undefined : value,
    ),
  )

test('a test order is accepted and concluded by a person, and changes no figure of any report, file or sum', async () => {
  const courier = await app.call(shop.manager, addMotoboy, { body: { name: 'Beto' } }, at())
  expect(courier.status).toBe(200)
  const before = await figures()
  // Late and unaccepted for long, when the figures are read again.
  app.setClock(new Date(evening.getTime() - 40 * 60_000))
  const placed = await place()
  app.setClock(evening)
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  expect(placed.data).toMatchObject({
    isTest: true,
    status: 'placed',
    displayId: 'T1',
    customer: { name: 'Pedido de teste', phone: null },
  })
  await app.call(
    shop.manager,
    assignMotoboy,
    { body: { orderIds: [placed.data.id], motoboyId: courier.data.id } },
    at(),
  )
  expect(await figures()).toEqual(before)
  await work(placed.data.id)
  expect(await figures()).toEqual(before)
  // What the figures are kept in is what the orders say.
  expect((await rebuildRollUps(app.db, shop.store, evening)).mended).toEqual([])
})

test('one test order at a time: of two at once one is made, and the next waits for the first to end', async () => {
  const both = await Promise.all([place(), place()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.body.error).toBe('order/test-open')
  const made = both.find(({ status }) => status === 200)?.data.id ?? ''
  expect((await place()).body.error).toBe('order/test-open')
  await app.call(
    shop.manager,
    contract.cancelOrder,
    { params: { orderId: made }, body: { code: 'duplicate' } },
    at(),
  )
  const next = await place()
  expect(next.data.displayId).toBe('T3')
  await work(next.data.id)
})

test('a lower role may not make one, and another store’s id is not found', async () => {
  expect((await app.call(shop.basic, placeTestOrder, {}, at())).status).toBe(403)
  expect((await app.call(shop.stranger, placeTestOrder, {}, at())).status).toBe(404)
})

test('a test order is never accepted by a rule and reminds nobody', async () => {
  const { data } = await place()
  const waiting = await withStoreScope(app.db, [shop.store], (tx) =>
    tx.selectFrom('outbox').select('kind').where('lane', '=', data.id).execute(),
  )
  expect(waiting).toEqual([])
  await work(data.id)
})

test('a day with nothing but a test order is no day of sales: no mail, and the closing counts nothing', async () => {
  const quiet = await standardShop(app)
  const { data } = await app.call(quiet.manager, placeTestOrder, {}, { storeId: quiet.store })
  for (const route of [contract.confirmOrder, contract.markReady, contract.concludeOrder])
    await app.call(quiet.manager, route as typeof contract.confirmOrder, params(data.id), {
      storeId: quiet.store,
    })
  await sendReportMails(app.deps, [quiet.store])
  app.setClock(new Date('2026-11-21T10:00:00Z'))
  await closeEndedDays(app.deps, [quiet.store], new AbortController().signal)
  expect(await sendReportMails(app.deps, [quiet.store])).toBe(0)
  const days = await withStoreScope(app.db, [quiet.store], (tx) =>
    tx.selectFrom('sales_days').selectAll().where('store_id', '=', quiet.store).execute(),
  )
  expect(days).toEqual([])
  app.setClock(evening)
})
