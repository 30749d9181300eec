import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addDays, businessDayOf, defaultDayStart, defaultTimezone } from '../../../contract/shared/day.ts'
import {
  readOrderBilling,
  type BilledOrder,
  type OrderBilling,
} from '../../../contract/reports/order-billing.ts'
import { withStoreScope } from '../../db/scope.ts'
import { importFromPartners } from '../../marketplaces/partner-imports.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'
import { orderInbox } from '../../orders/orders.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../testing/marketplaces/ifood-shop.ts'
import { ledgerImport } from '../reports.ts'
import { readOrderBilling as answerBilling, type BillingCall } from './read-order-billing.ts'

const merchantId = '5b1a00cc-0000-4000-8000-00000000000c'
const day = 86_400_000
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let other: string
let manager: Person
let ahead = 0

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, dishCents: 2_500 })
  ;({ control, app, store, other, manager } = shop)
})
afterAll(() => shop.stop())

/** Advances the clocks of both sides by some days. */
async function pass(days: number): Promise<void> {
  ahead += days * day
  await control.advanceClock(days * day)
  app.setClock(new Date(Date.now() + ahead))
  manager = await app.addPerson('manager', { [store]: 'manager' })
}

async function sold(method = 'PIX'): Promise<string> {
  const { orderId } = await control.placeOrder({ merchantId, method, type: 'TAKEOUT' })
  await control.emit(orderId, 'CONFIRMED')
  await control.conclude(orderId)
  for (const storeId of await pollMarketplaces(app.deps)) await handleInbox(app.deps, storeId, orderInbox)
  return orderId
}

const runImport = () => importFromPartners(app.deps, [{ ...ledgerImport, everyMs: 0 }], 'test')
/** The store's day: late in the evening UTC has another date. */
const today = () => businessDayOf(app.deps.now(), defaultTimezone, defaultDayStart)
const daysAgo = (days: number) => addDays(today(), -days)
const read = async (query: object = {}): Promise<OrderBilling> => {
  const reply = await app.call(manager, readOrderBilling, {
    query: { selection: store, from: daysAgo(40), comparison: 'none', ...query },
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.data
}
const orderOf = (report: OrderBilling, id: string) => report.orders.find((order) => order.externalId === id)
const sumOf = (orders: readonly BilledOrder[], of: (order: BilledOrder) => number) =>
  orders.reduce((sum, order) => sum + of(order), 0)
/** What the marketplace charged for delivery and fees beyond what the customer had paid to it. */
const aboveTheFees = (order: BilledOrder | undefined) =>
  order?.billed ? Math.max(0, order.estimate.logisticsCents - order.billed.logisticsCents) : 0
const entries = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('settlement_entries')
      .select((all) => all.fn.countAll<number>().as('count'))
      .where('store_id', '=', store)
      .executeTakeFirst(),
  )

describe('an order’s money', () => {
  let plain: string
  let cash: string
  let dear: string
  let missing: string
  let late: string

  test('is an estimate until the marketplace has billed it', async () => {
    plain = await sold()
    const order = orderOf(await read(), plain)
    expect(order).toMatchObject({ status: 'expected', billed: null, differences: [] })
    expect(order?.estimate.netCents).toBeGreaterThan(0)
  })

  test('is the ledger’s once imported, and matches the contract to the centavo', async () => {
    await runImport()
    const order = orderOf(await read(), plain)
    expect(order).toMatchObject({ status: 'settled', differences: [] })
    expect(Math.abs((order?.billed?.netCents ?? 0) - (order?.estimate.netCents ?? 1))).toBeLessThanOrEqual(2)
    expect(order?.billed?.saleCents).toBe(order?.estimate.saleCents)
  })

  test('imported again, even concurrently, changes nothing', async () => {
    const before = await entries()
    await Promise.all([
      runImport(),
      runImport(),
      importFromPartners(app.deps, [{ ...ledgerImport, everyMs: 0 }], 'another'),
    ])
    expect(await entries()).toEqual(before)
  })

  test('paid on delivery belongs to the store: the marketplace takes only the fee', async () => {
    cash = await sold('CASH')
    await runImport()
    const order = orderOf(await read(), cash)
    expect(order).toMatchObject({ status: 'settled', differences: [] })
    expect(order?.collectedCents).toBeGreaterThan(0)
    expect(order?.billed?.saleCents).toBe(0)
    expect(order?.billed?.netCents).toBeLessThan((order?.billed?.subsidyCents ?? 0) + 1)
  })

  test('lists fees above the contract, lines of unknown orders and fees without an order as differences', async () => {
    dear = await sold()
    missing = await sold()
    late = await sold()
    await control.setBooks({
      quirks: [
        { orderId: dear, quirk: 'commission' },
        { orderId: missing, quirk: 'missing' },
        { orderId: late, quirk: 'late-adjustment' },
      ],
      strays: [
        {
          merchantId,
          orderId: 'aaaaaaaa-0000-4000-8000-000000000001',
          name: 'SALE',
          amount: 31.5,
          date: app.deps.now().toISOString(),
        },
        { merchantId, orderId: null, name: 'MONTHLY_FEE', amount: -130, date: today() },
        { merchantId, orderId: null, name: 'BRAND_NEW_KIND', amount: -7.77, date: today() },
      ],
    })
    await runImport()
    const report = await read()
    expect(orderOf(report, dear)?.differences.map((one) => one.kind)).toEqual(['commissionAbove'])
    expect(orderOf(report, 'aaaaaaaa-0000-4000-8000-000000000001')).toMatchObject({
      orderId: null,
      status: 'divergent',
      differences: [{ kind: 'unknownOrder', cents: 3_150 }],
    })
    expect(report.differences[0]).toMatchObject({ kind: 'unknownOrder', orders: 1, cents: 3_150 })
    expect(report.otherLines.map((line) => [line.kind, line.cents])).toEqual([
      ['subscription', -13_000],
      ['other', -777],
    ])
    // Its week is not computed yet, so it may still arrive.
    expect(orderOf(report, missing)?.status).toBe('expected')
  })

  test('missing from a computed week is a missing payout, and a later correction is an adjustment', async () => {
    // An adjustment of a Monday's sale is paid sixteen days later, a day that has not begun at the store
    // before dawn.
    await pass(17)
    await runImport()
    const report = await read()
    const lost = orderOf(report, missing)
    expect(lost?.differences).toEqual([{ kind: 'missingSale', cents: -(lost?.estimate.netCents ?? 0) }])
    expect(orderOf(report, late)?.differences).toEqual([{ kind: 'adjustment', cents: -500 }])
    expect(orderOf(report, plain)).toMatchObject({ status: 'paid', differences: [] })
    expect(report.totals.statuses).toEqual({ expected: 0, settled: 0, paid: 2, divergent: 4 })
  })

  test('is filtered by difference and state without changing the totals', async () => {
    const adjusted = await read({ difference: 'adjustment' })
    expect(adjusted.orders.map((order) => order.externalId)).toEqual([late])
    const paid = await read({ status: 'paid' })
    expect(paid.orders.map((order) => order.externalId).toSorted()).toEqual([plain, cash].toSorted())
    expect(adjusted.totals).toEqual(paid.totals)
  })
})

describe('a payout week', () => {
  test('is the sum of its orders and other lines and equals the transfer', async () => {
    const report = await read()
    expect(report.payouts.length).toBeGreaterThanOrEqual(2)
    for (const week of report.payouts) {
      const { netCents, ...parts } = week.parts
      expect(Object.values(parts).reduce((sum, cents) => sum + cents, 0) + week.otherCents).toBe(netCents)
      expect(week.transferCents).toBe(netCents)
      expect(week.status).toBe('paid')
    }
    expect(report.upcoming).toEqual([])
  })

  test('with the payout-day basis shows what was paid in the period, without sums by sale day', async () => {
    const bySale = await read()
    const byPayout = await read({ basis: 'payout' })
    const sum = (report: OrderBilling) => report.payouts.reduce((all, week) => all + week.parts.netCents, 0)
    expect(sum(byPayout)).toBe(sum(bySale))
    expect([byPayout.collected, byPayout.couriers]).toEqual([[], []])
    const week = byPayout.payouts.at(-1)
    const one = await read({ basis: 'payout', from: week?.paidOn ?? '', to: week?.paidOn ?? '' })
    expect(one.payouts.map((payout) => payout.id)).toEqual([week?.id])
    expect(one.totals.billed.netCents + (one.payouts[0]?.otherCents ?? 0)).toBe(one.payouts[0]?.transferCents)
    const before = await read({ basis: 'payout', from: daysAgo(40), to: daysAgo(39) })
    expect([before.payouts, before.orders]).toEqual([[], []])
  })

  test('with the payout-day basis rejects a filter by weekdays', async () => {
    const reply = await app.call(manager, readOrderBilling, {
      query: { selection: store, basis: 'payout', weekdays: '1' },
    })
    expect([reply.status, reply.body.error, reply.body.details?.[0]?.path]).toEqual([
      422,
      'validation/refused',
      'weekdays',
    ])
  })
})

test('money collected by the store is reported separately, by method and sale day', async () => {
  const report = await read()
  expect(report.collected).toEqual([
    { platform: 'ifood', method: 'CASH', prepaid: false, orders: 1, cents: report.totals.collectedCents },
  ])
})

test('a marketplace that does not answer is retried later, and the page says so', async () => {
  await control.fail(503, 60_000, '/financial')
  await runImport()
  const report = await read()
  expect(report.imported?.failing).toEqual(['Brasa'])
  expect(report.imported?.at).not.toBeNull()
  await control.fail(503, 0, '/financial')
  // Not before the retry is due.
  expect(await runImport()).toBe(0)
  await pass(0.1)
  await runImport()
  expect((await read()).imported?.failing).toEqual([])
})

test('the file contains every order of the list, and pages neither overlap nor leave gaps', async () => {
  const reply = await app.fastify.inject({
    url: `/api/reports/orderBilling?selection=${store}&from=${daysAgo(40)}&comparison=none&format=csv`,
    headers: { 'x-user-token': manager.token, 'x-user-id': manager.uid },
  })
  const report = await read()
  expect(reply.headers['content-type']).toContain('text/csv')
  for (const order of report.orders) expect(reply.body).toContain(order.displayId ?? order.externalId)
  expect(reply.body).toContain('Comissão acima do contrato')
  expect(reply.body).toMatch(/Fica com o marketplace;\d/)
  const last = report.orders[2]
  const rest = await read({ after: `${last?.saleDay}_${last?.externalId}_${last?.storeId}` })
  expect(rest.orders).toEqual(report.orders.slice(3))
})

test('two merchants of one store that are charged the same fee in the same week are each charged, once', async () => {
  const second = '5b1a00cc-0000-4000-8000-00000000000d'
  await control.setMerchants([
    { merchantId, name: 'Brasa', menu: [{ code: 'A-1', name: 'Pastel', cents: 2_500 }] },
    { merchantId: second, name: 'Brasa Doces', menu: [{ code: 'B-1', name: 'Bolo', cents: 900 }] },
  ])
  await app.db
    .insertInto('merchant_routes')
    .values({ platform: 'ifood', merchant_id: second, store_id: store })
    .execute()
  const fee = { orderId: null, name: 'MONTHLY_FEE', amount: -98, date: today() }
  const fees = async () => {
    const { otherLines } = await read()
    return otherLines.filter(({ cents }) => cents === -9_800 || cents === -19_600)
  }
  await control.setBooks({ strays: [{ ...fee, merchantId }] })
  await runImport()
  expect((await fees()).map(({ cents }) => cents)).toEqual([-9_800])
  await control.setBooks({ strays: [second, merchantId].map((one) => ({ ...fee, merchantId: one })) })
  await runImport()
  const both = await entries()
  const charged = await fees()
  expect(charged.reduce((sum, { cents }) => sum + cents, 0)).toBe(-19_600)
  await runImport()
  expect([await entries(), await fees()]).toEqual([both, charged])
})

test('the report is rejected below manager, for another tenant’s store, and for too many days', async () => {
  const basic = await app.addPerson('basic', { [store]: 'basic' })
  const ask = (person: Person, query: object) => app.call(person, readOrderBilling, { query })
  expect((await ask(basic, { selection: store })).body.error).toBe('permission/denied')
  expect((await ask(manager, { selection: other })).body.error).toBe('store/not-found')
  expect((await ask(manager, { selection: store, from: daysAgo(120) })).body.error).toBe(
    'report/range-too-long',
  )
})

test('too many orders are rejected with a message instead of a timeout', async () => {
  await sold()
  const call = {
    deps: app.deps,
    stores: [{ storeId: store, merchants: null, role: 'manager' as const }],
    query: z.parse(readOrderBilling.query ?? z.never(), { from: daysAgo(30) }) as BillingCall['query'],
    now: app.deps.now(),
  }
  expect((await answerBilling(call, 1_000)).totals.orders).toBeGreaterThan(0)
  await expect(answerBilling(call, 0)).rejects.toMatchObject({ code: 'report/too-many-orders' })
})

describe('a courier', () => {
  test('is listed with their orders of the period and the cash they collected', async () => {
    const before = await read()
    const inCash = await sold('CASH')
    const inPix = await sold()
    await withStoreScope(app.db, [store], async (tx) => {
      for (const [name, externalId] of [
        ['Davi', inCash],
        ['Bia', inPix],
      ] as const) {
        const courier = crypto.randomUUID()
        await tx.insertInto('motoboys').values({ store_id: store, id: courier, name }).execute()
        await tx
          .updateTable('orders')
          .set({ motoboy_id: courier })
          .where('store_id', '=', store)
          .where('external_id', '=', externalId)
          .execute()
      }
    })
    const report = await read()
    const cents = orderOf(report, inCash)?.collectedCents ?? 0
    expect(cents).toBeGreaterThan(0)
    expect(before.couriers).toEqual([])
    expect(report.couriers).toEqual([
      { storeId: store, name: 'Davi', orders: 1, cashCents: cents, settledCents: 0 },
      { storeId: store, name: 'Bia', orders: 1, cashCents: 0, settledCents: 0 },
    ])
    expect((await read({ to: daysAgo(1) })).couriers).toEqual([])
  })
})

test('the mean of four periods is of those that had orders, as in every report', async () => {
  await sold()
  await pass(8)
  const day = { from: daysAgo(1), to: daysAgo(1) }
  const weeks = await Promise.all(
    [7, 14, 21, 28].map(
      async (back) => (await read({ from: daysAgo(back + 1), to: daysAgo(back + 1) })).totals.orders,
    ),
  )
  const withOrders = weeks.filter((orders) => orders > 0)
  expect(withOrders.length).toBeGreaterThan(0)
  expect(withOrders.length).toBeLessThan(4)
  const { compared } = await read({ ...day, comparison: 'mean-of-four' })
  expect(compared.orders).toBe(Math.round(withOrders.reduce((sum, one) => sum + one, 0) / withOrders.length))
})

test('what the marketplace keeps of the store leaves out what the customer paid to it, before and after billing', async () => {
  const id = await sold()
  await withStoreScope(app.db, [store], (tx) =>
    sql`update orders set logistics_cents = logistics_cents + 900, delivery_fee_cents = delivery_fee_cents + 900
      where store_id = ${store} and external_id = ${id}`.execute(tx),
  )
  const day = { from: today(), to: today() }
  const kept = (parts: BilledOrder['estimate']) => -parts.commissionCents - parts.paymentFeeCents
  const expected = await read(day)
  const order = orderOf(expected, id)
  expect(order?.estimate.logisticsCents).toBeLessThanOrEqual(-900)
  expect(expected.totals.keptCents).toBe(sumOf(expected.orders, (one) => kept(one.billed ?? one.estimate)))

  await runImport()
  await withStoreScope(app.db, [store], (tx) =>
    sql`update order_settlements set logistics_cents = logistics_cents - 1000
      where store_id = ${store} and order_external_id = ${id}`.execute(tx),
  )
  const billed = await read(day)
  // Charged 1,000 for what the customer had paid 900.
  expect(aboveTheFees(orderOf(billed, id))).toBe(100)
  expect(billed.totals.keptCents).toBe(
    sumOf(billed.orders, (one) => kept(one.billed ?? one.estimate) + aboveTheFees(one)),
  )
})

test('what the chain pays of a discount is not expected from the marketplace', async () => {
  const id = await sold()
  const subsidy = async () => orderOf(await read(), id)?.estimate.subsidyCents
  await withStoreScope(app.db, [store], (tx) =>
    sql`update orders set marketplace_discount_cents = 370, detail = detail || jsonb_build_object('discounts', ${JSON.stringify(
      [
        {
          cents: 370,
          target: 'CART',
          sponsors: [
            { name: 'MARKETPLACE', cents: 300 },
            { name: 'CHAIN', cents: 70 },
          ],
        },
      ],
    )}::jsonb) where store_id = ${store} and external_id = ${id}`.execute(tx),
  )
  expect(await subsidy()).toBe(300)
})
