import { sql, type RawBuilder } from 'kysely'

/** A coordinate of the address `a`, of which an order may hold anything; null: it is none. */
export const degrees = (name: 'lat' | 'lng'): RawBuilder<number | null> =>
  sql`jsonb_path_query_first(a, ${sql.lit(`$.${name} ? (@ >= -180 && @ <= 180)`)}::jsonpath)::numeric`
