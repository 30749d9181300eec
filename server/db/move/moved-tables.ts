import type pg from 'pg'
import { lookup } from '../../../contract/shared/lookup.ts'
import { directoryTables, type CommonTable } from '../tables.ts'

/**
 * How a table that every database has takes part when stores change their cell. `appended`: rows are only ever added, and
 * where the directory is a cell it has rows of its own about the same stores.
 */
export const commonInMoves: Readonly<Record<CommonTable, 'moved' | 'appended' | 'stays'>> = {
  audit_entries: 'appended',
  idempotency_keys: 'moved',
  leases: 'stays',
  // Leaves from where it was queued.
  mail_messages: 'stays',
  moved_stores: 'stays',
  write_probe: 'stays',
}

export interface MovedTable {
  readonly name: string
  readonly appended: boolean
  /** The column that names the store. */
  readonly by: string
  readonly type: 'uuid' | 'text'
}

const nameOfStore = (table: string): string =>
  table === 'stores' ? 'id' : table === 'idempotency_keys' ? 'selected_store' : 'store_id'

/** Every table of stores and what moves of the common ones, by their names. */
export async function movedTables(cell: pg.Client): Promise<readonly MovedTable[]> {
  const outside: readonly string[] = directoryTables
  const { rows } = await cell.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%'
     order by 1`,
  )
  return rows.flatMap(({ name }): MovedTable[] => {
    if (outside.includes(name)) return []
    const how = lookup(commonInMoves, name) ?? 'moved'
    const type = name === 'idempotency_keys' ? 'text' : 'uuid'
    return how === 'stays' ? [] : [{ name, appended: how === 'appended', by: nameOfStore(name), type }]
  })
}

/** A condition on the rows of these stores, whose ids are the statement's first parameter. */
export const ofStores = ({ by, type }: MovedTable): string => `"${by}" = any ($1::${type}[])`
