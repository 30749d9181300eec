import fc from 'fast-check'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import { noMeasures, addMeasures } from '../../../contract/reports/metrics/measures.ts'
import { periodComparisons } from '../../../contract/reports/period.ts'
import { salePivots, saleReport, saleSteps, type SaleReport } from '../../../contract/reports/sale.ts'
import { storeDays, storesReport, type StoresReport } from '../../../contract/reports/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { closeStore } from '../closing/close-days.ts'
import { runningDay } from '../figures/store-clock.rules.ts'
import { readStoreDays } from '../stores/read-store-days.ts'
import { readStoresReport } from '../stores/read-stores-report.ts'
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
import { rawPeriod, rawStore, type AskedPeriod, type RawPeriod } from '../testing/raw-period.ts'
import { rawOrders } from '../testing/raw-report.ts'
import { readPeriodSource } from '../testing/period-source.ts'
import { readSaleReport } from './read-sale-report.ts'
import { readTotals } from '../figures/figures.ts'

let house: ReportHarness
let owner: ReportHarness['owner']

beforeAll(async () => {
  house = await createReportHarness(6)
  owner = house.owner
})
afterAll(() => house.close())
const depsAt = (now: Date) => house.depsAt(now)

/** A modern evening, the next morning, and the end of summer time: on 2018-02-17 the hour 23 occurred twice. */
const moments: readonly Snapshot[] = [
  { now: new Date('2025-11-20T23:35:20Z') },
  { now: new Date('2025-11-21T05:10:00Z') },
  { now: new Date('2018-02-25T02:25:00Z') },
  { now: new Date('2018-02-18T02:40:00Z') },
]

const longOrder: fc.Arbitrary<PlannedOrder> = fc
  .tuple(orderOf, fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 90 }), fc.constantFrom(364, 371)))
  .map(([order, back]) => (back === null ? order : { ...order, back }))

async function live(stores: readonly TestStore[], moment: Snapshot, history: readonly PlannedOrder[]) {
  const deps = depsAt(moment.now)
  for (const planned of history) {
    const order = incomingOrder(stores, moment, planned)
    if (Date.parse(order.created_at) > moment.now.getTime()) continue
    await deps.intake.take(order)
    await applyFate(depsAt, order, planned, moment)
  }
}

async function close(stores: readonly TestStore[], moment: Snapshot, chosen: number): Promise<void> {
  for (const [index, store] of stores.entries()) {
    if ((chosen >> index) & 1) await closeStore(house.database.db, store.id, moment.now)
  }
}

type Query = Parameters<typeof readSaleReport>[0]['query']

const callOf = (stores: readonly TestStore[], now: Date, query: object): never =>
  ({
    deps: depsAt(now),
    stores: stores.map((store) => ({ storeId: store.id, merchants: store.merchants, role: 'owner' })),
    query,
    now,
  }) as never

const queryOf = (asked: AskedPeriod): Omit<Query, 'by' | 'pivot'> => ({
  from: asked.from,
  to: asked.to,
  comparison: asked.comparison,
  format: 'json',
  ...(asked.comparedFrom ? { comparedFrom: asked.comparedFrom } : {}),
  ...(asked.weekdays ? { weekdays: asked.weekdays.join(',') } : {}),
  ...(asked.hours ? { hours: `${asked.hours.from}-${asked.hours.to}` } : {}),
})

const askedOf = (today: string) =>
  fc
    .record({
      end: fc.constantFrom(0, 0, 0, 1, 3, 30),
      length: fc.constantFrom(1, 2, 7, 10, 30, 45, 80),
      comparison: fc.constantFrom(...periodComparisons),
      customBack: fc.integer({ min: 1, max: 40 }),
      weekdays: fc.constantFrom(null, null, [5, 6, 7], [1, 3]),
      hours: fc.constantFrom(null, null, { from: 11, to: 15 }, { from: 20, to: 1 }),
    })
    .map(({ end, length, comparison, customBack, weekdays, hours }): AskedPeriod => {
      const to = addDays(today, -end)
      const from = addDays(to, 1 - length)
      return {
        from,
        to,
        comparison,
        weekdays,
        hours,
        ...(comparison === 'custom' ? { comparedFrom: addDays(from, -customBack) } : {}),
      }
    })

function figures(answer: SaleReport): RawPeriod {
  const nonEmpty = answer.series.filter(
    ({ received, current, compared }) =>
      received > 0 || current.cents !== 0 || compared.orders !== 0 || compared.cents !== 0,
  )
  return {
    totals: answer.totals,
    compared: answer.compared,
    series: Object.fromEntries(
      nonEmpty.map((point) => [
        point.at,
        {
          current: point.current,
          compared: point.compared,
          received: point.received,
          gross: point.grossCents,
          discount: point.storeDiscountCents,
        },
      ]),
    ),
    pivot: Object.fromEntries(
      answer.pivot.rows.map((row) => [row.key, { current: row.current, compared: row.compared }]),
    ),
    pivotSeries: Object.fromEntries(
      answer.pivot.series.flatMap((line) =>
        line.points.flatMap((point, index) =>
          point.orders === 0 && point.cents === 0
            ? []
            : [[`${line.key} ${answer.series[index]?.at ?? ''}`, point]],
        ),
      ),
    ),
    heat: Object.fromEntries(
      answer.heat.cells.map((cell) => [
        `${cell.weekday} ${cell.hour}`,
        { orders: cell.orders, cents: cell.netCents },
      ]),
    ),
  }
}

/** Drops groups whose orders were all cancelled, or all after the cut. */
function comparable(figuresOf: RawPeriod, answer: SaleReport): RawPeriod {
  const empty = (amount: { orders: number; cents: number }) => amount.orders === 0 && amount.cents === 0
  const keep = <T>(record: Record<string, T>, full: (value: T) => boolean) =>
    Object.fromEntries(Object.entries(record).filter(([, value]) => full(value)))
  const shown = new Set(answer.pivot.series.map((line) => line.key))
  return {
    ...figuresOf,
    series: keep(
      figuresOf.series,
      (point) => point.received > 0 || !empty(point.compared) || !empty(point.current),
    ),
    pivot: keep(figuresOf.pivot, (row) => !empty(row.current) || !empty(row.compared)),
    pivotSeries: Object.fromEntries(
      Object.entries(figuresOf.pivotSeries).filter(
        ([place, amount]) => !empty(amount) && shown.has(place.slice(0, place.lastIndexOf(' '))),
      ),
    ),
    heat: keep(figuresOf.heat, (cell) => !empty(cell)),
  }
}

function splitsAddUp(answer: SaleReport): void {
  const whole = { orders: validOrders(answer.totals), cents: netCents(answer.totals) }
  const sum = (amounts: readonly { orders: number; cents: number }[]) =>
    amounts.reduce((all, each) => ({ orders: all.orders + each.orders, cents: all.cents + each.cents }), {
      orders: 0,
      cents: 0,
    })
  expect(sum(answer.series.map((point) => point.current))).toEqual(whole)
  expect(sum(answer.heat.cells.map((cell) => ({ orders: cell.orders, cents: cell.netCents })))).toEqual(whole)
  if (answer.pivot.by === 'payment') return
  expect(sum(answer.pivot.rows.map((row) => row.current))).toEqual(whole)
  if (answer.pivot.series.length > 0)
    expect(sum(answer.pivot.series.flatMap((line) => line.points))).toEqual(whole)
  if (answer.pivot.rows.length > 0 && answer.pivot.rows.every((row) => row.totals !== null)) {
    expect(
      answer.pivot.rows.reduce((all, row) => addMeasures(all, row.totals ?? noMeasures), noMeasures),
    ).toEqual(answer.totals)
  }
}

describe('the reports of a period', () => {
  // About 25 s: each of the thirty histories closes more than a year of days, twice. PostgreSQL does the work.
  test('equal a computation from the orders, whichever days are closed and however late they changed', async () => {
    const arbitrary = fc.constantFrom(...moments).chain((moment) =>
      fc.record({
        moment: fc.constant(moment),
        history: fc.array(longOrder, { minLength: 8, maxLength: 26 }),
        late: fc.array(longOrder, { minLength: 0, maxLength: 6 }),
        closed: fc.integer({ min: 0, max: 7 }),
        closedAgain: fc.integer({ min: 0, max: 7 }),
        asked: askedOf(
          runningDay(
            {
              storeId: '',
              timezone: 'America/Sao_Paulo',
              merchants: null,
              dayStarts: [{ effectiveFrom: '2010-01-01', startsAt: '04:00' }],
            },
            moment.now,
          ),
        ),
        step: fc.constantFrom(...saleSteps),
        pivot: fc.constantFrom(...salePivots),
        chosen: fc.constantFrom<'all' | 'channels' | 'one'>('all', 'all', 'channels', 'one'),
      }),
    )
    await fc.assert(
      fc.asyncProperty(arbitrary, async (run) => {
        const { moment, asked, step, pivot } = run
        const stores = await makeStores(owner, moment)
        await live(stores, moment, run.history)
        await close(stores, moment, run.closed)
        await live(stores, moment, run.late)
        await close(stores, moment, run.closedAgain)
        const selected =
          run.chosen === 'all'
            ? stores
            : run.chosen === 'one'
              ? stores.slice(0, 1)
              : stores.map((store, index) => ({ ...store, merchants: index === 0 ? ['', 'm-2'] : ['m-1'] }))
        const raw = await rawOrders(owner, selected, moment.now, 0)
        await expectSale(selected, moment, { asked, raw, step, pivot })
        await expectStores(selected, moment, asked, raw)
      }),
      // Report a failure without shrinking, which takes minutes.
      { numRuns: 10, endOnFailure: true },
    )
  }, 300_000)

  interface Expected {
    readonly asked: AskedPeriod
    readonly raw: Awaited<ReturnType<typeof rawOrders>>
    readonly step: SaleReport['step']
    readonly pivot: SaleReport['pivot']['by']
  }

  async function expectSale(stores: readonly TestStore[], { now }: Snapshot, expected: Expected) {
    const { asked, raw, step, pivot } = expected
    const parts = pivot === 'payment' || pivot === 'district' || pivot === 'driver' || pivot === 'coupon'
    const longHours = asked.hours !== null && parts && asked.from < addDays(asked.to, -30)
    const call = callOf(stores, now, { ...queryOf(asked), by: step, pivot })
    if (longHours) {
      await expect(readSaleReport(call)).rejects.toThrow()
      return
    }
    const answer = z.parse(saleReport, await readSaleReport(call))
    const wanted = rawPeriod(raw, asked, { step, pivot })
    const got = figures(answer)
    // Keys beyond the first rows share one line; '' may be among them.
    const { others: _others, ...pivotRows } = got.pivot
    const series = Object.fromEntries(
      Object.entries(got.pivotSeries).filter(([place]) => !place.startsWith('others ')),
    )
    expect(comparable({ ...got, pivot: pivotRows, pivotSeries: series }, answer)).toEqual(
      comparable(wanted, answer),
    )
    splitsAddUp(answer)
  }

  async function expectStores(
    stores: readonly TestStore[],
    { now }: Snapshot,
    asked: AskedPeriod,
    raw: Expected['raw'],
  ) {
    const answer: StoresReport = z.parse(
      storesReport,
      await readStoresReport(callOf(stores, now, queryOf(asked))),
    )
    for (const row of answer.rows) {
      const { totals, compared, ratings, comparable: base, usual } = row
      expect({ totals, compared, ratings, comparable: base, usual }).toEqual(
        rawStore(raw, row.storeId, asked),
      )
    }
    expect(answer.rows.reduce((all, row) => addMeasures(all, row.totals), noMeasures)).toEqual(
      answer.totals.totals,
    )
    const days = z.parse(storeDays, await readStoreDays(callOf(stores, now, queryOf(asked))))
    expect(days.days.reduce((all, day) => addMeasures(all, day.totals), noMeasures)).toEqual(
      answer.totals.totals,
    )
  }

  test('a reader always sees every order once, while days are closed concurrently with writers', async () => {
    const moment = moments[0] ?? { now: new Date() }
    const stores = await makeStores(owner, moment)
    const plain = fc.sample(orderOf, { numRuns: 150, seed: 7 })
    let writing = true
    const writer = async (share: number) => {
      const mine = plain.filter((_, index) => index % 2 === share)
      await live(
        stores,
        moment,
        mine.map((order) => ({ ...order, back: 1 + (order.minute % 40) })),
      )
    }
    const closer = async () => {
      while (writing) await close(stores, moment, 7)
    }
    const seen: number[] = []
    const reader = async () => {
      while (writing) {
        const [received, live_] = await bothWays(stores, moment)
        expect(received).toBe(live_)
        seen.push(received)
      }
    }
    const readers = [closer(), reader(), reader()]
    await Promise.all([writer(0), writer(1)]).finally(() => {
      writing = false
    })
    await Promise.all(readers)
    await close(stores, moment, 7)
    const [received, live_] = await bothWays(stores, moment)
    expect(received).toBe(live_)
    expect(received).toBeGreaterThan(100)
    expect(new Set(seen).size).toBeGreaterThan(5)
    const stale = await owner.query('select from stale_days where store_id = any ($1)', [
      stores.map((store) => store.id),
    ])
    expect(stale.rowCount).toBe(0)
  }, 120_000)

  /** Received and net cents in one number, from closed tables where they exist, and from sales_hours alone. */
  function bothWays(stores: readonly TestStore[], { now }: Snapshot): Promise<[number, number]> {
    const ids = stores.map((store) => store.id)
    const asked = { from: '2025-09-01', to: '2025-11-20', comparison: 'none' } as const
    return withStoreScope(
      house.database.db,
      ids,
      async (tx) => {
        const source = await readPeriodSource(
          tx,
          ids.map((storeId) => ({ storeId, merchants: null })),
          asked,
          now,
        )
        const rows = await readTotals(tx, source)
        const hours = await tx
          .selectFrom('sales_hours')
          .select(['received', 'gross_cents'])
          .where('store_id', 'in', ids)
          // Scheduled orders are also for days to come.
          .where('business_day', '<=', asked.to)
          .execute()
        return [
          rows.reduce((sum, row) => sum + row.measures.received + row.measures.grossCents, 0),
          hours.reduce((sum, row) => sum + row.received + row.gross_cents, 0),
        ]
      },
      { oneMoment: true },
    )
  }
})
