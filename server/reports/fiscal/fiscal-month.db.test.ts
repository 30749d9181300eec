import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FiscalMonth } from '../../../contract/reports/fiscal.ts'
import { collectedCents } from '../../../contract/reports/metrics/metrics.ts'
import type { SaleReport } from '../../../contract/reports/sale.ts'
import { plainCell, type ReportRow, type ReportSection } from '../../files/report-document.ts'
import {
  applyFate,
  incomingOrder,
  makeStores,
  orderOf,
  type PlannedOrder,
  type Snapshot,
  type TestStore,
} from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { readSaleReport } from '../sale/read-sale-report.ts'
import { fiscalDocument } from './fiscal-document.ts'
import { daysOfMonth, readFiscalMonth } from './read-fiscal-month.ts'

let house: ReportHarness

beforeAll(async () => {
  house = await createReportHarness(6)
})
afterAll(() => house.close())

/** Late in the month, so that a history of four weeks is in it. */
const moment: Snapshot = { now: new Date('2025-11-28T23:35:20Z') }
const month = '2025-11'

/** Ordered, due and refunded in the days that both count: the sale report ends today, and has refunds on their day. */
const orderOfMonth = orderOf.map((order): PlannedOrder => {
  const back = Math.min(order.back, 27)
  const dueByToday = (order.ahead ?? 0) < (back - 1) * 1_440
  return { ...order, back, ahead: dueByToday && order.fate !== 'refunded' ? (order.ahead ?? null) : null }
})

const callOf = (stores: readonly TestStore[], query: object): never =>
  ({
    deps: house.depsAt(moment.now),
    stores: stores.map((store) => ({ storeId: store.id, merchants: store.merchants, role: 'owner' })),
    query,
    now: moment.now,
  }) as never

const classes = ['PREPARED', 'RESALE', 'ALCOHOLIC', null] as const

/** Products 1 to 5 have classes in turn, as the menu would have said when they were sold. */
function withClasses(order: ReturnType<typeof incomingOrder>): ReturnType<typeof incomingOrder> {
  const items = order.items.map((item) => {
    const taxClass = classes[Number(item.product_key.slice(2)) % classes.length]
    const detail = item.detail ?? { externalCode: null, notes: null, options: [] }
    return taxClass ? { ...item, detail: { ...detail, taxClass, alcoholic: true as const } } : item
  })
  return { ...order, items }
}

async function live(stores: readonly TestStore[], history: readonly PlannedOrder[]): Promise<void> {
  const deps = house.depsAt(moment.now)
  for (const planned of history) {
    const order = withClasses(incomingOrder(stores, moment, planned))
    if (Date.parse(order.created_at) > moment.now.getTime()) continue
    await deps.intake.take(order)
    await applyFate((now) => house.depsAt(now), order, planned, moment)
  }
}

const readMonth = async (stores: readonly TestStore[], asked = month) => {
  const call = callOf(stores, { month: asked, format: 'json' })
  return { call, answer: (await readFiscalMonth(call)) as FiscalMonth }
}

async function readSale(stores: readonly TestStore[]): Promise<SaleReport> {
  // A report's period ends today at the latest.
  const query = {
    from: `${month}-01`,
    to: '2025-11-28',
    comparison: 'same-weekdays',
    format: 'json',
    by: 'day',
    pivot: 'channel',
  }
  return (await readSaleReport(callOf(stores, query))) as SaleReport
}

async function rowsOf(section: ReportSection | undefined): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = []
  for await (const row of section?.rows ?? []) rows.push(row)
  return rows
}

const numberAt = (row: ReportRow | undefined, index: number): number =>
  Number(plainCell(row?.[index] ?? null, 'text').value ?? 0)

describe('the fiscal data of a month', () => {
  test('sums to the centavo what the sale report sums, in the reply and at the foot of the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(orderOfMonth, { minLength: 1, maxLength: 14 }), async (history) => {
        const stores = await makeStores(house.owner, moment)
        await live(stores, history)
        const { call, answer } = await readMonth(stores)
        const { totals } = await readSale(stores)
        expect(answer.totals).toMatchObject({
          orders: totals.received - totals.cancelled,
          grossCents: totals.grossCents,
          storeDiscountCents: totals.storeDiscountCents,
          refundCents: totals.refundCents,
          deliveryFeeCents: totals.deliveryFeeCents,
          serviceFeeCents: totals.serviceFeeCents,
          tipCents: totals.tipCents,
          refundedFeesCents: totals.refundedFeesCents,
          chargedCents: collectedCents(totals),
          commissionCents: totals.commissionCents,
          logisticsCents: totals.logisticsCents,
          paymentFeeCents: totals.paymentFeeCents,
          baseCents:
            collectedCents(totals) - totals.commissionCents - totals.logisticsCents - totals.tipCents,
        })
        const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
        expect(sum(answer.classes.map(({ baseCents }) => baseCents))).toBe(answer.totals.baseCents)
        expect(sum(answer.classes.map(({ itemsCents }) => itemsCents))).toBe(answer.totals.grossCents)
        expect(sum(answer.channels.map((channel) => channel.totals.baseCents))).toBe(answer.totals.baseCents)
        const [orders, items] = fiscalDocument(answer, call).sections
        const rows = await rowsOf(orders)
        expect(rows).toHaveLength(answer.totals.orders)
        for (const [index, { kind }] of (orders?.columns ?? []).entries())
          if (kind === 'cents')
            expect(sum(rows.map((row) => numberAt(row, index))), orders?.columns[index]?.label).toBe(
              numberAt(orders?.totals, index),
            )
        const sold = await rowsOf(items)
        expect(sum(sold.map((row) => numberAt(row, 6)))).toBe(answer.totals.grossCents)
      }),
      { numRuns: 6 },
    )
  }, 60_000)

  test('a marketplace’s order names its intermediary, an own one names none', async () => {
    const stores = await makeStores(house.owner, moment)
    const [sample] = fc.sample(orderOf, 1)
    if (!sample) throw new Error('no sample')
    const plain = { ...sample, store: 0, back: 1, ahead: null, fate: 'concluded', isTest: false } as const
    await live(stores, [
      { ...plain, channel: '' },
      { ...plain, channel: 'm-1' },
    ])
    const { answer } = await readMonth(stores)
    const documents = answer.channels.map((channel) => channel.intermediaryDocument)
    expect(documents).toEqual([null, expect.stringMatching(/^\d{14}$/)])
  })

  test('a refund belongs to the month of its order, also when it is given in the next', async () => {
    const stores = await makeStores(house.owner, moment)
    const [sample] = fc.sample(orderOf, 1)
    if (!sample) throw new Error('no sample')
    const october = { back: 28, minute: 600, refundDays: 3, ahead: null, isTest: false }
    await live(stores, [{ ...sample, ...october, store: 0, channel: '', fate: 'refunded' }])
    const { answer: before } = await readMonth(stores, '2025-10')
    const { answer: after } = await readMonth(stores)
    const { totals: given } = await readSale(stores)
    expect(given.received).toBe(0)
    expect(given.refundCents).toBeGreaterThan(0)
    expect(before.totals).toMatchObject({ orders: 1, refundCents: given.refundCents })
    expect(after.totals).toMatchObject({ orders: 0, refundCents: 0, baseCents: 0 })
  })

  test('a month without sales has zeros and no rows', async () => {
    const stores = await makeStores(house.owner, moment)
    const { call, answer } = await readMonth(stores)
    expect(answer.totals).toMatchObject({ orders: 0, baseCents: 0 })
    expect(await rowsOf(fiscalDocument(answer, call).sections[0])).toEqual([])
    expect(answer.running).toBe(true)
  })
})

test.each([
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2025-12', '2025-12-01', '2025-12-31'],
  ['2026-11', '2026-11-01', '2026-11-30'],
])('the month %s goes from %s to %s', (text, from, to) => {
  expect(daysOfMonth(text)).toEqual({ from, to })
})
