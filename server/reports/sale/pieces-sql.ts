import { sql, type RawBuilder } from 'kysely'
import type { PeriodPlan } from '../plan-period.rules.ts'
import type { CutPiece, LivePiece, PeriodPieces, Piece } from './period-pieces.rules.ts'
import { measureColumns } from './wide-columns.ts'

/** The pieces as a table `p`; stores that are asked for alike share a row. */
export function piecesTable(pieces: readonly (Piece | LivePiece)[]): RawBuilder<unknown> {
  return sql`
    select p.*, s.id as store_id from jsonb_to_recordset(${JSON.stringify(together(pieces))}::jsonb)
        as p (stores uuid[], merchants jsonb, shift integer, "from" date, "to" date, hours integer),
      unnest(p.stores) as s (id)`
}

function together(pieces: readonly (Piece | LivePiece)[]): readonly object[] {
  const groups = new Map<string, { stores: string[] }>()
  for (const { storeId, ...rest } of pieces) {
    const key = JSON.stringify(rest)
    const group = groups.get(key)
    if (group) group.stores.push(storeId)
    else groups.set(key, { ...rest, stores: [storeId] })
  }
  return [...groups.values()]
}

/**
 * The instants between which the orders of the cut hours lie have an hour of slack, since where
 * clocks go back a wall-clock minute comes twice. They are computed here because row-level security
 * lets only plain comparisons reach an index.
 */
export function cutTable(pieces: readonly CutPiece[]): RawBuilder<unknown> {
  return sql`
    select p.*, p."storeId" as store_id, (p."cutFrom" at time zone p.timezone) - interval '1 hour' as "fromAt",
      (p.cut at time zone p.timezone) + interval '1 hour' as "untilAt"
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p ("storeId" uuid, merchants jsonb, shift integer,
      timezone text, day date, hours integer, "cutFrom" timestamp, cut timestamp)`
}

/** The channels of the selection, of pieces `p`, on `table` with a merchant_id. */
export const chosenMerchant = (table: string): RawBuilder<unknown> =>
  sql.raw(`(p.merchants is null or p.merchants ? ${table}.merchant_id)`)

export type Weekdays = Pick<PeriodPlan, 'weekdays' | 'weekdayBits'>

/** Which weekdays of `table` count. */
export const countedWeekday = (plan: Weekdays, table: string): RawBuilder<unknown> =>
  plan.weekdays === null
    ? sql`true`
    : sql`((${plan.weekdayBits}::integer >> extract(isodow from ${sql.raw(table)}.business_day)::integer) & 1) = 1`

/** The orders `o` of the cut pieces `p` that lie before the cut. */
export const cutOrders: RawBuilder<unknown> = sql`
  join orders o on o.store_id = p.store_id and o.business_day = p.day
    and o.created_at >= p."fromAt" and o.created_at < p."untilAt"
    and (p.hours >> o.hour) & 1 = 1 and (o.created_at at time zone p.timezone) < p.cut`

/**
 * Rows with shift, store_id, business_day, hour, platform, type and the measures, of what is not
 * closed: whole hours from sales_hours, the hour that the cut goes through from its orders.
 */
export const openRows = (plan: Weekdays, pieces: PeriodPieces): RawBuilder<unknown> => sql`
  select p.shift, t.store_id, t.business_day, t.hour, t.platform, t.type, ${measureColumns}
  from (${piecesTable(pieces.live)}) p
    join sales_hours t on t.store_id = p.store_id and t.business_day >= p."from" and t.business_day <= p."to"
  where (p.hours >> t.hour) & 1 = 1 and ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
  union all
  select p.shift, o.store_id, o.business_day, o.hour, o.platform, o.type, m.*
  from (${cutTable(pieces.cut)}) p ${cutOrders}, lateral order_measures(o) m
  where ${chosenMerchant('o')} and ${countedWeekday(plan, 'o')}`
