import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Engine } from './fetch-engines.ts'

/** The columns that the questions read, of the chosen stores only. */
const tables = {
  orders: `select store_id, id, platform, type, timing, status, business_day, hour, created_at, completed_at,
      gross_cents, store_discount_cents, marketplace_discount_cents, refund_cents, delivery_fee_cents, commission_cents,
      is_test, open, coalesce(buyer_key, '') as buyer, coalesce(c.name_key, '') as customer
    from orders left join (select store_id, id as customer_id, name_key from customers) c using (store_id, customer_id)`,
  refunds: 'select store_id, order_id, cents, fees_cents, refund_day from order_refunds',
  steps: `select store_id, order_id, type, at as entered_at from order_events where type in ('CONFIRMED', 'PREPARING', 'READY', 'DISPATCHED')`,
}

/** Each table from PostgreSQL to DuckDB, and from there to ClickHouse; sorted by store and day, as a column store would be. */
export async function loadEngines(
  client: pg.Client,
  engines: readonly Engine[],
  storeIds: readonly string[],
  folder: string,
): Promise<void> {
  const [duck, clickhouse] = engines
  const files = join(folder, 'files')
  mkdirSync(files, { recursive: true })
  // PostgreSQL may run as another user.
  chmodSync(files, 0o777)
  for (const [name, rows] of Object.entries(tables)) {
    const csv = join(files, `${name}.csv`)
    const parquet = join(files, `${name}.parquet`)
    const where = `${rows.includes(' where ') ? 'and' : 'where'} store_id = any ('{${storeIds.join(',')}}')`
    await client.query(`copy (${rows} ${where}) to '${csv}' (format csv, header)`)
    const sorted =
      name === 'steps' ? 'store_id, order_id' : name === 'orders' ? 'store_id, business_day' : 'store_id'
    await duck?.ask(`create table ${name} as select * from read_csv('${csv}') order by ${sorted}`)
    await duck?.ask(`copy ${name} to '${parquet}' (format parquet)`)
    await clickhouse?.ask(
      `create table ${name} engine = MergeTree order by (${sorted}) settings allow_nullable_key = 1
       as select * from file('${parquet}', Parquet)`,
    )
  }
}
