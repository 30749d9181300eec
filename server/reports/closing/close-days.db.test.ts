import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withStoreScope } from '../../db/scope.ts'
import { waitingForLocks } from '../../testing/held-row.ts'
import {
  applyFate,
  incomingOrder,
  makeStores,
  plainOrder,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { closeStore } from './close-days.ts'

let house: ReportHarness
let owner: ReportHarness['owner']

beforeAll(async () => {
  house = await createReportHarness()
  owner = house.owner
})
afterAll(() => house.close())
const depsAt = (now: Date) => house.depsAt(now)

const now = new Date('2025-11-20T23:35:20Z')
const moment = { now }

const plain: PlannedOrder = { ...plainOrder, split: false }

async function take(stores: readonly TestStore[], planned: PlannedOrder): Promise<string> {
  const deps = depsAt(now)
  const order = incomingOrder(stores, moment, planned)
  await deps.intake.take(order)
  await applyFate(depsAt, order, planned, moment)
  return order.id
}

async function storeWith(history: readonly PlannedOrder[]) {
  const stores = await makeStores(owner, moment)
  for (const planned of history) await take(stores, planned)
  const [store] = stores
  if (!store) throw new Error('no store')
  return { stores, storeId: store.id }
}

const closedDays = async (storeId: string) => {
  const { rows } = await owner.query<{ day: string; received: string; net: string }>(
    `select business_day::text as day, received,
       gross_cents - store_discount_cents - refund_cents as net
     from sales_so_far where store_id = $1 and hour = 23 order by 1`,
    [storeId],
  )
  return rows.map((row) => ({ day: row.day, received: Number(row.received), netCents: Number(row.net) }))
}
const staleDays = async (storeId: string) =>
  (
    await owner.query<{ day: string }>(
      'select distinct business_day::text as day from stale_days where store_id = $1 order by 1',
      [storeId],
    )
  ).rows.map((row) => row.day)

const ordersOf = (table: string): string =>
  Array.from({ length: 24 }, (_, hour) => `${table}.orders_${hour}`).join(' + ')

/** The running sums by day, how many differ from the sum of the days, and the months of the products. */
async function sumsThrough(storeId: string) {
  const { rows } = await owner.query<{
    first: string
    last: string
    days: number
    wrongDays: number
    wrongWeekdays: number
    months: string[]
    lastMonth: number
  }>(
    `select min(t.business_day)::text as first, max(t.business_day)::text as last,
       count(distinct t.business_day)::integer as days,
       count(*) filter (where t.gross_cents <> (
         select sum(d.gross_cents) from sales_days d
         where d.store_id = t.store_id and d.platform = t.platform and d.merchant_id = t.merchant_id and d.type = t.type
           and d.business_day <= t.business_day))::integer as "wrongDays",
       (select count(*)::integer from sales_weekday_hours w
         where w.store_id = $1 and ${ordersOf('w')} <> (
           select coalesce(sum(${ordersOf('d')}), 0) from sales_day_hours d
           where d.store_id = w.store_id and d.business_day <= w.business_day
             and extract(isodow from d.business_day) = extract(isodow from w.business_day))) as "wrongWeekdays",
       (select array_agg(distinct to_char(month, 'YYYY-MM')) from product_months where store_id = $1) as months,
       (select orders::integer from product_months where store_id = $1 and platform = '' order by month desc limit 1) as "lastMonth"
     from sales_through t where t.store_id = $1`,
    [storeId],
  )
  const [row] = rows
  if (!row) throw new Error('one row expected')
  const { first, last, days, ...rest } = row
  return { ...rest, days: [first, last, days] }
}

describe('closing the days of a store', () => {
  test('closes every finished day but not the running one', async () => {
    const { storeId } = await storeWith([plain, { ...plain, back: 0 }, { ...plain, back: 40 }])
    expect(await closeStore(house.database.db, storeId, now)).toMatchObject({ again: 0 })
    expect(await closedDays(storeId)).toEqual([
      { day: '2025-10-11', received: 1, netCents: 5_700 },
      { day: '2025-11-19', received: 1, netCents: 5_700 },
    ])
    const { rows } = await owner.query('select through::text from report_closings where store_id = $1', [
      storeId,
    ])
    expect(rows).toEqual([{ through: '2025-11-19' }])
  })

  test('closes a day again after a late order was refunded', async () => {
    const { stores, storeId } = await storeWith([plain, { ...plain, fate: 'open' }])
    await closeStore(house.database.db, storeId, now)
    expect(await staleDays(storeId)).toEqual([])
    await take(stores, { ...plain, fate: 'refunded' })
    expect(await staleDays(storeId)).toEqual(['2025-11-19'])
    expect(await closeStore(house.database.db, storeId, now)).toEqual({ closed: 0, again: 1, waiting: false })
    expect(await closedDays(storeId)).toEqual([{ day: '2025-11-19', received: 3, netCents: 16_950 }])
    expect(await staleDays(storeId)).toEqual([])
  })

  test('stores running sums by day and month, also for days without sales', async () => {
    const { stores, storeId } = await storeWith([plain, { ...plain, back: 100 }, { ...plain, back: 107 }])
    await closeStore(house.database.db, storeId, now)
    await closeStore(house.database.db, storeId, new Date('2026-02-10T23:00:00Z'))
    const all = {
      days: ['2025-08-05', '2026-02-09', 189],
      wrongDays: 0,
      wrongWeekdays: 0,
      months: ['2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'],
      lastMonth: 3,
    }
    expect(await sumsThrough(storeId)).toEqual(all)
    await take(stores, { ...plain, back: 100, fate: 'refunded' })
    await closeStore(house.database.db, storeId, now)
    expect(await sumsThrough(storeId)).toEqual({ ...all, lastMonth: 4 })
  })

  test('closes a day again when a courier is assigned long after it', async () => {
    const { storeId } = await storeWith([plain, { ...plain, minute: 400 }])
    await closeStore(house.database.db, storeId, now)
    const courier = uuidv7()
    await withStoreScope(house.database.db, [storeId], async (tx) => {
      await tx.insertInto('motoboys').values({ store_id: storeId, id: courier, name: 'Beto' }).execute()
      await tx
        .updateTable('orders')
        .set({ motoboy_id: courier })
        .where('store_id', '=', storeId)
        .where('hour', '=', 10)
        .execute()
    })
    expect(await staleDays(storeId)).toEqual(['2025-11-19'])
    expect(await closeStore(house.database.db, storeId, now)).toMatchObject({ again: 1 })
    const { rows } = await owner.query('select value, orders from sales_parts where store_id = $1', [storeId])
    expect(rows).toEqual([{ value: courier, orders: 1 }])
  })

  test('counts the steps of a closed day again, whatever the time zone of the connection', async () => {
    const { storeId } = await storeWith([plain])
    // The last day that the closing job may be closing at this moment, by the clock of the database.
    const { rows } = await owner.query<{ day: string }>(
      `update orders set business_day = closing_guard_before() - 1 where store_id = $1
       returning business_day::text as day`,
      [storeId],
    )
    await owner.query(
      `insert into report_closings (store_id, closing_through) values ($1, closing_guard_before() - 1)
       on conflict (store_id) do update set closing_through = excluded.closing_through`,
      [storeId],
    )
    await owner.query("set time zone interval '-31 hours'")
    await owner.query("update orders set status = 'delivered' where store_id = $1", [storeId])
    await owner.query('reset time zone')
    expect(await staleDays(storeId)).toEqual([rows[0]?.day])
  })

  test('waits for a change that began before publication, and includes it', async () => {
    const { stores, storeId } = await storeWith([plain])
    const writer = new pg.Client({ connectionString: house.url })
    await writer.connect()
    await writer.query('begin')
    const order = incomingOrder(stores, moment, plain)
    await writer.query('select take_orders($1::jsonb)', [JSON.stringify([{ ...order, index: 0 }])])
    // Its order is neither committed nor marked, because the day was not published yet.
    expect(await closeStore(house.database.db, storeId, now)).toEqual({ closed: 0, again: 0, waiting: true })
    expect(await closedDays(storeId)).toEqual([])
    await writer.query('commit')
    await writer.end()
    expect(await staleDays(storeId)).toEqual([])
    expect(await closeStore(house.database.db, storeId, now)).toMatchObject({ again: 0 })
    expect(await closedDays(storeId)).toEqual([{ day: '2025-11-19', received: 2, netCents: 11_400 }])
  })

  test('keeps a mark that a change renewed while the day was being computed', async () => {
    const { stores, storeId } = await storeWith([plain])
    await closeStore(house.database.db, storeId, now)
    await take(stores, plain)
    const writer = new pg.Client({ connectionString: house.url })
    await writer.connect()
    await writer.query('begin')
    const order = incomingOrder(stores, moment, plain)
    await writer.query('select take_orders($1::jsonb)', [JSON.stringify([{ ...order, index: 0 }])])
    const closing = closeStore(house.database.db, storeId, now)
    await waitingForLocks(writer)
    await writer.query('commit')
    await writer.end()
    await closing
    expect(await closedDays(storeId)).toEqual([{ day: '2025-11-19', received: 3, netCents: 17_100 }])
    expect(await staleDays(storeId)).toEqual([])
  })

  test('of two concurrent jobs each day is closed once', async () => {
    const { storeId } = await storeWith([plain, { ...plain, back: 2 }, { ...plain, back: 40 }])
    await Promise.all([
      closeStore(house.database.db, storeId, now),
      closeStore(house.database.db, storeId, now),
    ])
    await closeStore(house.database.db, storeId, now)
    expect((await closedDays(storeId)).map((day) => day.received)).toEqual([1, 1, 1])
  })

  test('closes a day once more for an order that came while it was computed again', async () => {
    const { stores, storeId } = await storeWith([plain])
    await closeStore(house.database.db, storeId, now)
    await take(stores, plain)
    const holder = new pg.Client({ connectionString: house.url })
    await holder.connect()
    await holder.query('begin')
    // The closing comes to these sums after it has read the orders of the day.
    await holder.query('select from sales_through where store_id = $1 for update', [storeId])
    const closing = closeStore(house.database.db, storeId, now)
    const held = async () => {
      const { rows } = await owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length
    }
    await expect.poll(held, { timeout: 15_000 }).toBe(1)
    await take(stores, plain)
    await holder.query('commit')
    await holder.end()
    expect(await closing).toMatchObject({ again: 2 })
    expect(await closedDays(storeId)).toEqual([{ day: '2025-11-19', received: 3, netCents: 17_100 }])
    expect(await staleDays(storeId)).toEqual([])
  })

  test('another store reads none of the closed tables', async () => {
    const { stores, storeId } = await storeWith([plain])
    await closeStore(house.database.db, storeId, now)
    const other = stores[1]
    if (!other) throw new Error('no store')
    for (const table of [
      'report_closings',
      'sales_so_far',
      'sales_through',
      'sales_weekday_hours',
      'district_days',
    ] as const) {
      const seen = await withStoreScope(house.database.db, [other.id], (tx) =>
        tx.selectFrom(table).selectAll().execute(),
      )
      expect(seen).toEqual([])
    }
  })
})
