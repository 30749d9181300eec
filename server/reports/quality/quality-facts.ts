import { sql } from 'kysely'

/** What an order `o` with its `order_measures` `m` adds to the quality report. */
export const countsOf = sql`m.received, m.cancelled, m.cancelled_cents,
  (o.status = 'concluded')::int as concluded, m.promised, m.on_time`

/** The stages of `order_stages`, one row each. */
export const minutesOf = sql`('accept', accept), ('prepare', prepare), ('wait', wait), ('deliver', deliver), ('total', total)`
