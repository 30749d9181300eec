import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withStoreScope } from '../../db/scope.ts'
import type { IncomingOrder } from '../../orders/taking/order-batch.ts'
import { patchOrder } from '../../orders/moves/patch-order.ts'
import { keepLines } from '../order-billing/import-ledger.ts'
import { readSaleReport } from '../sale/read-sale-report.ts'
import {
  applyFate,
  incomingOrder,
  makeStores,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { closeStore } from './close-days.ts'
import { rebuildRollUps } from './rebuild-roll-ups.ts'

/** What an owner reads under "O que mudou depois do fechamento". */
let house: ReportHarness
let stores: readonly TestStore[]
beforeAll(async () => {
  house = await createReportHarness()
})
afterAll(() => house.close())
beforeEach(async () => {
  stores = await makeStores(house.owner, moment)
})

const now = new Date('2025-11-20T23:35:20Z')
const moment = { now }
const day = '2025-11-19'
const depsAt = (at: Date) => house.depsAt(at)

const plain: PlannedOrder = {
  store: 0,
  channel: '',
  back: 1,
  minute: 600,
  type: 'TAKEOUT',
  items: [{ product: 1, quantity: 1, cents: 5_000 }],
  deliveryCents: 0,
  serviceCents: 0,
  tipCents: 0,
  storeDiscountCents: 500,
  marketplaceDiscountCents: 0,
  split: false,
  customer: null,
  fate: 'open',
  late: false,
  score: null,
  refundCents: 700,
}

async function take(planned: PlannedOrder = plain): Promise<IncomingOrder> {
  const order = incomingOrder(stores, moment, planned)
  await depsAt(now).intake.take(order)
  return order
}
const meets = (order: IncomingOrder, fate: PlannedOrder['fate']) =>
  applyFate(depsAt, order, { ...plain, fate }, moment)
const close = () => closeStore(house.database.db, storeId(), now)
const storeId = () => stores[0]?.id ?? ''
const inStore = <T>(work: Parameters<typeof withStoreScope<T>>[2]) =>
  withStoreScope(house.database.db, [storeId()], work)

async function changes(of: { day?: string; merchants?: string[] | null } = {}) {
  const { day: asked = day, merchants = null } = of
  const report = await readSaleReport({
    deps: depsAt(now),
    stores: [{ storeId: storeId(), merchants, role: 'owner' }],
    query: { from: asked, to: asked, comparison: 'none', by: 'day', pivot: 'channel', format: 'json' },
    now,
  } as never)
  return report.changes
}

test('before the day is closed nothing has changed after the closing', async () => {
  await meets(await take(), 'cancelled')
  await meets(await take(), 'refunded')
  expect(await changes()).toEqual({ kinds: [], rows: [] })
})

test('a cancellation, a refund, an edit and an order that arrived late are listed with what they did to the sale', async () => {
  const cancelled = await take()
  const refunded = await take()
  const edited = await take()
  await meets(edited, 'concluded')
  await close()
  await meets(cancelled, 'cancelled')
  await meets(refunded, 'refunded')
  await inStore((tx) =>
    patchOrder(
      tx,
      { store_id: storeId(), id: edited.id },
      { items: edited.items, costs: { gross_cents: 4_000, order_cents: 3_500 } as never },
      now,
    ),
  )
  const late = await take()
  const found = await changes()
  expect(found.kinds.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'arrived', count: 1, cents: 4_500 },
    { kind: 'cancelled', count: 1, cents: -4_500 },
    { kind: 'edited', count: 1, cents: -1_000 },
    { kind: 'refunded', count: 1, cents: -700 },
  ])
  expect(found.rows.map((row) => [row.kind, row.orderId, row.cents])).toEqual(
    expect.arrayContaining([
      ['arrived', late.id, 4_500],
      ['cancelled', cancelled.id, -4_500],
      ['edited', edited.id, -1_000],
      ['refunded', refunded.id, -700],
    ]),
  )
  expect(found.rows[0]).toMatchObject({ storeName: 'Loja 0', soldOn: day, platform: 'balcao' })
})

test('an order that its marketplace moves to another closed day is listed on both days', async () => {
  const order = await take({ ...plain, back: 2, ahead: 1_440 })
  await close()
  const earlier = '2025-11-18'
  await inStore((tx) =>
    patchOrder(tx, { store_id: storeId(), id: order.id }, { recount: true, scheduledFor: null }, now),
  )
  expect((await changes()).kinds).toEqual([{ kind: 'edited', count: 1, cents: -4_500 }])
  expect((await changes({ day: earlier })).kinds).toEqual([{ kind: 'edited', count: 1, cents: 4_500 }])
  await close()
  expect((await rebuildRollUps(house.database.db, storeId(), now)).mended).toEqual([])
})

test('an order that is only concluded or assigned after the closing changes no money and is not listed', async () => {
  const order = await take()
  await close()
  await meets(order, 'concluded')
  expect(await changes()).toEqual({ kinds: [], rows: [] })
})

test('a correction in the statement is listed with its amount, and a repeat of the import only once', async () => {
  const order = await take({ ...plain, channel: 'm-1' })
  await close()
  const line = {
    id: uuidv7(),
    orderId: order.external_id,
    kind: 'adjustment' as const,
    partnerKind: 'AJUSTE',
    description: null,
    cents: -321,
    transferred: true,
    saleDay: day,
    saleAt: null,
    periodFrom: day,
    periodTo: day,
    expectedOn: null,
    raw: {},
  }
  const keep = () =>
    inStore((tx) =>
      keepLines(tx, {
        platform: 'ifood',
        storeId: storeId(),
        merchantId: 'm-1',
        lines: [line as never],
        now,
      }),
    )
  await keep()
  await keep()
  expect(await changes()).toMatchObject({
    kinds: [{ kind: 'statement', count: 1, cents: -321 }],
    rows: [{ kind: 'statement', orderId: order.id, cents: -321, soldOn: day }],
  })
  // The report of one merchant has the changes of that merchant.
  expect((await changes({ merchants: ['m-1'] })).kinds).toHaveLength(1)
  expect(await changes({ merchants: ['m-2'] })).toEqual({ kinds: [], rows: [] })
})

test('another day, another store and a figure that is computed again list nothing', async () => {
  const order = await take()
  await close()
  await meets(order, 'cancelled')
  expect(await changes({ day: '2025-11-18' })).toEqual({ kinds: [], rows: [] })
  await rebuildRollUps(house.database.db, storeId(), now)
  expect((await changes()).kinds).toEqual([{ kind: 'cancelled', count: 1, cents: -4_500 }])
  const other = stores[1]?.id ?? ''
  const seen = await withStoreScope(house.database.db, [other], (tx) =>
    tx.selectFrom('late_changes').selectAll().execute(),
  )
  expect(seen).toEqual([])
})
