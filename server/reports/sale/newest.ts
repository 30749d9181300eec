import { sql, type RawBuilder } from 'kysely'
import { byText } from '../../db/many-stores.ts'

/** A row of a list that several cells answer, with what it is sorted by. */
export interface Dated<R> {
  /** In microseconds, as PostgreSQL has it. */
  readonly at: number
  readonly id: string
  readonly row: R
}

export const microseconds = (column: string): RawBuilder<unknown> =>
  sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/** The newest of all cells, as each of them sorts its own. */
export const newestOf = <R>(cells: readonly (readonly Dated<R>[])[], limit: number): R[] =>
  cells
    .flat()
    .toSorted((a, b) => b.at - a.at || byText(a.id, b.id))
    .slice(0, limit)
    .map(({ row }) => row)
