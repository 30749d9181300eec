import { sql, type Kysely, type Transaction } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { closeStore } from './close-days.ts'

export interface RebuiltRollUps {
  readonly days: number
  /** Days whose figures differed from their orders. */
  readonly mended: readonly { storeId: string; day: string }[]
}

/**
 * Recomputes the roll-ups of one store from its orders, day by day, with the same roll_up that maintains
 * them, and closes its closed days again. Writers wait for at most one day.
 */
export async function rebuildRollUps(db: Kysely<Cell>, storeId: string, now: Date): Promise<RebuiltRollUps> {
  const days = await withStoreScope(db, [storeId], async (tx) => {
    const { rows } = await sql<{ day: string }>`
      select business_day as day from orders where store_id = ${storeId}
      union select business_day from sales_hours where store_id = ${storeId}
      order by day`.execute(tx)
    return rows.map((row) => row.day)
  })
  const mended: { storeId: string; day: string }[] = []
  for (const day of days) {
    const differed = await withStoreScope(db, [storeId], (tx) => rebuildDay(tx, storeId, day))
    if (differed) mended.push({ storeId, day })
  }
  for (const day of await closeAgain(db, storeId, now)) {
    if (!mended.some((each) => each.day === day)) mended.push({ storeId, day })
  }
  return { days: days.length, mended }
}

/** Closes every closed day again and returns those whose tables changed. Meanwhile reports read live tables. */
async function closeAgain(db: Kysely<Cell>, storeId: string, now: Date): Promise<readonly string[]> {
  const before = await withStoreScope(db, [storeId], async (tx) => {
    const { rows } = await sql`
      update report_closings set through = null where store_id = ${storeId} and through is not null returning 1`.execute(
      tx,
    )
    return rows.length > 0 ? closedPrints(tx, storeId) : null
  })
  if (before === null) return []
  while ((await closeStore(db, storeId, now)).waiting);
  const after = await withStoreScope(db, [storeId], (tx) => closedPrints(tx, storeId))
  const days = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return days.filter((day) => before.get(day) !== after.get(day))
}

async function closedPrints(tx: Transaction<Cell>, storeId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ day: string; print: string }>`
    select day, md5(string_agg(line, ';' order by line)) as print from (
      select s.business_day as day, 's' || s::text as line from sales_so_far s where s.store_id = ${storeId}
      union all
      select h.business_day, 'h' || h::text from sales_day_hours h where h.store_id = ${storeId}
      union all
      select p.business_day, 'p' || p::text from sales_parts p where p.store_id = ${storeId}) lines
    group by day`.execute(tx)
  return new Map(rows.map((row) => [row.day, row.print]))
}

/** The tables that roll_up writes. */
const keptTables = [
  'sales_hours',
  'sales_days',
  'sales_store_hours',
  'payment_days',
  'product_days',
  'district_days',
] as const

async function rebuildDay(tx: Transaction<Cell>, storeId: string, day: string): Promise<boolean> {
  await sql`lock table ${sql.join(keptTables.map((table) => sql.table(table)))} in share row exclusive mode`.execute(
    tx,
  )
  const before = await fingerprint(tx, storeId, day)
  for (const table of keptTables)
    await sql`delete from ${sql.table(table)} where store_id = ${storeId} and business_day = ${day}`.execute(
      tx,
    )
  await sql`
    select roll_up(array_agg(o), '{}') from orders o
    where o.store_id = ${storeId} and o.business_day = ${day} having count(*) > 0`.execute(tx)
  return (await fingerprint(tx, storeId, day)) !== before
}

/** The day's figures, without rows that cancellations reduced to zero and without item names. */
async function fingerprint(tx: Transaction<Cell>, storeId: string, day: string): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select md5(coalesce(string_agg(line, ';' order by line), '')) as print from (
      select 'h' || h::text as line from sales_hours h
        where h.store_id = ${storeId} and h.business_day = ${day} and h.received <> 0
      union all
      select 'd' || d::text from sales_days d
        where d.store_id = ${storeId} and d.business_day = ${day} and d.received <> 0
      union all
      select 's' || s::text from sales_store_hours s
        where s.store_id = ${storeId} and s.business_day = ${day} and s.received <> 0
      union all
      select 't' || (t.district_key, t.platform, t.merchant_id, t.orders, t.net_cents)::text from district_days t
        where t.store_id = ${storeId} and t.business_day = ${day} and t.orders <> 0
      union all
      select 'p' || p::text from payment_days p
        where p.store_id = ${storeId} and p.business_day = ${day} and p.orders <> 0
      union all
      select 'i' || (i.product_key, i.platform, i.merchant_id, i.quantity_milli, i.cents)::text from product_days i
        where i.store_id = ${storeId} and i.business_day = ${day} and i.quantity_milli <> 0) lines`.execute(
    tx,
  )
  return rows[0]?.print ?? ''
}
