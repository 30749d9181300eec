import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import { noMeasures, measureNames } from '../../../contract/reports/metrics/measures.ts'
import { addDays } from '../../../contract/shared/day.ts'
import {
  comparisons,
  dailyReport,
  type Comparison,
  type DailyReport,
} from '../../../contract/reports/daily.ts'
import { withStoreScope } from '../../db/scope.ts'
import { readDailyReport } from './daily-report.ts'
import { rebuildRollUps } from '../closing/rebuild-roll-ups.ts'
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
import { closeStore } from '../closing/close-days.ts'
import { customBack, rawReport, type RawReport } from '../testing/raw-report.ts'

let house: ReportHarness
let owner: ReportHarness['owner']

beforeAll(async () => {
  house = await createReportHarness()
  owner = house.owner
})
afterAll(() => house.close())
const depsAt = (now: Date) => house.depsAt(now)

/** The process state that the orders room needs; the test sends nothing from it. */
async function report(
  stores: readonly TestStore[],
  now: Date,
  query: { day?: string; comparison: Comparison; comparedDay?: string },
): Promise<DailyReport> {
  const call = {
    deps: depsAt(now),
    stores: stores.map((store) => ({ storeId: store.id, merchants: store.merchants, role: 'owner' })),
    query,
    now,
  }
  const answer = await readDailyReport(call as unknown as Parameters<typeof readDailyReport>[0])
  return z.parse(dailyReport, answer)
}

async function live(
  stores: readonly TestStore[],
  moment: Snapshot,
  history: readonly PlannedOrder[],
): Promise<void> {
  const deps = depsAt(moment.now)
  for (const planned of history) {
    const order = incomingOrder(stores, moment, planned)
    if (Date.parse(order.created_at) > moment.now.getTime()) continue
    await deps.intake.take(order)
    await applyFate(depsAt, order, planned, moment)
  }
}

/** Two modern evenings, and the end of summer time in São Paulo: on 2018-02-17 the hour 23 occurred twice. */
const moments: readonly Snapshot[] = [
  { now: new Date('2026-11-20T23:35:20Z') },
  { now: new Date('2026-11-21T05:10:00Z') },
  { now: new Date('2018-02-25T02:25:00Z') },
  { now: new Date('2018-02-18T02:40:00Z') },
]

function figures(answer: DailyReport): RawReport {
  return {
    totals: answer.totals,
    compared: answer.compared,
    stores: Object.fromEntries(
      answer.stores.map((row) => [row.storeId, { totals: row.totals, ratings: row.ratings }]),
    ),
    channels: Object.fromEntries(answer.channels.map((row) => [row.platform, row.totals])),
    types: Object.fromEntries(answer.types.map((row) => [row.type, row.totals])),
    hours: Object.fromEntries(
      answer.hours
        .filter(({ current }) => current.orders !== 0 || current.netCents !== 0)
        .map((row) => [row.hour, row.current]),
    ),
    districts: Object.fromEntries(
      answer.districts.map((row) => [row.key, { orders: row.orders, netCents: row.netCents }]),
    ),
    week: Object.fromEntries(
      answer.week.map((row) => [row.day, { orders: row.orders, netCents: row.netCents }]),
    ),
    payments: Object.fromEntries(
      answer.payments.map((row) => [
        `${row.method}/${row.prepaid}`,
        { orders: row.orders, cents: row.cents },
      ]),
    ),
    ratings: answer.ratings,
    comparedRatings: answer.comparedRatings,
    items: Object.fromEntries(
      answer.bestItems.map((row) => [row.name, { quantityMilli: row.quantityMilli, cents: row.cents }]),
    ),
  }
}

function splitsAddUp(answer: DailyReport): void {
  for (const split of [answer.stores, answer.channels, answer.types]) {
    for (const name of measureNames) {
      expect(split.reduce((sum, row) => sum + row.totals[name], 0)).toBe(answer.totals[name])
    }
  }
  expect(answer.hours.reduce((sum, row) => sum + row.current.orders, 0)).toBe(validOrders(answer.totals))
  expect(answer.hours.reduce((sum, row) => sum + row.current.netCents, 0)).toBe(netCents(answer.totals))
  expect(answer.week.at(-1)).toMatchObject({
    orders: validOrders(answer.totals),
    netCents: netCents(answer.totals),
  })
}

describe('the daily report', () => {
  test('equals a computation from the orders, whatever happened to them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...moments),
        fc.array(orderOf, { minLength: 5, maxLength: 30 }),
        fc.constantFrom(...comparisons),
        fc.constantFrom<number | null>(null, null, 1, 7),
        fc.constantFrom<'all' | 'channels' | 'one'>('all', 'all', 'channels', 'one'),
        fc.integer({ min: 0, max: 7 }),
        async (moment, history, comparison, back, chosen, closed) => {
          const stores = await makeStores(owner, moment)
          await live(stores, moment, history.slice(0, -3))
          for (const [index, store] of stores.entries())
            if ((closed >> index) & 1) await closeStore(house.database.db, store.id, moment.now)
          await live(stores, moment, history.slice(-3))
          const selected =
            chosen === 'all'
              ? stores
              : chosen === 'one'
                ? stores.slice(0, 1)
                : stores.map((store, index) => ({ ...store, merchants: index === 0 ? ['', 'm-2'] : ['m-1'] }))
          const raw = await rawReport(owner, selected, moment.now, { back, comparison })
          const answer = await report(selected, moment.now, {
            ...(raw.day ? { day: raw.day } : {}),
            comparison,
            ...(comparison === 'custom' ? { comparedDay: addDays(raw.asked, -customBack) } : {}),
          })
          expect(figures(answer)).toEqual(raw.figures)
          splitsAddUp(answer)
        },
      ),
      { numRuns: 12 },
    )
  }, 180_000)

  const plain: PlannedOrder = {
    store: 0,
    channel: '',
    back: 0,
    minute: 300,
    type: 'DELIVERY',
    items: [{ product: 1, quantity: 2, cents: 3_000 }],
    deliveryCents: 700,
    serviceCents: 99,
    tipCents: 200,
    storeDiscountCents: 300,
    marketplaceDiscountCents: 400,
    split: true,
    customer: 1,
    fate: 'concluded',
    late: false,
    score: 5,
    refundCents: 150,
  }
  /** Some of the first dish and four of the second. */
  const twoDishes = (back: number, quantity: number): PlannedOrder => ({
    ...plain,
    back,
    items: [
      { product: 1, quantity, cents: 1_000 },
      { product: 2, quantity: 4, cents: 1_000 },
    ],
  })
  /** Uses every counted fact at least twice: to insert a row and to add to an existing one. */
  const rich: readonly PlannedOrder[] = [
    ...Array.from({ length: 5 }, (_, index) => ({ ...plain, minute: 300 + index })),
    { ...plain, customer: null },
    { ...plain, customer: 2 },
    { ...plain, channel: 'm-1' },
    { ...plain, channel: 'm-1', customer: 2 },
    { ...plain, fate: 'refunded', district: 'Centro' },
    // Refunded whole, with its fees.
    { ...plain, fate: 'refunded', late: true, refundCents: 500, deliveryCents: 700 },
    { ...plain, fate: 'cancelled' },
    { ...plain, fate: 'refused' },
  ]

  // About 25 s: for each of some sixty facts the orders are lived again under another function.
  test('detects a roll_up that leaves out any counted fact', async () => {
    const moment = { now: new Date('2026-11-20T23:35:20Z') }
    const definition = await owner.query<{ text: string }>(
      `select pg_get_functiondef('roll_up'::regproc) as text`,
    )
    const text = definition.rows[0]?.text ?? ''
    const columns = [
      ...new Set([...text.matchAll(/sum\(x\.sign \* x\.(\w+)\)/g)].map((match) => match[1] ?? '')),
    ]
    expect(columns).toHaveLength(measureNames.length)
    const unnoticed: string[] = []
    const rows = [
      'sum(sign), sum(sign * pay.cents)',
      'sum(sign * i.quantity_milli)',
      'sum(sign * i.total_cents)',
      'sum(sign * k.cents)',
    ]
    const ofHours = ['sum(received - cancelled)', 'sum(net_cents(gross_cents']
    const addedToDay = columns.map((column) => `${column} = s.${column} + excluded.${column}`)
    const cuts = [...columns.map((column) => `sum(x.sign * x.${column})`), ...rows, ...ofHours, ...addedToDay]
    try {
      for (const cut of cuts) {
        expect(text).toContain(cut)
        await owner.query(forgetting(text, cut))
        const stores = await makeStores(owner, moment)
        await live(stores, moment, rich)
        const raw = await rawReport(owner, stores, moment.now, { back: null, comparison: 'yesterday' })
        const answer = await report(stores, moment.now, { comparison: 'yesterday' })
        if (JSON.stringify(sorted(figures(answer))) === JSON.stringify(sorted(raw.figures)))
          unnoticed.push(cut)
      }
    } finally {
      await owner.query(text)
    }
    expect(unnoticed).toEqual([])
  }, 120_000)

  test('a product that each channel calls differently, or with a space more, is one line, on the day and after closing', async () => {
    const moment = { now: new Date('2026-11-20T23:35:20Z') }
    const stores = await makeStores(owner, moment)
    const sell = async (back: number, names: readonly string[]) => {
      for (const [index, name] of names.entries()) {
        const planned = { ...plain, back, channel: index === 0 ? '' : 'm-1' }
        const order = incomingOrder(stores, moment, planned)
        const items = order.items.slice(0, 1).map((item) => ({ ...item, product_key: 'P-9', name }))
        await depsAt(moment.now).intake.take({ ...order, items })
      }
    }
    await sell(8, ['Feijoada', 'Feijoada completa'])
    await sell(1, ['Feijoada', 'Feijoada completa', 'Feijoada '])
    const asked = { day: '2026-11-19', comparison: 'yesterday' } as const
    const before = await report(stores, moment.now, asked)
    expect(before.bestItems).toMatchObject([
      { quantityMilli: expect.any(Number) as number, usualQuantityMilli: expect.any(Number) as number },
    ])
    const one = before.bestItems[0]
    expect((one?.usualQuantityMilli ?? 0) / (one?.quantityMilli ?? 1)).toBeCloseTo(2 / 3)
    for (const store of stores) await closeStore(house.database.db, store.id, moment.now)
    expect((await report(stores, moment.now, asked)).bestItems).toEqual(before.bestItems)
  })

  test('an item’s usual quantity on a finished day is the mean of the four same weekdays with orders', async () => {
    const moment = { now: new Date('2026-11-20T23:35:20Z') }
    const stores = await makeStores(owner, moment)
    const sold = (back: number, quantity: number): PlannedOrder => ({
      ...plain,
      back,
      items: [{ product: 1, quantity, cents: 1_000 }],
    })
    await live(stores, moment, [sold(1, 2), sold(8, 6), sold(15, 9)])
    const answer = await report(stores, moment.now, { day: '2026-11-19', comparison: 'yesterday' })
    expect(answer.bestItems).toMatchObject([{ quantityMilli: 2_000, usualQuantityMilli: 7_500 }])
    expect(answer.fallingItems).toMatchObject([{ quantityMilli: 2_000, usualQuantityMilli: 7_500 }])
  })

  test('a finished day has the same items after closing, also for one channel and after a late change', async () => {
    const moment = { now: new Date('2025-11-20T23:35:20Z') }
    const stores = await makeStores(owner, moment)
    const onlySecond: PlannedOrder = {
      ...plain,
      back: 1,
      items: [{ product: 2, quantity: 1, cents: 1_000 }],
      channel: 'm-1',
    }
    await live(stores, moment, [
      twoDishes(1, 1),
      onlySecond,
      twoDishes(8, 6),
      { ...twoDishes(15, 9), channel: 'm-1' },
      twoDishes(29, 3),
    ])
    const selections = [
      stores,
      ...[['m-1', 'm-2'], ['m-1']].map((merchants) => stores.map((store) => ({ ...store, merchants }))),
    ]
    const itemsOf = async () => {
      const answers = []
      for (const selected of selections) {
        const asked = { day: '2025-11-19', comparison: 'yesterday' } as const
        const { bestItems, fallingItems } = await report(selected, moment.now, asked)
        answers.push({ bestItems, fallingItems })
      }
      return answers
    }
    const closeAll = async () => {
      for (const store of stores) await closeStore(house.database.db, store.id, moment.now)
    }
    const before = await itemsOf()
    expect(before[0]?.fallingItems).toMatchObject([
      { name: 'Produto 1', quantityMilli: 1_000, usualQuantityMilli: 6_000 },
    ])
    await closeAll()
    const kept = await owner.query(
      `select from day_products where store_id = $1 and business_day = '2025-11-19'`,
      [stores[0]?.id],
    )
    expect(kept.rowCount).toBe(2)
    expect(await itemsOf()).toEqual(before)
    await live(stores, moment, [twoDishes(22, 30)])
    const changed = await itemsOf()
    expect(changed[0]?.fallingItems).toMatchObject([{ usualQuantityMilli: 12_000 }])
    await closeAll()
    expect(await itemsOf()).toEqual(changed)
  })

  test('an item’s usual quantity on the running day is the same after closing, also under a new name', async () => {
    const moment = { now: new Date('2025-11-20T23:35:20Z') }
    const stores = await makeStores(owner, moment)
    await live(stores, moment, [
      twoDishes(0, 1),
      twoDishes(7, 6),
      twoDishes(14, 9),
      { ...twoDishes(21, 7), channel: 'm-1' },
    ])
    const asked = { comparison: 'yesterday' } as const
    const items = ({ bestItems, fallingItems }: DailyReport) => ({ bestItems, fallingItems })
    const selections = [stores, stores.map((store) => ({ ...store, merchants: ['m-1', 'm-2'] }))]
    const before = []
    for (const selected of selections) before.push(items(await report(selected, moment.now, asked)))
    expect(before[0]?.fallingItems[0]).toMatchObject({ name: 'Produto 1', quantityMilli: 1_000 })
    for (const store of stores) await closeStore(house.database.db, store.id, moment.now)
    const kept = await owner.query(
      `select from day_products where store_id = $1 and business_day = '2025-11-20'`,
      [stores[0]?.id],
    )
    expect(kept.rowCount).toBe(2)
    for (const [index, selected] of selections.entries())
      expect(items(await report(selected, moment.now, asked))).toEqual(before[index])
    const renamed = incomingOrder(stores, moment, twoDishes(0, 2))
    const [first, ...rest] = renamed.items
    if (!first) throw new Error('no item')
    await owner.query('delete from product_days where store_id = $1 and business_day = $2', [
      stores[0]?.id,
      '2025-11-20',
    ])
    await depsAt(moment.now).intake.take({ ...renamed, items: [{ ...first, name: 'Outro nome' }, ...rest] })
    const answer = await report(stores, moment.now, asked)
    expect([...answer.bestItems, ...answer.fallingItems].map((item) => item.name)).not.toContain('Produto 1')
  })

  test('when clocks go back, both passes of the hour are cut at the same wall-clock minute', async () => {
    // In the night of 2018-02-17 the hour from 23:00 occurred twice, with orders at :10, :40 and :50.
    // Now: 23:25, a week later.
    const moment = { now: new Date('2018-02-25T02:25:00Z') }
    const stores = await makeStores(owner, moment)
    const minutes = [1_150, 1_180, 1_190, 1_210, 1_240, 1_250]
    await live(
      stores,
      moment,
      minutes.map((minute) => ({ ...plain, back: 7, minute, fate: 'open' as const })),
    )
    const later = new Date('2018-02-25T02:45:00Z')
    const expectCut = async () => {
      const answer = await report(stores, moment.now, { comparison: 'same-weekday-last-week' })
      expect(answer.comparison).toMatchObject({ days: ['2018-02-17'], cutAt: '23:25' })
      expect(answer.compared.received).toBe(2)
      const lateAnswer = await report(stores, later, { comparison: 'same-weekday-last-week' })
      expect(lateAnswer.compared.received).toBe(4)
    }
    await expectCut()
    for (const store of stores) await closeStore(house.database.db, store.id, moment.now)
    await expectCut()
  })

  test('a rebuild corrects wrong figures and leaves right ones unchanged', async () => {
    const moment = { now: new Date('2026-11-20T23:35:20Z') }
    const stores = await makeStores(owner, moment)
    await live(stores, moment, [...rich, ...rich.map((order) => ({ ...order, back: 3 }))])
    const [store] = stores
    if (!store) throw new Error('no store')
    const before = await report(stores, moment.now, { comparison: 'yesterday' })
    expect(await rebuildRollUps(house.database.db, store.id, moment.now)).toEqual({ days: 2, mended: [] })
    await owner.query(
      'update sales_hours set tip_cents = tip_cents + 1 where store_id = $1 and business_day = $2',
      [store.id, before.day],
    )
    const mended = async () => {
      const rebuilt = await rebuildRollUps(house.database.db, store.id, moment.now)
      return [...new Set(rebuilt.mended.map(({ table, day }) => `${table} ${day}`))]
    }
    expect(await mended()).toEqual([`sales_hours ${before.day}`])
    expect(await report(stores, moment.now, { comparison: 'yesterday' })).toEqual(before)
    await closeStore(house.database.db, store.id, moment.now)
    const day = addDays(before.day, -3)
    for (const change of [
      'sales_days set tip_cents = tip_cents + 1',
      'sales_store_hours set net_cents = net_cents + 1',
      'sales_so_far set tip_cents = tip_cents + 1',
    ]) {
      await owner.query(`update ${change} where store_id = $1 and business_day = $2`, [store.id, day])
      expect(await mended()).toEqual([`${change.split(' ')[0]} ${day}`])
    }
    expect(await mended()).toEqual([])
  })

  test('a store outside the selection adds nothing and has no row', async () => {
    const moment = { now: new Date('2026-11-20T23:35:20Z') }
    const stores = await makeStores(owner, moment)
    await live(stores, moment, rich)
    const other = stores.slice(1)
    const answer = await report(other, moment.now, { comparison: 'yesterday' })
    expect(answer.totals).toEqual(noMeasures)
    expect(answer.stores.map((row) => row.storeId).toSorted()).toEqual(
      other.map((store) => store.id).toSorted(),
    )
    expect(answer.comparison.empty).toBe(true)
    // Row-level security limits it even without a condition: outside the scope the plain table is empty.
    const seen = await withStoreScope(house.database.db, [uuidv7()], (tx) =>
      tx.selectFrom('sales_hours').selectAll().execute(),
    )
    expect(seen).toEqual([])
  })
})

/** The text of roll_up without this fact: counted as zero, or not added to the existing row. */
function forgetting(text: string, fact: string): string {
  const [kept = '', added] = fact.split(' = s.')
  if (added !== undefined) {
    const at = text.lastIndexOf(fact)
    return `${text.slice(0, at)}${kept} = s.${kept}${text.slice(at + fact.length)}`
  }
  return text.replace(fact, fact.includes('sign') ? fact.replace(/(x\.)?sign/, '0') : `0 * ${fact}`)
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      )
    : value
