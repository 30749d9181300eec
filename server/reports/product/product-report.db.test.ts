import fc from 'fast-check'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import { productReport, type ProductFigures, type ProductReport } from '../../../contract/reports/product.ts'
import { comparedShifts, type PeriodComparison } from '../../../contract/reports/period.ts'
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
import { isInPeriod, rawLines, type RawLine } from '../testing/raw-lines.ts'
import { productDocument } from './product-document.ts'
import { readProductDays } from './read-product-days.ts'
import { readProductReport, type ProductCall } from './read-product-report.ts'

let house: ReportHarness
let owner: ReportHarness['owner']

beforeAll(async () => {
  house = await createReportHarness()
  owner = house.owner
})
afterAll(() => house.close())
const depsAt = (now: Date) => house.depsAt(now)

/** Product 1 always has a paid option with something paid below it, product 2 a free one. */
function withOptions(order: IncomingOrder): IncomingOrder {
  const option = (unitPriceCents: number) => ({ name: 'Extra', groupName: null, quantity: 1, unitPriceCents })
  return {
    ...order,
    items: order.items.map((item) => {
      const cents = item.product_key === 'P-1' ? 300 : item.product_key === 'P-2' ? 0 : null
      if (cents === null) return item
      const below = cents > 100 ? 100 : 0
      const options = [{ ...option(cents - below), ...(below > 0 ? { options: [option(below)] } : {}) }]
      const detail = { externalCode: item.product_key, notes: null, options }
      return { ...item, unit_price_cents: item.unit_price_cents - cents, detail }
    }),
  }
}

interface Living {
  readonly planned: PlannedOrder
  /** May arrive after its day was closed. */
  readonly late: boolean
  /** Arrives in time, but may end after its day was closed. */
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
    const order = withOptions(incomingOrder(stores, moment, one.planned))
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

type Query = ProductCall['query']
const asked = (more: Partial<Query>): Query => ({
  comparison: 'same-weekdays',
  format: 'json',
  sort: 'revenue',
  skip: '0',
  ...more,
})

async function report(
  stores: readonly TestStore[],
  now: Date,
  query: Partial<Query>,
): Promise<ProductReport> {
  const answer = await readProductReport({
    deps: depsAt(now),
    stores: stores.map((store) => ({ storeId: store.id, merchants: store.merchants, role: 'owner' })),
    query: asked(query),
    now,
  })
  return z.parse(productReport, answer)
}

const moments: readonly Snapshot[] = [
  { now: new Date('2025-11-20T23:35:20Z') },
  { now: new Date('2025-12-03T05:10:00Z') },
  // São Paulo left summer time on 2018-02-17: the hour 23 occurred twice.
  { now: new Date('2018-02-25T02:25:00Z') },
]

const noFigures: ProductFigures = {
  quantityMilli: 0,
  cents: 0,
  orders: 0,
  cancelledOrders: 0,
  cancelledCents: 0,
  optionQuantityMilli: 0,
  optionCents: 0,
  discountCents: 0,
}

/** An option with its suboptions. */
const priceOf = ({ unitPriceCents, options = [] }: RawLine['options'][number]): number =>
  unitPriceCents + options.reduce((sum, inner) => sum + inner.unitPriceCents * inner.quantity, 0)

/** Every product computed the slow way, order by order. */
function figuresOf(lines: readonly RawLine[]): Map<string, ProductFigures> {
  const found = new Map<string, ProductFigures>()
  for (const order of Map.groupBy(lines, (line) => line.orderId).values()) {
    const byKey = [...Map.groupBy(order, (line) => line.key)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const total = order.reduce((sum, line) => sum + line.cents, 0)
    let soFar = 0
    for (const [, own] of byKey) {
      const name = own[0]?.name ?? ''
      const so = found.get(name) ?? noFigures
      const cents = own.reduce((sum, line) => sum + line.cents, 0)
      const valid = own[0]?.valid === true
      const discount = own[0]?.discount ?? 0
      const part = Math.round((discount * (soFar + cents)) / total) - Math.round((discount * soFar) / total)
      soFar += cents
      const withOption = own.filter((line) => line.options.length > 0)
      const optionCents = withOption.reduce(
        (sum, line) =>
          sum + line.options.reduce((all, o) => all + (priceOf(o) * o.quantity * line.quantity) / 1_000, 0),
        0,
      )
      const quantity = (some: readonly RawLine[]) => some.reduce((sum, line) => sum + line.quantity, 0)
      found.set(
        name,
        valid
          ? {
              ...so,
              quantityMilli: so.quantityMilli + quantity(own),
              cents: so.cents + cents,
              orders: so.orders + 1,
              optionQuantityMilli: so.optionQuantityMilli + quantity(withOption),
              optionCents: so.optionCents + optionCents,
              discountCents: so.discountCents + part,
            }
          : { ...so, cancelledOrders: so.cancelledOrders + 1, cancelledCents: so.cancelledCents + cents },
      )
    }
  }
  return found
}

interface Asked {
  readonly from: string
  readonly to: string
  readonly comparison: PeriodComparison
  readonly weekdays: readonly number[] | null
  readonly hours: { readonly from: number; readonly to: number } | null
}

function expected(lines: readonly RawLine[], stores: readonly TestStore[], asked: Asked) {
  const shifts = comparedShifts(asked.comparison, asked.from, asked.to, undefined)
  const inPeriod = (shift: number) => lines.filter((line) => isInPeriod(line, stores, { ...asked, shift }))
  const current = figuresOf(inPeriod(0))
  const compared = shifts.map((shift) => figuresOf(inPeriod(shift)))
  const withAny = compared.filter((period) =>
    [...period.values()].some((row) => row.quantityMilli > 0),
  ).length
  const mean = (of: (row: ProductFigures) => number, name: string) =>
    Math.round(
      compared.reduce((sum, period) => sum + of(period.get(name) ?? noFigures), 0) / Math.max(1, withAny),
    )
  const names = new Set([...current.keys(), ...compared.flatMap((period) => [...period.keys()])])
  const rows = [...names].flatMap((name) => {
    const figures = current.get(name) ?? noFigures
    const before = {
      quantityMilli: mean((row) => row.quantityMilli, name),
      cents: mean((row) => row.cents, name),
    }
    const seen = figures.orders + figures.cancelledOrders > 0 || before.quantityMilli > 0
    return seen ? [{ name, figures, compared: before }] : []
  })
  const sum = (of: (row: ProductFigures) => number) => rows.reduce((all, row) => all + of(row.figures), 0)
  const sorted = rows.toSorted((a, b) => b.figures.cents - a.figures.cents || (a.name < b.name ? -1 : 1))
  let before = 0
  const classes = new Map<string, string>()
  for (const row of sorted) {
    const share =
      before /
      Math.max(
        1,
        sum((figures) => figures.cents),
      )
    classes.set(row.name, row.figures.cents === 0 ? 'C' : share < 0.8 ? 'A' : share < 0.95 ? 'B' : 'C')
    before += row.figures.cents
  }
  return {
    rows: sorted.map((row, index) => ({ ...row, rank: index + 1, class: classes.get(row.name) })),
    totals: Object.fromEntries(
      (Object.keys(noFigures) as (keyof ProductFigures)[]).map((name) => [name, sum((row) => row[name])]),
    ),
    empty: withAny === 0,
  }
}

const living: fc.Arbitrary<Living> = fc.record({
  planned: fc
    .tuple(orderOf, fc.option(fc.integer({ min: 0, max: 75 }), { freq: 2 }))
    .map(([planned, back]) => (back === null ? planned : { ...planned, back })),
  late: fc.boolean(),
  endsLate: fc.boolean(),
})

describe('the product report', () => {
  test('equals a computation from the orders, closed or not, whatever happened to them afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          moment: fc.constantFrom(...moments),
          history: fc.array(living, { minLength: 5, maxLength: 25 }),
          comparison: fc.constantFrom<PeriodComparison>(
            'none',
            'same-weekdays',
            'previous-period',
            'mean-of-four',
          ),
          back: fc.constantFrom(0, 0, 1, 9),
          length: fc.constantFrom(1, 7, 30, 60),
          closedBack: fc.constantFrom(0, 0, 3, 20, null),
          again: fc.boolean(),
          weekdays: fc.constantFrom(null, null, [1, 2, 3, 6]),
          hours: fc.constantFrom(null, null, null, { from: 18, to: 1 }),
          channels: fc.boolean(),
        }),
        async (world) => {
          const { moment } = world
          const stores = await makeStores(owner, moment)
          const close = async (back: number) => {
            const at = new Date(moment.now.getTime() - back * 86_400_000)
            for (const store of stores) await closeStore(house.database.db, store.id, at)
          }
          await live(stores, moment, world.history, async () => {
            if (world.closedBack !== null) await close(world.closedBack)
          })
          if (world.again) await close(0)
          const selected = world.channels
            ? stores.map((store, index) => ({ ...store, merchants: index === 0 ? ['', 'm-2'] : ['m-1'] }))
            : stores
          const [first] = stores
          if (!first) throw new Error('no store')
          const to = addDays(runningDay(first, moment.now), -world.back)
          const hours = world.length <= 30 ? world.hours : null
          const period: Asked = { ...world, to, from: addDays(to, 1 - world.length), hours }
          const answer = await report(selected, moment.now, {
            from: period.from,
            to: period.to,
            comparison: period.comparison,
            ...(period.weekdays ? { weekdays: period.weekdays.join(',') } : {}),
            ...(hours ? { hours: `${hours.from}-${hours.to}` } : {}),
          })
          const raw = expected(await rawLines(owner, stores, moment.now), selected, period)
          expect(
            answer.rows.map(({ name, figures, compared, rank, class: letter }) => ({
              name,
              figures,
              compared,
              rank,
              class: letter,
            })),
          ).toEqual(raw.rows)
          expect(answer.totals).toEqual(raw.totals)
          expect(answer.period.comparison.empty).toBe(raw.empty)
          expect(answer.detailsThrough).toBeNull()
          expect(answer.categories.reduce((sum, row) => sum + row.cents, 0)).toBe(answer.totals.cents)
          expect(answer.classes.reduce((sum, row) => sum + row.cents, 0)).toBe(answer.totals.cents)
          await daysAddUp(selected, moment.now, answer)
        },
      ),
      { numRuns: 10 },
    )
  }, 300_000)

  /** The rows by day, channel and store of the best product sum to its row. */
  async function daysAddUp(stores: readonly TestStore[], now: Date, answer: ProductReport): Promise<void> {
    const row = answer.rows[0]
    if (!row) return
    const { period } = answer
    const days = await readProductDays({
      deps: depsAt(now),
      stores: stores.map((store) => ({ storeId: store.id, merchants: store.merchants, role: 'owner' })),
      query: {
        selection: undefined,
        from: period.from,
        to: period.to,
        comparison: 'none',
        weekdays: period.weekdays?.join(','),
        hours: period.hours ? `${period.hours.from}-${period.hours.to}` : undefined,
        format: 'json',
        product: row.key,
      } as never,
      now,
    })
    for (const split of [days.days, days.channels, days.stores]) {
      expect(split.reduce((sum, one) => sum + one.cents, 0)).toBe(row.figures.cents)
      expect(split.reduce((sum, one) => sum + one.quantityMilli, 0)).toBe(row.figures.quantityMilli)
    }
  }

  const now = new Date('2025-11-20T23:35:20Z')
  const moment = { now }
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
    customer: null,
    fate: 'concluded',
    late: false,
    score: null,
    refundCents: 1,
  }
  const ordinary = (changes: Partial<PlannedOrder>): Living => ({
    planned: { ...plain, ...changes },
    late: false,
    endsLate: false,
  })
  async function storesWith(history: readonly Living[]) {
    const stores = await makeStores(owner, moment)
    await live(stores, moment, history, async () => {
      for (const store of stores) await closeStore(house.database.db, store.id, now)
    })
    const [store] = stores
    if (!store) throw new Error('no store')
    return { stores, store }
  }
  const ask = (stores: readonly TestStore[], more: Partial<Query> = {}) =>
    report(stores, now, { from: '2025-10-01', to: '2025-11-20', comparison: 'none', ...more })

  test('items of one name are one product across stores; the search ignores accents, and pages continue', async () => {
    const { stores } = await storesWith([ordinary({}), ordinary({ store: 1 }), ordinary({ store: 2 })])
    expect((await ask(stores)).rows).toMatchObject([
      { name: 'Produto 1', stores: 3, figures: { cents: 18_000 } },
    ])
    expect((await ask(stores, { search: 'PRÓDUTO' })).found).toBe(1)
    expect((await ask(stores, { search: 'nada' })).rows).toEqual([])
    expect((await ask(stores, { skip: '1' })).rows).toEqual([])
  })

  test('a price change is marked once, on its day, even if that day is closed late', async () => {
    const { stores, store } = await storesWith([
      ordinary({ back: 20, items: [{ product: 3, quantity: 1, cents: 1_000 }] }),
      ordinary({ back: 10, items: [{ product: 3, quantity: 1, cents: 1_200 }] }),
      ordinary({ back: 5, items: [{ product: 3, quantity: 1, cents: 1_200 }] }),
      { ...ordinary({ back: 12, items: [{ product: 3, quantity: 1, cents: 1_200 }] }), late: true },
    ])
    expect((await ask(stores)).rows[0]?.priceChanges).toBe(1)
    await closeStore(house.database.db, store.id, now)
    expect((await ask(stores)).rows[0]?.priceChanges).toBe(1)
    const { rows } = await owner.query(
      `select since::text, unit_price_cents as price, before_cents as before from product_prices
       where store_id = $1 order by since`,
      [store.id],
    )
    expect(rows).toEqual([
      { since: '2025-10-31', price: 1_000, before: null },
      { since: '2025-11-08', price: 1_200, before: 1_000 },
    ])
  })

  test('a pause is shown in hours, with the usual sales of the four weeks before', async () => {
    const { stores, store } = await storesWith([
      ordinary({ back: 10, items: [{ product: 4, quantity: 28, cents: 1_000 }] }),
    ])
    const category = await owner.query<{ id: string }>(
      `insert into menu_categories (store_id, id, name) values ($1, gen_random_uuid(), 'Lanches') returning id`,
      [store.id],
    )
    const item = await owner.query<{ id: string }>(
      `insert into menu_items (store_id, id, category_id, name, external_code, product_key, price_cents)
       values ($1, gen_random_uuid(), $2, 'Produto 4', 'P-4', 'P-4', 1000) returning id`,
      [store.id, category.rows[0]?.id],
    )
    await owner.query(
      `insert into menu_item_pauses (store_id, id, item_id, since, ended_at, started_by_name)
       values ($1, gen_random_uuid(), $2, '2025-11-15T12:00:00Z', '2025-11-17T00:00:00Z', 'Ana')`,
      [store.id, item.rows[0]?.id],
    )
    const answer = await ask(stores)
    expect(answer.rows).toMatchObject([
      { name: 'Produto 4', category: 'Lanches', pausedHours: 36, lostCents: 1_500 },
    ])
    expect(answer.categories).toMatchObject([{ name: 'Lanches', cents: 28_000 }])
    expect((await ask(stores, { category: '-' })).found).toBe(0)
    const before = await ask(stores, { to: '2025-11-14' })
    expect(before.rows[0]).toMatchObject({ pausedHours: null, lostCents: null })
  })

  test('with too many orders on live days, their details are left out with a notice', async () => {
    const { stores, store } = await storesWith([
      ordinary({ fate: 'cancelled' }),
      ordinary({ back: 0, minute: 60, storeDiscountCents: 100 }),
    ])
    expect((await ask(stores)).detailsThrough).toBeNull()
    await owner.query(
      `update sales_hours set received = 5000 where store_id = $1 and business_day = '2025-11-20'`,
      [store.id],
    )
    expect(await ask(stores)).toMatchObject({
      detailsThrough: '2025-11-19',
      totals: { cents: 6_000, discountCents: 0, cancelledOrders: 1 },
    })
  })

  test('while the day runs, the compared day is cut at the same minute', async () => {
    // Now: 20:35 in São Paulo; the day began at 04:00.
    const { stores } = await storesWith([
      ordinary({ back: 0 }),
      ordinary({ back: 7, minute: 990 }),
      ordinary({ back: 7, minute: 1_010 }),
    ])
    const answer = await ask(stores, { from: '2025-11-20', comparison: 'same-weekdays' })
    expect(answer.rows).toMatchObject([{ compared: { quantityMilli: 2_000, cents: 6_000 } }])
    const whole = await ask(stores, { from: '2025-11-13', to: '2025-11-13' })
    expect(whole.totals.cents).toBe(12_000)
  })

  test('a filter of hours over a long period is rejected with a message', async () => {
    const { stores } = await storesWith([])
    await expect(ask(stores, { hours: '11-14' })).rejects.toMatchObject({
      code: 'report/hours-over-many-days',
    })
  })

  test('the file contains every product, to the centavo', async () => {
    const { stores } = await storesWith([
      ordinary({ storeDiscountCents: 100 }),
      ordinary({ items: [{ product: 2, quantity: 1, cents: 1_999 }] }),
    ])
    const query = asked({ from: '2025-11-01', to: '2025-11-20' })
    const call = {
      deps: depsAt(now),
      stores: stores.map((store) => ({ storeId: store.id, merchants: null, role: 'owner' as const })),
      query,
      now,
    }
    const page = await readProductReport(call, 1)
    expect(page).toMatchObject({ found: 2, next: 1 })
    const document = await productDocument(page, call)
    const [products] = document.sections
    const rows = [...((products?.rows ?? []) as Iterable<readonly unknown[]>)]
    expect(rows.map((row) => [row[1], row[5]])).toEqual([
      ['Produto 1', 6_000],
      ['Produto 2', 1_999],
    ])
    expect(products?.totals?.[5]).toBe(page.totals.cents)
  })
})
