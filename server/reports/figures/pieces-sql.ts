import { sql, type RawBuilder } from 'kysely'
import { type UpToHourPiece } from './pieces.rules.ts'
import { allHours } from './store-clock.rules.ts'
import { measureColumns } from './measure-columns.ts'
import {
  type OfStores,
  groupStores,
  chosenMerchant,
  type Weekdays,
  countedWeekday,
  unionAll,
} from './selection-sql.ts'
import type { Piece, LivePiece, CutPiece, EndPiece, PeriodPieces } from './pieces.rules.ts'

/** The tables with a row per day, and those with a row per month. */
export type DayTable =
  | 'sales_hours'
  | 'sales_days'
  | 'sales_store_hours'
  | 'sales_day_hours'
  | 'sales_through'
  | 'sales_weekday_hours'
  | 'sales_parts'
  | 'payment_days'
  | 'district_days'
  | 'product_days'
  | 'day_products'
  | 'usual_days'
  | 'usual_products'
  | 'reviews'
  | 'orders'
type MonthTable = 'sales_month_days' | 'sales_part_months'

/**
 * The pieces as a table `p`, each with its rows `t`. Stores with identical ranges share one piece and one
 * scan of the index on store and day, because each scan sorts the policy's ids again (docs/adr/0013).
 * `offset 0` keeps the planner, which cannot see how few days a JSON parameter names, from reordering the
 * join. A single piece becomes a plain scan without a join.
 */
export function rowsOfPieces(
  pieces: readonly AnyPiece[],
  table: DayTable | MonthTable,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const records = groupStores(pieces)
  const [single] = records
  return sql`
    (${single && records.length === 1 ? singlePieceTable(single) : piecesTable(records)}) p
      cross join lateral (select * ${rowsOf(table, only)} offset 0) t`
}

/**
 * The pieces as a table `p`, each with the sums of its rows as `t`. `columns` starts with the two columns
 * to group by. For rows with a hundred columns, which would otherwise be copied twice before summing.
 */
export const sumsOfPieces = (
  pieces: readonly AnyPiece[],
  table: DayTable | MonthTable,
  columns: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  (${piecesTable(groupStores(pieces))}) p
    cross join lateral (select ${columns} ${rowsOf(table, only)} and ${chosenMerchant('t')} group by 1, 2) t`

function rowsOf(table: DayTable | MonthTable, only: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = sql.raw(
    table.endsWith('months') || table.startsWith('sales_month_') ? 't.month' : 't.business_day',
  )
  return sql`
    from ${sql.raw(table)} t
    where t.store_id = any (p.stores) and ${at} >= p."from" and ${at} <= p."to" and ${only}`
}

/** A piece up to this hour covers the whole day: hours are summed from 0, whenever the day starts. */
export const lastHour = 23

/** Like `rowsOfPieces`, for sales_so_far. */
export const rowsUpToHour = (pieces: readonly UpToHourPiece[]): RawBuilder<unknown> => sql`
  (select * from jsonb_to_recordset(${JSON.stringify(groupStores(pieces))}::jsonb)
    as p (stores uuid[], shift integer, "from" date, "to" date, hour integer, sign integer) offset 0) p
    cross join lateral (
      select * from sales_so_far t
      where t.store_id = any (p.stores) and t.hour = p.hour
        and t.business_day >= p."from" and t.business_day <= p."to" offset 0) t`

/**
 * Adds the instants between which the orders of the cut hours were placed, because row-level security lets
 * only plain comparisons use an index. When clocks go back a wall-clock minute occurs twice, when they go
 * forward it may not occur: the range is then an hour wider.
 */
function cutTable(pieces: readonly CutPiece[]): RawBuilder<unknown> {
  return sql`
    select p.*,
      case when (x.first at time zone p.timezone) <> p."cutFrom" or ((x.first - interval '1 hour') at time zone p.timezone) = p."cutFrom"
        then x.first - interval '1 hour' else x.first end as "fromAt",
      case when ((x.last + interval '1 hour') at time zone p.timezone) = p.cut then x.last + interval '1 hour' else x.last end as "untilAt"
    from jsonb_to_recordset(${JSON.stringify(groupStores(pieces))}::jsonb) as p (stores uuid[], merchants jsonb, shift integer,
        timezone text, day date, hours integer, "cutFrom" timestamp, cut timestamp, sign integer)
      cross join lateral (select p."cutFrom" at time zone p.timezone as first, p.cut at time zone p.timezone as last) x
    offset 0`
}

type AnyPiece = Piece & Partial<LivePiece> & Partial<EndPiece>

const piecesTable = (records: readonly OfStores<AnyPiece>[]): RawBuilder<unknown> => sql`
  select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
    as p (stores uuid[], merchants jsonb, shift integer, "from" date, "to" date, hours integer, sign integer, weight float8) offset 0`

const singlePieceTable = (record: OfStores<AnyPiece>): RawBuilder<unknown> => sql`
  select ${`{${record.stores.join(',')}}`}::uuid[] as stores,
    ${record.merchants === null ? sql`null` : sql`${JSON.stringify(record.merchants)}`}::jsonb as merchants,
    ${record.shift}::integer as shift, ${record.from}::date as "from", ${record.to}::date as "to",
    ${record.hours ?? null}::integer as hours, ${record.sign ?? null}::integer as sign, ${record.weight ?? null}::float8 as weight`

/** What to read of an order `o`: columns, and the lateral joins they need. */
export interface OfOrder {
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** The same columns of a refund `r` of the order `o`; null: refunds change none of them. */
  readonly refund: Omit<OfOrder, 'refund'> | null
}

/** Refunds count on the day and hour they were given. */
const refunded = sql.raw('order_refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id')

/**
 * The cut pieces `p`, each with its orders before the cut as `t`. Scheduled orders are few and have an index of
 * their own; when they are subtracted, they are among the others.
 */
export const ordersOfCut = (pieces: readonly CutPiece[], of: OfOrder): RawBuilder<unknown> => sql`
  (${cutTable(pieces)}) p
    cross join lateral (
      select o.merchant_id, o.business_day, ${of.columns}
      from orders o ${of.joins}
      where o.store_id = any (p.stores) and o.business_day = p.day
        and o.created_at >= p."fromAt" and o.created_at < p."untilAt"
        and (p.hours >> o.hour) & 1 = 1 and (o.created_at at time zone p.timezone) < p.cut
        and (o.created_at at time zone p.timezone) >= p."cutFrom" and (o.timing <> 'SCHEDULED' or p.sign = -1)
      union all
      select o.merchant_id, o.business_day, ${of.columns}
      from orders o ${of.joins}
      where p."cutFrom" is null and o.timing = 'SCHEDULED' and o.store_id = any (p.stores) and o.business_day = p.day
        and o.created_at < p."untilAt" and (p.hours >> o.hour) & 1 = 1
        and (o.created_at at time zone p.timezone) < p.cut
      ${
        of.refund
          ? sql`
      union all
      select o.merchant_id, r.refund_day, ${of.refund.columns}
      from ${refunded} ${of.refund.joins}
      where p."cutFrom" is not null and r.store_id = any (p.stores) and r.refund_day = p.day and counts_as_sale(o)
        and r.refunded_at >= p."fromAt" and r.refunded_at < p."untilAt"
        and (p.hours >> r.refund_hour) & 1 = 1 and (r.refunded_at at time zone p.timezone) < p.cut
        and (r.refunded_at at time zone p.timezone) >= p."cutFrom"`
          : sql``
      } offset 0) t`

/** The same for all orders of the pieces, within the hours that count. */
export const ordersOfPieces = (pieces: readonly LivePiece[], of: OfOrder): RawBuilder<unknown> => sql`
  (${piecesTable(groupStores(pieces))}) p
    cross join lateral (
      select o.merchant_id, o.business_day, ${of.columns}
      from orders o ${of.joins}
      where o.store_id = any (p.stores) and o.business_day >= p."from" and o.business_day <= p."to"
        and (p.hours >> o.hour) & 1 = 1
      ${
        of.refund
          ? sql`
      union all
      select o.merchant_id, r.refund_day, ${of.refund.columns}
      from ${refunded} ${of.refund.joins}
      where r.store_id = any (p.stores) and r.refund_day >= p."from" and r.refund_day <= p."to" and counts_as_sale(o)
        and (p.hours >> r.refund_hour) & 1 = 1`
          : sql``
      } offset 0) t`

/**
 * Live rows: shift, store_id, business_day, hour, platform, type and the measures. Whole hours come from
 * sales_hours, the hour of the cut from its orders.
 */
export const liveRows = (plan: Weekdays, pieces: PeriodPieces): RawBuilder<unknown> =>
  unionAll([
    (pieces.live.length > 0 || pieces.cut.length === 0) &&
      sql`
        select p.shift, t.store_id, t.business_day, t.hour, t.platform, t.type, ${measureColumns}
        from ${rowsOfPieces(
          pieces.live,
          'sales_hours',
          sql`(p.hours >> t.hour) & 1 = 1 and ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}`,
        )}`,
    pieces.cut.length > 0 &&
      sql`
        select p.shift, t.store_id, t.business_day, t.hour, t.platform, t.type, ${measureColumns}
        from ${ordersOfCut(pieces.cut, measuresOfOrder)}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}`,
  ])

/** Like `liveRows` without the hour. Unfiltered days come from sales_days, a tenth of the rows. */
export const liveDays = (plan: Weekdays, pieces: PeriodPieces): RawBuilder<unknown> => {
  const whole = pieces.live.filter((piece) => piece.hours === allHours)
  const rest = { ...pieces, live: pieces.live.filter((piece) => piece.hours !== allHours) }
  return unionAll([
    whole.length > 0 &&
      sql`
        select p.shift, t.store_id, t.business_day, t.platform, t.type, ${measureColumns}
        from ${rowsOfPieces(whole, 'sales_days')}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}`,
    (hasLiveDays(rest) || whole.length === 0) &&
      sql`
        select shift, store_id, business_day, platform, type, ${measureColumns}
        from (${liveRows(plan, rest)}) hours`,
  ])
}

export const hasLiveDays = (pieces: PeriodPieces): boolean => pieces.live.length > 0 || pieces.cut.length > 0

export const measuresOfOrder: OfOrder = {
  columns: sql.raw('o.store_id, o.hour, o.platform, o.type, m.*'),
  joins: sql.raw('cross join lateral order_measures(o) m'),
  refund: {
    columns: sql.raw('o.store_id, r.refund_hour, o.platform, o.type, m.*'),
    joins: sql.raw('cross join lateral refund_measures(r.cents, r.fees_cents) m'),
  },
}
