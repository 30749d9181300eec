import type pg from 'pg'
import { ofStores, type MovedTable } from './moved-tables.ts'
import { MoveError } from './sessions.ts'

/** Two transactions that see the same commits of the chain, one in each cell. */
export interface Moments {
  readonly source: pg.Client
  readonly target: pg.Client
}

/** Begins a moment that later statements of the session see; called while no writer is inside. */
export async function holdMoment(session: pg.Client): Promise<void> {
  await session.query('begin isolation level repeatable read read only')
  await session.query('select 1 from schema_migrations limit 1')
}

/** Count and sum of every table; throws with the tables that differ. Answers the rows in all. */
export async function compareTables(
  { source, target }: Moments,
  tables: readonly MovedTable[],
  storeIds: readonly string[],
): Promise<number> {
  let rows = 0
  const unlike: string[] = []
  for (const table of tables) {
    const [here, there] = await Promise.all([sumOf(source, table, storeIds), sumOf(target, table, storeIds)])
    rows += here.rows
    // The directory's own entries about these stores may be there as well.
    const isSame = table.appended
      ? here.rows <= there.rows
      : here.rows === there.rows && here.sum === there.sum
    if (!isSame)
      unlike.push(`${table.name} (${here.rows} rows in the old cell, ${there.rows} in the new one)`)
  }
  if (unlike.length > 0) throw new MoveError(`the cells differ in ${unlike.join(', ')}`)
  return rows
}

interface Sum {
  readonly rows: number
  readonly sum: string
}

/** md5, because every version and every processor agrees on it. */
async function sumOf(session: pg.Client, table: MovedTable, storeIds: readonly string[]): Promise<Sum> {
  const { rows } = await session.query<Sum>(
    `select count(*)::integer as rows,
       coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint::numeric), 0)::text as sum
     from "${table.name}" t where ${ofStores(table)}`,
    [storeIds],
  )
  return rows[0] ?? { rows: 0, sum: '0' }
}
