import { sql, type Kysely, type Transaction } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { closeStore } from './close-days.ts'
import { differencesBetween, readKeptRows, type KeptRows } from './kept-rows.ts'
import type { Difference } from './kept-rows.rules.ts'
import { closedTables, liveTables } from './kept-tables.ts'

export interface RebuiltRollUps {
  readonly days: number
  /** Every row that did not follow from its orders. */
  readonly mended: readonly Difference[]
}

/**
 * Recomputes all kept figures of one store from its orders: the live tables day by day with the same roll_up
 * that maintains them, then the tables of closed days from the first day on. Writers wait for at most one day.
 * A row that an order changed meanwhile may be named too.
 */
export async function rebuildRollUps(db: Kysely<Cell>, storeId: string, now: Date): Promise<RebuiltRollUps> {
  // Days that wait to be closed again are no difference.
  if (await isClosed(db, storeId)) await closeStore(db, storeId, now)
  const days = await withStoreScope(db, [storeId], async (tx) => {
    const kept = liveTables.map(
      (table) => sql`union select business_day from ${sql.table(table)} where store_id = ${storeId}`,
    )
    const { rows } = await sql<{ day: string }>`
      select business_day as day from orders where store_id = ${storeId}
      union select refund_day from order_refunds where store_id = ${storeId} ${sql.join(kept, sql` `)} order by day`.execute(
      tx,
    )
    return rows.map((row) => row.day)
  })
  const mended: Difference[] = []
  for (const day of days)
    mended.push(...(await withStoreScope(db, [storeId], (tx) => rebuildDay(tx, storeId, day))))
  mended.push(...(await closeAgain(db, storeId, now)))
  return { days: days.length, mended }
}

const isClosed = (db: Kysely<Cell>, storeId: string): Promise<boolean> =>
  withStoreScope(db, [storeId], async (tx) => {
    const { rows } = await sql`
      select from report_closings where store_id = ${storeId} and through is not null`.execute(tx)
    return rows.length > 0
  })

/** Closes every closed day again, from empty tables. Meanwhile reports read live tables. */
async function closeAgain(db: Kysely<Cell>, storeId: string, now: Date): Promise<readonly Difference[]> {
  const before = await withStoreScope(db, [storeId], (tx) => openAll(tx, storeId))
  if (before === null) return []
  while ((await closeStore(db, storeId, now)).waiting);
  const after = await withStoreScope(db, [storeId], (tx) => readKeptRows(tx, storeId, closedTables))
  return differencesBetween(before, after)
}

/** Opens all closed days and returns the rows that they had; null if none was closed. */
async function openAll(tx: Transaction<Cell>, storeId: string): Promise<KeptRows | null> {
  const { rows } = await sql`
    update report_closings set through = null where store_id = ${storeId} and through is not null returning 1`.execute(
    tx,
  )
  if (rows.length === 0) return null
  const kept = await readKeptRows(tx, storeId, closedTables)
  for (const table of closedTables)
    await sql`delete from ${sql.table(table)} where store_id = ${storeId}`.execute(tx)
  return kept
}

/** Counts the live tables of one day again. Answers every row that did not follow from the orders. */
export async function rebuildDay(
  tx: Transaction<Cell>,
  storeId: string,
  day: string,
): Promise<readonly Difference[]> {
  // Orders first, as every writer does: two that wait for each other's tables would end one of them.
  const tables = sql.join(['orders', ...liveTables].map((table) => sql.table(table)))
  await sql`lock table ${tables} in share row exclusive mode`.execute(tx)
  const before = await readKeptRows(tx, storeId, liveTables, day)
  for (const table of liveTables)
    await sql`delete from ${sql.table(table)} where store_id = ${storeId} and business_day = ${day}`.execute(
      tx,
    )
  await sql`
    select roll_up(array_agg(o), '{}', ${day}) from orders o
    where o.store_id = ${storeId} and (o.business_day = ${day} or o.id in (
      select r.order_id from order_refunds r where r.store_id = ${storeId} and r.refund_day = ${day}))
    having count(*) > 0`.execute(tx)
  return differencesBetween(before, await readKeptRows(tx, storeId, liveTables, day))
}
