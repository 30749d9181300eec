import { sql, type Kysely } from 'kysely'
import type { Deps } from '../../deps.ts'
import { commonTables, directoryTables, type Cell } from '../tables.ts'
import { commonInMoves } from './moved-tables.ts'

const batch = 2_000

interface Round {
  readonly signal: AbortSignal
  readonly progressed: () => void
}

/**
 * Deletes what stores left behind in their old cells seven days ago. That they have left stays noted, for processes that
 * still know the old place. Answers how many rows went.
 */
export async function sweepLeft(
  deps: Pick<Deps, 'directory' | 'cells' | 'log'>,
  round: Round,
): Promise<number> {
  let swept = 0
  for (const [index, cell] of deps.cells.all.entries()) {
    const storeIds = await storesLeft(deps, cell, deps.cells.names[index] ?? '')
    if (storeIds.length === 0) continue
    // What the directory noted about a store is its own where it is in the same database.
    const isDirectory = (deps.directory as unknown) === cell
    const tables = (await childrenFirst(cell)).filter((table) => !isDirectory || table !== 'audit_entries')
    for (const storeId of storeIds) swept += await sweepStore(cell, storeId, tables, round)
  }
  return swept
}

/** Only those that the directory has elsewhere. */
async function storesLeft(
  { directory, log }: Pick<Deps, 'directory' | 'log'>,
  cell: Kysely<Cell>,
  name: string,
): Promise<readonly string[]> {
  const left = await cell
    .selectFrom('moved_stores')
    .select('store_id')
    .where('at', '<', sql<Date>`now() - interval '7 days'`)
    .where('swept_at', 'is', null)
    .execute()
  const ids = left.map((row) => row.store_id)
  if (ids.length === 0) return []
  const places = await directory
    .selectFrom('store_places')
    .select(['store_id', 'cell'])
    .where('store_id', 'in', ids)
    .execute()
  const here = new Set(places.filter((place) => place.cell === name).map((place) => place.store_id))
  if (here.size > 0)
    log.error(
      { cell: name, stores: [...here] },
      'stores are refused by the cell that the directory has them in',
    )
  return ids.filter((id) => !here.has(id))
}

/** The tables of stores, each before those that it refers to. */
async function childrenFirst(cell: Kysely<Cell>): Promise<readonly string[]> {
  const moved = commonTables.filter((table) => commonInMoves[table] === 'appended')
  const others = [...directoryTables, ...commonTables].filter((table) => !moved.includes(table as never))
  const { rows } = await sql<{ name: string }>`
    with recursive keys as (
        select distinct conrelid, confrelid from pg_constraint where contype = 'f' and conrelid <> confrelid),
      deep as (
        select c.oid, 0 as depth from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
          and c.relname not like 'schema\\_%' and c.relname <> all (${others}::text[])
        union all
        select k.conrelid, d.depth + 1 from deep d join keys k on k.confrelid = d.oid where d.depth < 20)
    select c.relname as name from deep d join pg_class c on c.oid = d.oid
    group by c.relname order by max(d.depth) desc, c.relname`.execute(cell)
  return rows.map(({ name }) => name)
}

/** Past the fence, which refuses this store here. */
async function sweepStore(
  cell: Kysely<Cell>,
  storeId: string,
  tables: readonly string[],
  round: Round,
): Promise<number> {
  let swept = 0
  for (let deleted = 1; deleted > 0 && !round.signal.aborted; swept += deleted) {
    const { rows } = await sql<{ deleted: number }>`
      select sweep_left_rows(${storeId}, ${tables}::text[], ${batch}) as deleted`.execute(cell)
    deleted = rows[0]?.deleted ?? 0
    round.progressed()
  }
  return swept
}
