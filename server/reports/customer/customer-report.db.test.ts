import fc from 'fast-check'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import {
  customerReport,
  frequencyOf,
  highValueCents,
  segmentOf,
  type CustomerReport,
} from '../../../contract/reports/customer.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { IncomingOrder } from '../../orders/taking/order-batch.ts'
import { closeStore } from '../closing/close-days.ts'
import { runningDay } from '../figures/store-clock.rules.ts'
import {
  applyFate,
  incomingOrder,
  makeStores,
  orderOf,
  type Snapshot,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { rawLines, type RawLine } from '../testing/raw-lines.ts'
import { customerDocument } from './customer-document.ts'
import { monthsUpTo } from './customer.rules.ts'
import { readCustomerReport, type CustomerCall } from './read-customer-report.ts'

let house: ReportHarness
let owner: ReportHarness['owner']

beforeAll(async () => {
  house = await createReportHarness()
  owner = house.owner
})
afterAll(() => house.close())
const depsAt = (now: Date) => house.depsAt(now)

interface Living {
  readonly planned: PlannedOrder
  readonly late: boolean
  readonly endsLate: boolean
}

async function live(
  stores: readonly TestStore[],
  moment: Snapshot,
  history: readonly Living[],
  close: () => Promise<void>,
): Promise<void> {
  const { intake } = depsAt(moment.now)
  const taken = new Map<Living, IncomingOrder>()
  const take = async (one: Living) => {
    const order = incomingOrder(stores, moment, one.planned)
    if (Date.parse(order.created_at) > moment.now.getTime()) return
    await intake.take(order)
    taken.set(one, order)
  }
  const end = async (one: Living) => {
    const order = taken.get(one)
    if (order) await applyFate(depsAt, order, one.planned, moment)
  }
  for (const one of history.filter((each) => !each.late)) {
    await take(one)
    if (!one.endsLate) await end(one)
  }
  await close()
  for (const one of history.filter((each) => each.late || each.endsLate)) {
    if (one.late) await take(one)
    await end(one)
  }
}

async function report(
  stores: readonly TestStore[],
  now: Date,
  query: Partial<CustomerCall['query']>,
): Promise<CustomerReport> {
  const answer = await readCustomerReport({
    deps: depsAt(now),
    stores: stores.map((store) => ({ storeId: store.id, merchants: store.merchants, role: 'owner' })),
    query: { comparison: 'previous-period', format: 'json', ...query },
    now,
  })
  return z.parse(customerReport, answer)
}

const moments: readonly Snapshot[] = [
  { now: new Date('2025-11-20T23:35:20Z') },
  { now: new Date('2025-12-03T05:10:00Z') },
  { now: new Date('2018-02-25T02:25:00Z') },
]

interface RawCustomer {
  readonly first: string
  readonly second: string | null
  readonly last: string
  readonly orders: readonly { readonly day: string; readonly cents: number }[]
  readonly cents: number
  readonly daysSince: number
}

/** Every customer computed the slow way, store by store and phone by phone. */
function customersOf(
  lines: readonly RawLine[],
  through: ReadonlyMap<string, string>,
): readonly RawCustomer[] {
  const orders = [...Map.groupBy(lines, (line) => line.orderId).values()].flatMap((of) => of[0] ?? [])
  const counted = orders.filter(
    (order) => order.valid && order.phone !== null && order.day <= (through.get(order.storeId) ?? ''),
  )
  return [...Map.groupBy(counted, (order) => `${order.storeId} ${order.phone ?? ''}`).values()].map((of) => {
    // By the days they count on: one scheduled for later may be older than one before it.
    const own = of.toSorted((a, b) =>
      a.day < b.day ? -1 : a.day > b.day ? 1 : Date.parse(a.at) - Date.parse(b.at),
    )
    const days = own.map((order) => order.day)
    const last = days.at(-1) ?? ''
    return {
      first: days[0] ?? '',
      second: days[1] ?? null,
      last,
      orders: own.map((order) => ({ day: order.day, cents: order.netCents })),
      cents: own.reduce((sum, order) => sum + order.netCents, 0),
      daysSince: daysFrom(last, through.get(own[0]?.storeId ?? '') ?? last),
    }
  })
}

const monthOf = (day: string) => `${day.slice(0, 7)}-01`

function expected(customers: readonly RawCustomer[], from: string, to: string, through: string) {
  const known = through < to ? through : to
  const sums = (of: readonly RawCustomer[]) => ({
    customers: of.length,
    orders: of.reduce((sum, one) => sum + one.orders.length, 0),
    cents: of.reduce((sum, one) => sum + one.cents, 0),
  })
  const repeating = customers.filter((one) => one.orders.length > 1)
  const spans = repeating.reduce((sum, one) => sum + daysFrom(one.first, one.last), 0)
  const gaps = repeating.reduce((sum, one) => sum + one.orders.length - 1, 0)
  const months = monthsUpTo(to)
  const news = customers.filter((one) => one.first >= (months[0] ?? '') && one.first <= known)
  const length = daysFrom(from, to) + 1
  return {
    base: {
      ...sums(customers),
      repeating: repeating.length,
      daysBetweenOrders: gaps > 0 ? Math.round((spans / gaps) * 10) / 10 : null,
      newInPeriod: customers.filter((one) => one.first >= from && one.first <= known).length,
      newCompared: customers.filter(
        (one) => one.first >= addDays(from, -length) && one.first <= addDays(known, -length),
      ).length,
    },
    growth: months
      .filter((month) => month <= known)
      .map((month) => ({
        month,
        newCustomers: customers.filter((one) => monthOf(one.first) === month).length,
        activeCustomers: customers.filter((one) => one.orders.some((order) => monthOf(order.day) === month))
          .length,
        base: customers.filter((one) => monthOf(one.first) <= month).length,
      })),
    cohorts: months.flatMap((first) => {
      const own = customers.filter((one) => monthOf(one.first) === first)
      if (own.length === 0) return []
      const cells = months
        .filter((month) => month >= first && month <= known)
        .map((month) => {
          const orders = own.map((one) => one.orders.filter((order) => monthOf(order.day) === month))
          return {
            customers: orders.filter((of) => of.length > 0).length,
            orders: orders.flat().length,
            cents: orders.flat().reduce((sum, order) => sum + order.cents, 0),
          }
        })
      return [{ month: first, customers: own.length, months: cells }]
    }),
    repurchase: [30, 60, 90].map((days) => {
      const ripe = news.filter((one) => one.first <= addDays(known, -days))
      return {
        days,
        customers: ripe.length,
        again: ripe.filter((one) => one.second !== null && daysFrom(one.first, one.second) <= days).length,
      }
    }),
    inactive: [30, 60, 90, 180].map((days) => ({
      days,
      ...sums(customers.filter((one) => one.daysSince > days)),
    })),
    segments: Object.fromEntries(
      [
        ...Map.groupBy(customers, (one) =>
          segmentOf(one.daysSince, frequencyOf(one.orders.length), one.cents >= highValueCents),
        ),
      ].map(([segment, of]) => [segment, sums(of)]),
    ),
    top: customers
      .map((one) => one.cents)
      .toSorted((a, b) => b - a)
      .slice(0, 20),
  }
}

function figures(answer: CustomerReport): ReturnType<typeof expected> {
  return {
    base: answer.base,
    growth: answer.growth.map(({ partial: _partial, ...row }) => row),
    cohorts: answer.cohorts.map((cohort) => ({
      month: cohort.month,
      customers: cohort.customers,
      months: cohort.months.map(({ customers, orders, cents }) => ({ customers, orders, cents })),
    })),
    repurchase: [...answer.repurchase],
    inactive: [...answer.inactive],
    segments: Object.fromEntries(
      answer.segments.filter((row) => row.customers > 0).map(({ segment, ...row }) => [segment, row]),
    ),
    top: answer.top.map((row) => row.cents),
  }
}

const living: fc.Arbitrary<Living> = fc.record({
  planned: fc
    .tuple(orderOf, fc.integer({ min: 0, max: 220 }), fc.integer({ min: 1, max: 6 }))
    .map(([planned, back, customer]) => ({
      ...planned,
      back,
      customer,
      channel: planned.channel === 'm-2' ? 'm-2' : '',
      items: planned.items.map((item) => ({ ...item, cents: item.cents * 4 })),
    })),
  late: fc.boolean(),
  endsLate: fc.boolean(),
})

describe('the customer report', () => {
  // About 30 s: in each of the thirty histories three stores close month by month. PostgreSQL does the work.
  test('equals a count of the orders up to the last closed day, however late they changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          moment: fc.constantFrom(...moments),
          history: fc.array(living, { minLength: 5, maxLength: 30 }),
          back: fc.constantFrom(0, 1, 40),
          length: fc.constantFrom(7, 30, 90),
          closedBack: fc.constantFrom(0, 3, 50),
          chosen: fc.constantFrom<'all' | 'own' | 'marketplace'>('all', 'all', 'own', 'marketplace'),
        }),
        async (world) => {
          const { moment } = world
          const stores = await makeStores(owner, moment)
          const close = async (back: number) => {
            const at = new Date(moment.now.getTime() - back * 86_400_000)
            for (const store of stores) await closeStore(house.database.db, store.id, at)
          }
          await live(stores, moment, world.history, () => close(world.closedBack))
          await close(0)
          const selected =
            world.chosen === 'all'
              ? stores
              : stores.map((store) => ({ ...store, merchants: world.chosen === 'own' ? [''] : ['m-2'] }))
          const through = await closedThrough(stores)
          const [first] = stores
          if (!first) throw new Error('no store')
          const to = addDays(runningDay(first, moment.now), -world.back)
          const from = addDays(to, 1 - world.length)
          const answer = await report(selected, moment.now, { from, to })
          const customers =
            world.chosen === 'marketplace'
              ? []
              : customersOf(await rawLines(owner, stores, moment.now), through)
          const earliest = [...through.values()].toSorted()[0] ?? ''
          if (world.chosen === 'marketplace' || earliest === '') {
            expect(answer.closedThrough === null || customers.length === 0 || earliest !== '').toBe(true)
            expect(answer.base.customers).toBe(0)
            return
          }
          // A store whose days begin later is a day behind, so compare only days both have.
          if (new Set(through.values()).size > 1) return
          expect(figures(answer)).toEqual(expected(customers, from, to, earliest))
        },
      ),
      { numRuns: 10 },
    )
  }, 300_000)

  async function closedThrough(stores: readonly TestStore[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await owner.query<{ id: string; through: string }>(
      'select store_id as id, through::text from report_closings where store_id = any ($1) and through is not null',
      [stores.map((store) => store.id)],
    )
    return new Map(rows.map((row) => [row.id, row.through]))
  }

  const now = new Date('2025-11-20T23:35:20Z')
  const plain: PlannedOrder = {
    store: 0,
    channel: '',
    back: 3,
    minute: 300,
    type: 'TAKEOUT',
    items: [{ product: 1, quantity: 2, cents: 3_000 }],
    deliveryCents: 0,
    serviceCents: 0,
    tipCents: 0,
    storeDiscountCents: 0,
    marketplaceDiscountCents: 0,
    split: false,
    customer: 1,
    fate: 'concluded',
    late: false,
    score: null,
    refundCents: 1,
    district: null,
    coupon: null,
    driver: null,
    isTest: false,
  }
  async function storesWith(history: readonly PlannedOrder[]) {
    const stores = await makeStores(owner, { now })
    await live(
      stores,
      { now },
      history.map((planned) => ({ planned, late: false, endsLate: false })),
      async () => {
        for (const store of stores) await closeStore(house.database.db, store.id, now)
      },
    )
    const [store] = stores
    if (!store) throw new Error('no store')
    return { stores, store }
  }

  test('cancelling a first order moves the customer to the month of the next one', async () => {
    const { stores, store } = await storesWith([
      { ...plain, back: 60 },
      { ...plain, back: 20 },
      { ...plain, back: 2 },
    ])
    const months = async () =>
      (await report(stores, now, {})).cohorts.map((row) => [
        row.month,
        row.months.map((cell) => cell.customers),
      ])
    expect(await months()).toEqual([['2025-09-01', [1, 1, 1]]])
    await owner.query(
      `with one as (select * from orders where store_id = $1 order by created_at limit 1),
         out as (select roll_up('{}', array_agg(one::orders)) from one)
       update orders o set status = 'cancelled' from one, out where o.store_id = $1 and o.id = one.id`,
      [store.id],
    )
    await closeStore(house.database.db, store.id, now)
    expect(await months()).toEqual([['2025-10-01', [1, 1]]])
  })

  test('new customers are counted on the chosen weekdays only, in the period and before it', async () => {
    const { stores } = await storesWith([
      { ...plain, back: 3, customer: 1 },
      { ...plain, back: 2, customer: 2 },
      { ...plain, back: 10, customer: 3 },
    ])
    const news = async (weekdays?: string) => {
      const { base } = await report(stores, now, {
        from: '2025-11-14',
        to: '2025-11-20',
        ...(weekdays ? { weekdays } : {}),
      })
      return [base.newInPeriod, base.newCompared]
    }
    expect(await news()).toEqual([2, 1])
    // Monday 17th and 10th; Tuesday 18th.
    expect(await news('1')).toEqual([1, 1])
    expect(await news('2')).toEqual([1, 0])
    expect(await news('7')).toEqual([0, 0])
  })

  test('marketplace orders count as unidentified and add no customer', async () => {
    const { stores } = await storesWith([{ ...plain, channel: 'm-1' }, { ...plain, channel: 'm-1' }, plain])
    const answer = await report(stores, now, {})
    expect(answer.orders).toEqual({ new: 1, returning: 0, frequent: 0, unidentified: 2 })
    expect(answer.base.customers).toBe(1)
  })

  test('before the first day is closed the base is shown as being prepared, not as empty', async () => {
    const stores = await makeStores(owner, { now })
    await live(stores, { now }, [{ planned: plain, late: false, endsLate: false }], async () => {})
    expect(await report(stores, now, {})).toMatchObject({
      closedThrough: null,
      preparing: 3,
      orders: { new: 1 },
      cohorts: [],
      repurchaseWindow: null,
    })
  })

  test('the report contains only the last four digits of a phone, and its files contain no names', async () => {
    const { stores } = await storesWith([plain])
    const answer = await report(stores, now, {})
    expect(answer.top).toMatchObject([{ name: 'Cliente', phoneEnd: '0001', segment: 'new' }])
    expect(JSON.stringify(answer)).not.toContain('90000000')
    const cells = customerDocument(answer).sections.flatMap((section) => [
      ...(section.rows as Iterable<readonly unknown[]>),
    ])
    expect(JSON.stringify(cells)).not.toMatch(/Cliente"|0001/)
  })
})
