import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noMeasures, addMeasures } from '../../../contract/reports/metrics/measures.ts'
import { readProductReport } from '../../../contract/reports/product.ts'
import { readQualityReport } from '../../../contract/reports/quality.ts'
import { readSaleReport, type SaleReport } from '../../../contract/reports/sale.ts'
import { readDailyReport, type DailyReport } from '../../../contract/reports/daily.ts'
import type { IncomingOrder } from '../../orders/taking/order-batch.ts'
import { takeOrders } from '../../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { closeStore } from '../closing/close-days.ts'

let app: TestApp
let manager: Person
const stores: string[] = []
const now = new Date('2026-03-20T22:40:00Z')
const day = 86_400_000

const dish = (place: number) => ({
  line: 1,
  product_key: `prato-${place}`,
  name: `Prato ${place}`,
  quantity_milli: 1_000,
  unit_price_cents: 3_000,
  total_cents: 3_000,
  detail: null,
})

const reasons = ['Item em falta', 'Sem entregador', 'Loja cheia']
const cancelled = (order: IncomingOrder, reason: string): IncomingOrder => ({
  ...order,
  status: 'cancelled',
  cancelled_from: 'confirmed',
  detail: {
    ...order.detail,
    cancellation: { reason, responsible: 'store', code: null, at: order.created_at },
  },
})

/** Enough stores that a report uses two connections; half have closed their past, some are in Manaus. */
beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  for (let index = 0; index < 24; index += 1)
    stores.push(await app.addStore({ timezone: index % 5 === 0 ? 'America/Manaus' : 'America/Sao_Paulo' }))
  manager = await app.addPerson('manager', Object.fromEntries(stores.map((id) => [id, 'manager'])))
  const orders = stores.flatMap((store, index) =>
    Array.from({ length: 40 }, (_, turn) => {
      const id = uuidv7()
      const at = now.getTime() - (turn % 10) * 4 * day - ((turn * 7_919 + index * 104_729) % 600) * 60_000
      const order = simpleOrder(store, id, randomUUID(), {
        created_at: new Date(at).toISOString(),
        store_discount_cents: turn % 6 === 0 ? 150 : 0,
        status: 'concluded',
        items: [dish((turn * (index + 1)) % 7)],
      })
      return turn % 11 === 4 ? cancelled(order, reasons[(index + turn) % 3] ?? '') : order
    }),
  )
  await takeOrders(app.db, orders)
  for (const store of stores.slice(0, 12)) await closeStore(app.db, store, now)
})
afterAll(() => app.close())

const daily = async (selection: readonly string[], of?: string): Promise<DailyReport> =>
  (
    await app.call(manager, readDailyReport, {
      query: { selection: selection.join(','), ...(of ? { day: of } : {}) },
    })
  ).data

const sale = async (selection: readonly string[]): Promise<SaleReport> =>
  (
    await app.call(manager, readSaleReport, {
      query: { selection: selection.join(','), from: '2026-02-20', to: '2026-03-20', pivot: 'store' },
    })
  ).data

const halves = () => [stores.slice(0, 12), stores.slice(12)] as const

test.each([
  ['running', undefined],
  ['finished', '2026-03-16'],
])('the %s day of many stores is the sum of its halves', async (_which, of) => {
  const whole = await daily(stores, of)
  const [one, other] = await Promise.all(halves().map((half) => daily(half, of)))
  expect(whole.totals.received).toBeGreaterThan(20)
  expect(whole.totals).toEqual(addMeasures(one?.totals ?? noMeasures, other?.totals ?? noMeasures))
  expect(whole.compared).toEqual(addMeasures(one?.compared ?? noMeasures, other?.compared ?? noMeasures))
  const rows = new Map([...(one?.stores ?? []), ...(other?.stores ?? [])].map((row) => [row.storeId, row]))
  expect(new Map(whole.stores.map((row) => [row.storeId, row]))).toEqual(rows)
})

test('a period of many stores is the sum of its halves', async () => {
  const whole = await sale(stores)
  const [one, other] = await Promise.all(halves().map(sale))
  expect(whole.totals.received).toBeGreaterThan(400)
  expect(whole.totals).toEqual(addMeasures(one?.totals ?? noMeasures, other?.totals ?? noMeasures))
  expect(whole.compared).toEqual(addMeasures(one?.compared ?? noMeasures, other?.compared ?? noMeasures))
  const hours = (report: SaleReport | undefined) =>
    report?.heat.cells.reduce((sum, cell) => sum + cell.netCents, 0) ?? 0
  expect(hours(whole)).toBe(hours(one) + hours(other))
  for (const [index, point] of whole.series.entries()) {
    const parts = [one?.series[index], other?.series[index]]
    expect(point.current.cents).toBe(parts.reduce((sum, part) => sum + (part?.current.cents ?? 0), 0))
  }
})

test('the products of many stores are those of both halves, ranked together', async () => {
  const products = async (selection: readonly string[]) =>
    (
      await app.call(manager, readProductReport, {
        query: {
          selection: selection.join(','),
          from: '2026-02-20',
          to: '2026-03-20',
          comparison: 'mean-of-four',
        },
      })
    ).data
  const whole = await products(stores)
  const [one, other] = await Promise.all(halves().map(products))
  expect(whole.rows).toHaveLength(7)
  expect(whole.rows.map((row) => row.rank)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(whole.rows.map((row) => row.key)).not.toEqual(other?.rows.map((row) => row.key))
  for (const [index, row] of whole.rows.entries()) {
    expect(row.figures.cents).toBeLessThanOrEqual(whole.rows[index - 1]?.figures.cents ?? Infinity)
    const parts = [one, other].flatMap((half) => half?.rows.filter((each) => each.key === row.key) ?? [])
    expect(row.figures.cents).toBe(parts.reduce((sum, part) => sum + part.figures.cents, 0))
    expect(row.figures.quantityMilli).toBe(parts.reduce((sum, part) => sum + part.figures.quantityMilli, 0))
    expect(row.stores).toBe(parts.reduce((sum, part) => sum + part.stores, 0))
  }
  expect(whole.totals.cents).toBe((one?.totals.cents ?? 0) + (other?.totals.cents ?? 0))
  expect(whole.compared.cents).toBe((one?.compared.cents ?? 0) + (other?.compared.cents ?? 0))
})

test('the quality of many stores is the sum of both halves, and each store’s is unchanged', async () => {
  const quality = async (selection: readonly string[]) =>
    (
      await app.call(manager, readQualityReport, {
        query: { selection: selection.join(','), from: '2026-02-20', to: '2026-03-20' },
      })
    ).data
  const whole = await quality(stores)
  const [one, other] = await Promise.all(halves().map(quality))
  if (!one || !other) throw new Error('two halves expected')
  expect(whole.totals.received).toBeGreaterThan(400)
  expect(whole.totals.cancelled).toBeGreaterThan(20)
  for (const name of ['received', 'cancelled', 'cancelledCents', 'concluded'] as const) {
    expect(whole.totals[name]).toBe(one.totals[name] + other.totals[name])
    expect(whole.compared[name]).toBe(one.compared[name] + other.compared[name])
  }
  const ordersByReason = (report: typeof whole) =>
    new Map(report.cancellations.causes.map((cause) => [cause.reason, cause.orders]))
  for (const [reason, orders] of ordersByReason(whole))
    expect(orders).toBe((ordersByReason(one).get(reason) ?? 0) + (ordersByReason(other).get(reason) ?? 0))
  const places = whole.cancellations.causes.map((cause) => cause.orders)
  expect(places).toEqual(places.toSorted((a, b) => b - a))
  for (const [index, point] of whole.trend.entries())
    expect(point.received).toBe((one.trend[index]?.received ?? 0) + (other.trend[index]?.received ?? 0))
  const rows = new Map([...one.stores, ...other.stores].map((row) => [row.storeId, row]))
  expect(new Map(whole.stores.map((row) => [row.storeId, row]))).toEqual(rows)
  for (const row of whole.stores.slice(0, 2)) expect((await quality([row.storeId])).stores).toEqual([row])
})
