import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { netCents, validOrders } from '../../contract/reports/metrics/metrics.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { standardShop } from '../testing/standard-shop.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('home and the daily report cut the usual day at the same minute', async () => {
  app.setClock(new Date('2026-11-20T23:15:41.500Z'))
  const { store, manager } = await standardShop(app)
  const weekAgo = Date.parse('2026-11-13T23:15:00Z')
  // One order in each of ten seconds around the beginning of that minute, and more within it.
  const moments = [-2_000, -1_000, -1, 0, 1, 1_000, 30_000, 41_000, 41_499, 41_501, 59_999]
  await takeOrders(
    app.db,
    moments.map((offset, index) =>
      simpleOrder(store, uuidv7(), `o-${index}`, {
        status: 'concluded',
        created_at: new Date(weekAgo + offset).toISOString(),
        gross_cents: 1_000 + index,
      }),
    ),
  )
  const home = (await app.call(manager, readStoresNow, { query: {} })).data.stores[0]?.today
  const { compared } = (
    await app.call(manager, readDailyReport, { query: { comparison: 'same-weekday-last-week' } })
  ).data
  expect({ orders: home?.usualOrders, netCents: home?.usualNetCents }).toEqual({
    orders: validOrders(compared),
    netCents: netCents(compared),
  })
  expect(home?.usualOrders).toBe(3)
})

test('home and the daily report call the same orders late: not one that is delivered or waits for its customer', async () => {
  const now = new Date('2026-11-21T23:15:00.000Z')
  app.setClock(now)
  const { store, manager } = await standardShop(app)
  const overdue = { promised_at: '2026-11-21T23:11:00.000Z', created_at: '2026-11-21T22:30:00.000Z' }
  const orders = [
    { status: 'ready', type: 'TAKEOUT' },
    { status: 'delivered', type: 'TAKEOUT' },
    { status: 'delivered', type: 'DELIVERY' },
    { status: 'preparing', type: 'TAKEOUT' },
    { status: 'ready', type: 'DELIVERY' },
    { status: 'ready', type: 'INDOOR' },
    { status: 'dispatched', type: 'DELIVERY' },
  ] as const
  await takeOrders(
    app.db,
    orders.map((changes, index) => simpleOrder(store, uuidv7(), `late-${index}`, { ...overdue, ...changes })),
  )
  const { data: home } = await app.call(manager, readStoresNow, { query: {} })
  expect(home.stores[0]?.waiting.late).toBe(4)
  const { data: report } = await app.call(manager, readDailyReport, { query: {} })
  const late = report.problems.find(({ kind }) => kind === 'late')
  expect(late?.message).toContain('4 pedidos passaram')
})
