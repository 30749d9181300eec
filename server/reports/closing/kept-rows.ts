import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { rowDifferences, type Difference } from './kept-rows.rules.ts'
import type { KeptTable } from './kept-tables.ts'

/** Rows of one store, packed by table and day, to compare them with the rows of a later moment. */
export type KeptRows = ReadonlyMap<string, PackedRows>

interface PackedRows {
  readonly table: KeptTable
  readonly day: string | null
  readonly keys: readonly string[]
  readonly packed: Buffer
}

/** Reads the tables one after the other; of a large store they are tens of megabytes before packing. */
export async function readKeptRows(
  tx: Transaction<Cell>,
  storeId: string,
  tables: readonly KeptTable[],
  day?: string,
): Promise<KeptRows> {
  const kept = new Map<string, PackedRows>()
  for (const table of tables) {
    const keys = await keysOf(tx, table)
    const dayKey = keys.find((key) => key.isDate)?.name
    const { rows } = await sql<{ day: string | null; lines: string }>`
      select ${dayKey ? sql.ref(`t.${dayKey}`) : sql`null`} as day,
        string_agg((to_jsonb(t) - 'store_id')::text, chr(10) order by ${keyList(keys)}) as lines
      from ${sql.table(table)} t
      where t.store_id = ${storeId} ${day ? sql`and t.business_day = ${day}` : sql``}
      group by 1 order by 1`.execute(tx)
    for (const { day: ofDay, lines } of rows)
      kept.set(`${table} ${ofDay ?? ''}`, {
        table,
        day: ofDay,
        keys: keys.map((key) => key.name),
        packed: deflateRawSync(lines, { level: 1 }),
      })
  }
  return kept
}

export function differencesBetween(before: KeptRows, after: KeptRows): readonly Difference[] {
  const places = [...new Set([...before.keys(), ...after.keys()])]
  return places.flatMap((place) => {
    const old = before.get(place)
    const now = after.get(place)
    const known = old ?? now
    if (!known || (old && now && old.packed.equals(now.packed))) return []
    const { table, day, keys } = known
    return rowDifferences({ table, day, keys, before: rowsOf(old), after: rowsOf(now) })
  })
}

const rowsOf = (rows: PackedRows | undefined): readonly Record<string, unknown>[] =>
  rows
    ? inflateRawSync(rows.packed)
        .toString()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    : []

interface Key {
  readonly name: string
  readonly isDate: boolean
}

/** The columns of the primary key without the store. */
async function keysOf(tx: Transaction<Cell>, table: KeptTable): Promise<readonly Key[]> {
  const { rows } = await sql<Key>`
    select a.attname as name, a.atttypid = 'date'::regtype as "isDate"
    from pg_index i
      cross join unnest(i.indkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = ${table}::regclass and i.indisprimary and a.attname <> 'store_id'
    order by k.place`.execute(tx)
  return rows
}

const keyList = (keys: readonly Key[]): RawBuilder<unknown> =>
  keys.length > 0 ? sql.join(keys.map((key) => sql.ref(`t.${key.name}`))) : sql`1`
