import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStoreScope } from '../../../db/scope.ts'
import type { Cell } from '../../../db/tables.ts'
import { givenMoment } from '../../../testing/given-moment.ts'
import { createReportHarness, type ReportHarness } from '../../testing/report-harness.ts'
import { readRatingRows } from '../figures.ts'
import { readPeriodSource } from '../../testing/period-source.ts'

let harness: ReportHarness
let stores: readonly string[]

/** Six stores, each with 200 days of 20 orders, every fifth of which was reviewed. */
beforeAll(async () => {
  harness = await createReportHarness()
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into stores (id, name, brand_name, menu_slug, address, timezone)
     select id, 'Loja', 'B', id::text, '{}', 'America/Sao_Paulo' from (select gen_random_uuid() as id from generate_series(1, 6)) s
     returning id`,
  )
  stores = rows.map((row) => row.id)
  await harness.owner.query(
    `with days as (select ($1::timestamptz at time zone 'America/Sao_Paulo')::date - back as day from generate_series(0, 199) back),
      made as (
        insert into orders (store_id, id, display_id, platform, merchant_id, external_id, type, timing, status, open,
          business_day, hour, created_at, status_since, gross_cents, order_cents, detail)
        select s, gen_random_uuid(), n::text, 'ifood', 'loja', day::text || '-' || n, 'DELIVERY', 'INSTANT', 'concluded', false,
          day, 4 + n, day + make_interval(hours => 7 + n), day + make_interval(hours => 8 + n), 3000, 3000, '{}'
        from unnest($2::uuid[]) s, days, generate_series(0, 19) n
        returning store_id, external_id, business_day, hour, created_at)
    insert into reviews (store_id, id, source, source_review_id, order_external_id, business_day, score, created_at)
    select store_id, gen_random_uuid(), 'ifood', external_id, external_id, business_day, 5, created_at from made where hour % 5 = 0`,
    [givenMoment, stores],
  )
  await harness.owner.query('analyze')
})
afterAll(() => harness.close())

test('the ratings of a week at dinner read each review and its order, not every order of the past', async () => {
  const read = await withStoreScope(harness.database.cells, stores, async (tx) => {
    const source = await readPeriodSource(
      tx,
      stores.map((storeId) => ({ storeId, merchants: null })),
      { from: '2026-11-18', to: '2026-11-24', comparison: 'mean-of-four', hours: '18-23' },
      givenMoment,
    )
    const before = await rowsRead(tx)
    const ratings = await readRatingRows(tx, source, { byDay: false })
    return { ratings, rows: (await rowsRead(tx)) - before }
  })
  // Of the hours 18 to 23 only 20 has a review: one a day.
  expect(read.ratings).toHaveLength(30)
  expect(read.ratings.every((row) => row.count === 7)).toBe(true)
  const reviewsOfFiveWeeks = 6 * 5 * 7 * 4
  expect(read.rows).toBeLessThan(3 * reviewsOfFiveWeeks)
})

/** Rows of reviews and orders that this transaction's statements have read. */
async function rowsRead(tx: Transaction<Cell>): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
    where relname in ('reviews', 'orders')`.execute(tx)
  return Number(rows[0]?.read)
}
