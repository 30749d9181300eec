import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStoreScope } from '../../db/scope.ts'
import type { OrderBilling } from '../../../contract/reports/order-billing.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { closeStore } from '../closing/close-days.ts'
import { rebuildRollUps } from '../closing/rebuild-roll-ups.ts'
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
import { keepLines, keepWeeks } from './import-ledger.ts'
import { readOrderBilling } from './read-order-billing.ts'

let house: ReportHarness
beforeAll(async () => {
  house = await createReportHarness(4)
})
afterAll(() => house.close())

const now = new Date('2026-11-20T23:35:20Z')
const today = '2026-11-20'

interface PlannedLine {
  /** Of which order; beyond the last: of one that is not ours. */
  readonly order: number
  readonly kind: 'sale' | 'commission' | 'adjustment'
  readonly cents: number
  /** Weeks after the sale in which it is paid. */
  readonly weeks: number
}
interface PlannedWeek {
  readonly back: number
  readonly status: 'settled' | 'paid' | 'failed'
}
type Step =
  | { readonly step: 'order'; readonly order: PlannedOrder }
  | { readonly step: 'line'; readonly line: PlannedLine }
  | { readonly step: 'week'; readonly week: PlannedWeek }
  | { readonly step: 'close' }

const stepOf: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: orderOf.map((order) => ({
      step: 'order' as const,
      order: { ...order, store: 0, channel: order.channel === '' ? '' : 'm-1' },
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        order: fc.nat({ max: 9 }),
        kind: fc.constantFrom('sale', 'sale', 'commission', 'adjustment'),
        cents: fc.integer({ min: -9_000, max: 9_000 }),
        weeks: fc.constantFrom(0, 0, 1, 2),
      })
      .map((line) => ({ step: 'line' as const, line: line as PlannedLine })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        back: fc.constantFrom(0, 1, 2, 3, 4),
        status: fc.constantFrom('settled', 'paid', 'paid', 'failed'),
      })
      .map((week) => ({ step: 'week' as const, week: week as PlannedWeek })),
  },
  { weight: 1, arbitrary: fc.constant({ step: 'close' as const }) },
)

interface Placed {
  readonly externalId: string
  readonly day: string
}

const monday = (day: string) => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))
let numbers = 0

async function keepLine(store: TestStore, orders: readonly Placed[], line: PlannedLine): Promise<void> {
  numbers += 1
  const of = orders[line.order]
  const day = of?.day ?? addDays(today, -line.order)
  const from = addDays(monday(day), 7 * line.weeks)
  const lines = [
    {
      id: `l-${numbers}`,
      orderId: of?.externalId ?? `stray-${line.order}`,
      kind: line.kind,
      partnerKind: line.kind,
      description: null,
      cents: line.cents,
      transferred: true,
      saleDay: day,
      saleAt: null,
      periodFrom: from,
      periodTo: addDays(from, 6),
      expectedOn: addDays(from, 9),
      raw: {},
    },
  ]
  const kept = { platform: 'ifood', storeId: store.id, merchantId: 'm-1', now, lines }
  await withStoreScope(house.database.db, [store.id], (tx) => keepLines(tx, kept))
}

async function keepWeek(store: TestStore, { back, status }: PlannedWeek): Promise<void> {
  const from = addDays(monday(today), -7 * back)
  const paidOn = status === 'paid' ? addDays(from, 10) : null
  const week = { periodFrom: from, periodTo: addDays(from, 6), expectedOn: addDays(from, 9), paidOn, status }
  const weeks = [{ id: `w-${from}`, cents: 100, raw: {}, ...week }]
  const kept = { platform: 'ifood', storeId: store.id, merchantId: 'm-1', now, weeks }
  await withStoreScope(house.database.db, [store.id], (tx) => keepWeeks(tx, kept))
}

async function place(store: TestStore, planned: PlannedOrder): Promise<Placed> {
  const order = incomingOrder([store], { now }, planned)
  await house.depsAt(now).intake.take(order)
  await applyFate((at) => house.depsAt(at), order, planned, { now })
  const { rows } = await house.owner.query<{ day: string }>(
    'select business_day::text as day from orders where store_id = $1 and id = $2',
    [store.id, order.id],
  )
  return { externalId: order.external_id, day: rows[0]?.day ?? '' }
}

const answer = (store: TestStore, query: object = {}): Promise<OrderBilling> =>
  readOrderBilling({
    deps: house.depsAt(now),
    stores: [{ storeId: store.id, merchants: null, role: 'owner' }],
    query: { from: '2026-10-20', to: today, comparison: 'previous-period', basis: 'sale', ...query },
    now,
  } as never)

/** The same with no day closed: each order of the period is judged. */
async function answerFromOrders(store: TestStore): Promise<OrderBilling> {
  const { rows } = await house.owner.query<{ through: string | null }>(
    'select through::text from report_closings where store_id = $1',
    [store.id],
  )
  const set = (day: string | null) =>
    house.owner.query('update report_closings set through = $2 where store_id = $1', [store.id, day])
  await set(null)
  const all = await answer(store)
  await set(rows[0]?.through ?? null)
  return all
}

async function wholeList(store: TestStore, query: object): Promise<OrderBilling['orders']> {
  const orders: OrderBilling['orders'] = []
  for (let after: string | null | undefined; after !== null;) {
    const page: OrderBilling = await answer(store, { ...query, ...(after === undefined ? {} : { after }) })
    orders.push(...page.orders)
    after = page.next
  }
  return orders
}

test('sums of closed days equal the judgement of every order, whatever orders, ledgers and payouts came after the closing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf, { minLength: 6, maxLength: 12 }), async (steps) => {
      const [store] = await makeStores(house.owner, { now })
      if (!store) throw new Error('no store')
      const orders: Placed[] = []
      let closed = false
      for (const one of [...steps, { step: 'close' } as const, ...steps.slice(0, 3)]) {
        if (one.step === 'order') orders.push(await place(store, one.order))
        else if (one.step === 'line') await keepLine(store, orders, one.line)
        else if (one.step === 'week') await keepWeek(store, one.week)
        else await closeStore(house.database.db, store.id, now)
        closed ||= one.step === 'close'
        if (closed) expect(await answer(store)).toEqual(await answerFromOrders(store))
      }
      await closeStore(house.database.db, store.id, now)
      const weeks = await house.owner.query(
        `with kept as (
          select period_from, period_to, expected_on, orders, sale_cents, commission_cents, adjustment_cents
          from payout_weeks where store_id = $1),
        summed as (
          select period_from, max(period_to), max(expected_on), count(*), sum(sale_cents), sum(commission_cents), sum(adjustment_cents)
          from order_settlements where store_id = $1 group by 1)
        (table kept except table summed) union all (table summed except table kept)`,
        [store.id],
      )
      expect(weeks.rows).toEqual([])
      const kept = await answer(store)
      expect(kept).toEqual(await answerFromOrders(store))
      const all = await wholeList(store, {})
      expect(all).toHaveLength(kept.totals.orders)
      for (const status of ['expected', 'settled', 'paid', 'divergent'] as const) {
        const listed = await wholeList(store, { status })
        expect(listed).toEqual(all.filter((order) => order.status === status))
        expect(listed).toHaveLength(kept.totals.statuses[status])
      }
      for (const { kind, orders: count } of kept.differences)
        expect(await wholeList(store, { difference: kind })).toHaveLength(count)
      expect(await rebuildRollUps(house.database.db, store.id, now)).toMatchObject({ mended: [] })
    }),
    { numRuns: 4, seed: 20261126, endOnFailure: true },
  )
})

test('a list of several hundred orders is read page by page, without a gap and without an order twice', async () => {
  const [store] = await makeStores(house.owner, { now })
  if (!store) throw new Error('no store')
  const at = (index: number) => ({
    ...plainOrder,
    channel: 'm-1',
    back: 1 + (index % 4),
    minute: 300 + index,
  })
  for (let index = 0; index < 130; index += 1)
    await house.depsAt(now).intake.take(incomingOrder([store], { now }, at(index)))
  await closeStore(house.database.db, store.id, now)
  const listed = await wholeList(store, {})
  expect(new Set(listed.map((order) => order.externalId)).size).toBe(130)
  const sorted = listed.toSorted((a, b) =>
    a.saleDay === b.saleDay ? (a.externalId < b.externalId ? 1 : -1) : a.saleDay < b.saleDay ? 1 : -1,
  )
  expect(listed).toEqual(sorted)
  // Both filters, of which the sums of a day know only one at a time.
  expect(await wholeList(store, { status: 'expected', difference: 'unknownOrder' })).toEqual([])
})
