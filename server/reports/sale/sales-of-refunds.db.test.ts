import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import { withStoreScope } from '../../db/scope.ts'
import { refundOrder } from '../../orders/edits/refund-order.ts'
import { cancelOrder } from '../../orders/states/cancel-order.ts'
import { confirmOrder } from '../../orders/states/confirm-order.ts'
import {
  applyFate,
  incomingOrder,
  makeStores,
  orderOf,
  plainOrder,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { readSaleReport } from './read-sale-report.ts'
import { fillSalesOfRefunds } from './sales-of-refunds.ts'

let house: ReportHarness
beforeAll(async () => {
  house = await createReportHarness(4)
})
afterAll(() => house.close())

const now = new Date('2026-11-20T23:35:20Z')
const today = '2026-11-20'

interface Asked {
  readonly from: string
  readonly to: string
  readonly weekdays: readonly number[] | null
  readonly hours: { readonly from: number; readonly to: number } | null
}

const asked: fc.Arbitrary<Asked> = fc
  .record({
    end: fc.constantFrom(0, 1, 4),
    length: fc.constantFrom(1, 3, 10, 40),
    weekdays: fc.constantFrom(null, null, [5, 6, 7]),
    hours: fc.constantFrom(null, null, { from: 11, to: 19 }),
  })
  .map(({ end, length, ...filters }) => {
    const to = addDays(today, -end)
    return { from: addDays(to, 1 - length), to, ...filters }
  })

async function refundsIn(store: TestStore, { from, to, weekdays, hours }: Asked) {
  const query = {
    ...{ from, to, by: 'day', pivot: 'channel', comparison: 'none', format: 'json' },
    ...(weekdays ? { weekdays: weekdays.join(',') } : {}),
    ...(hours ? { hours: `${hours.from}-${hours.to}` } : {}),
  }
  const stores = [{ storeId: store.id, merchants: store.merchants, role: 'owner' }]
  const report = await readSaleReport({ deps: house.depsAt(now), stores, query, now } as never)
  return report.refunds
}

interface Refund {
  readonly id: string
  readonly cents: number
  readonly refundDay: string
  readonly refundHour: number
  readonly soldDay: string
  readonly soldHour: number
}

/** Every refund of an order that counts as a sale, beside that order. */
async function refundsOneByOne(store: TestStore): Promise<readonly Refund[]> {
  const { rows } = await house.owner.query<Refund>(
    `select r.id, r.cents + r.fees_cents as cents, r.refund_day::text as "refundDay", r.refund_hour as "refundHour",
      o.business_day::text as "soldDay", o.hour as "soldHour"
    from order_refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id
    where r.store_id = $1 and counts_as_sale(o)`,
    [store.id],
  )
  return rows
}

/** What the columns of migration 0020 say, beside the orders. */
async function wrongRefunds(store: TestStore): Promise<number> {
  const { rows } = await house.owner.query<{ wrong: number }>(
    `select count(*)::integer as wrong
    from order_refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id
    where r.store_id = $1 and (r.sold_day, r.sold_hour, r.merchant_id, r.of_sale)
      is distinct from (o.business_day, o.hour, o.merchant_id, counts_as_sale(o))`,
    [store.id],
  )
  return rows[0]?.wrong ?? -1
}

const sum = (refunds: readonly Refund[]) => ({
  count: refunds.length,
  cents: refunds.reduce((all, { cents }) => all + cents, 0),
})

async function storeWithHistory(history: readonly PlannedOrder[]) {
  const [store] = await makeStores(house.owner, { now })
  if (!store) throw new Error('no store')
  for (const planned of history) {
    const order = incomingOrder([store], { now }, { ...planned, store: 0 })
    if (Date.parse(order.created_at) > now.getTime()) continue
    await house.depsAt(now).intake.take(order)
    await applyFate((at) => house.depsAt(at), order, { ...planned, store: 0 }, { now })
  }
  return store
}

/** As a version before the migration wrote them. */
const forget = (store: TestStore, some: string) =>
  house.owner.query(
    `update order_refunds set sold_day = null, sold_hour = null, merchant_id = null, of_sale = null
    where store_id = $1 and ${some}`,
    [store.id],
  )

async function fill(store: TestStore): Promise<void> {
  const next = (after: string | null) =>
    withStoreScope(house.database.db, [store.id], (tx) => fillSalesOfRefunds(tx, store.id, after))
  for (let after = await next(null); after !== null; after = await next(after));
}

test('the refunds of a period are those of its orders one by one, before, while and after older ones are filled', async () => {
  const history = fc.array(
    orderOf.map((order) => ({ ...order, channel: '', fate: 'refunded' as const })),
    { minLength: 6, maxLength: 16 },
  )
  await fc.assert(
    fc.asyncProperty(history, asked, fc.boolean(), async (orders, question, hasOlder) => {
      const store = await storeWithHistory(orders)
      expect(await wrongRefunds(store)).toBe(0)
      const { from, to, weekdays, hours } = question
      const isAsked = (day: string, hour: number) =>
        (weekdays === null || weekdays.includes(isoWeekday(day))) &&
        (hours === null || (hour >= hours.from && hour <= hours.to))
      const all = await refundsOneByOne(store)
      const made = all.filter(
        (one) => one.refundDay >= from && one.refundDay <= to && isAsked(one.refundDay, one.refundHour),
      )
      const after = all.filter(
        (one) =>
          one.refundDay > to &&
          one.soldDay >= from &&
          one.soldDay <= to &&
          isAsked(one.soldDay, one.soldHour),
      )
      const expected = { made: sum(made), after: sum(after) }
      const answer = await refundsIn(store, question)
      expect(answer).toMatchObject(expected)
      expect(answer.rows).toHaveLength(made.length + after.length)
      await forget(store, hasOlder ? 'refund_hour % 2 = 0' : 'true')
      expect(await refundsIn(store, question)).toEqual(answer)
      await fill(store)
      expect(await wrongRefunds(store)).toBe(0)
      expect(await refundsIn(store, question)).toEqual(answer)
    }),
    { numRuns: 12, endOnFailure: true, seed: 20 },
  )
}, 120_000)

test('the refund of an order that is cancelled afterwards is no longer one of a sale', async () => {
  const [store] = await makeStores(house.owner, { now })
  if (!store) throw new Error('no store')
  const order = incomingOrder([store], { now }, { ...plainOrder, back: 0, minute: 600, fate: 'open' })
  const act = (body: object): never => {
    const caller = { uid: 'test', name: 'Teste' }
    return {
      deps: house.depsAt(now),
      caller,
      storeId: store.id,
      now,
      params: { orderId: order.id },
      body,
    } as never
  }
  const asks: Asked = { from: today, to: today, weekdays: null, hours: null }
  await house.depsAt(now).intake.take(order)
  await confirmOrder(act({}))
  await refundOrder(act({ cents: 500, reason: 'Faltou item' }))
  expect((await refundsIn(store, asks)).made).toEqual({ count: 1, cents: 500 })
  await cancelOrder(act({ code: 'no-courier' }))
  expect(await wrongRefunds(store)).toBe(0)
  expect(await refundsIn(store, asks)).toEqual({
    made: { count: 0, cents: 0 },
    after: { count: 0, cents: 0 },
    rows: [],
  })
})
