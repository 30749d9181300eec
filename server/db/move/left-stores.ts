import type pg from 'pg'
import { ofStores, type MovedTable } from './moved-tables.ts'

/** From now on this cell refuses the stores: enter_stores reads these rows. */
export const markLeft = (cell: pg.Client, storeIds: readonly string[], to: string) =>
  cell.query(
    `insert into moved_stores (store_id, to_cell) select s, $2 from unnest($1::uuid[]) s
     on conflict (store_id) do update set to_cell = excluded.to_cell, at = excluded.at, swept_at = null`,
    [storeIds, to],
  )

export const unmarkLeft = (cell: pg.Client, storeIds: readonly string[]) =>
  cell.query('delete from moved_stores where store_id = any ($1::uuid[])', [storeIds])

export async function haveLeft(cell: pg.Client, storeIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await cell.query('select from moved_stores where store_id = any ($1::uuid[])', [
    storeIds,
  ])
  return (rowCount ?? 0) > 0
}

const batch = 10_000

/**
 * Deletes what a failed move, or the time before an earlier one, left in the cell that the stores go to. Of what the
 * directory writes as well, only what the old cell has too: that is copied again.
 */
export async function clearTarget(
  source: pg.Client,
  target: pg.Client,
  tables: readonly MovedTable[],
  storeIds: readonly string[],
): Promise<number> {
  let cleared = 0
  await target.query("set session_replication_role = 'replica'")
  try {
    for (const table of tables)
      if (table.appended) cleared += await clearCopied(source, target, table, storeIds)
      else {
        const { rowCount } = await target.query(`delete from "${table.name}" where ${ofStores(table)}`, [
          storeIds,
        ])
        cleared += rowCount ?? 0
      }
  } finally {
    await target.query('reset session_replication_role')
  }
  return cleared
}

async function clearCopied(
  source: pg.Client,
  target: pg.Client,
  table: MovedTable,
  storeIds: readonly string[],
): Promise<number> {
  const { rowCount: some } = await target.query(
    `select from "${table.name}" where ${ofStores(table)} limit 1`,
    [storeIds],
  )
  if (!some) return 0
  let cleared = 0
  for (let after: string | null = null; ;) {
    const { rows }: pg.QueryResult<{ id: string }> = await source.query(
      `select id from "${table.name}" where ${ofStores(table)} and ($2::uuid is null or id > $2) order by id limit ${batch}`,
      [storeIds, after],
    )
    const ids = rows.map(({ id }) => id)
    const { rowCount } = await target.query(`delete from "${table.name}" where id = any ($1::uuid[])`, [ids])
    cleared += rowCount ?? 0
    if (rows.length < batch) return cleared
    after = ids.at(-1) ?? null
  }
}
