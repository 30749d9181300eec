import { sql, type RawBuilder } from 'kysely'
import type { PeriodPlan } from './plan-period.rules.ts'
import {
  allHours,
  type CutPiece,
  type EndPiece,
  type LivePiece,
  type PeriodPieces,
  type Piece,
  type SoFarPiece,
} from './pieces.rules.ts'
import { measureColumns } from './measure-columns.ts'

/** The tables that have a row for a day, and those that have one for a month. */
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
 * The pieces as a table `p`, each with its rows `t`. Stores that are asked for alike are one piece and
 * one scan of the index on store and day, since each scan sorts the policy's ids again (docs/adr/0013).
 * The planner, which can't see how few days a JSON parameter names, may not order it otherwise (hence
 * the offset, which it does not look through). A single piece is no table but that scan alone, which
 * hands its rows on without a join.
 */
export function rowsOfPieces(
  pieces: readonly AnyPiece[],
  table: DayTable | MonthTable,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const records = together(pieces)
  const [single] = records
  return sql`
    (${single && records.length === 1 ? recordAlone(single) : recordsOf(records)}) p
      cross join lateral (select * ${rowsOf(table, only)} offset 0) t`
}

/**
 * The pieces as a table `p`, each with what its rows add up to as `t`: `columns`, the first two of which
 * group them. For rows with a hundred columns, which otherwise are copied twice before they are summed.
 */
export const sumsOfPieces = (
  pieces: readonly AnyPiece[],
  table: DayTable | MonthTable,
  columns: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  (${recordsOf(together(pieces))}) p
    cross join lateral (select ${columns} ${rowsOf(table, only)} and ${chosenMerchant('t')} group by 1, 2) t`

function rowsOf(table: DayTable | MonthTable, only: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = sql.raw(
    table.endsWith('months') || table.startsWith('sales_month_') ? 't.month' : 't.business_day',
  )
  return sql`
    from ${sql.raw(table)} t
    where t.store_id = any (p.stores) and ${at} >= p."from" and ${at} <= p."to" and ${only}`
}

/** With it a whole day: the hours add up from 0 on, whenever the business day begins. */
export const lastHour = 23

/** As `rowsOfPieces`, of sales_so_far. */
export const rowsSoFar = (pieces: readonly SoFarPiece[]): RawBuilder<unknown> => sql`
  (select * from jsonb_to_recordset(${JSON.stringify(together(pieces))}::jsonb)
    as p (stores uuid[], shift integer, "from" date, "to" date, hour integer, sign integer) offset 0) p
    cross join lateral (
      select * from sales_so_far t
      where t.store_id = any (p.stores) and t.hour = p.hour
        and t.business_day >= p."from" and t.business_day <= p."to" offset 0) t`

/**
 * With the instants between which the orders of the cut hours lie, because row-level security lets
 * only plain comparisons reach an index. Where clocks go back a wall-clock minute comes twice, where
 * they go forward it may not come at all: there the range is an hour wider.
 */
function cutTable(pieces: readonly CutPiece[]): RawBuilder<unknown> {
  return sql`
    select p.*,
      case when (x.first at time zone p.timezone) <> p."cutFrom" or ((x.first - interval '1 hour') at time zone p.timezone) = p."cutFrom"
        then x.first - interval '1 hour' else x.first end as "fromAt",
      case when ((x.last + interval '1 hour') at time zone p.timezone) = p.cut then x.last + interval '1 hour' else x.last end as "untilAt"
    from jsonb_to_recordset(${JSON.stringify(together(pieces))}::jsonb) as p (stores uuid[], merchants jsonb, shift integer,
        timezone text, day date, hours integer, "cutFrom" timestamp, cut timestamp, sign integer)
      cross join lateral (select p."cutFrom" at time zone p.timezone as first, p.cut at time zone p.timezone as last) x
    offset 0`
}

type AnyPiece = Piece & Partial<LivePiece> & Partial<EndPiece>

const recordsOf = (records: readonly Alike<AnyPiece>[]): RawBuilder<unknown> => sql`
  select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
    as p (stores uuid[], merchants jsonb, shift integer, "from" date, "to" date, hours integer, sign integer, weight float8) offset 0`

const recordAlone = (record: Alike<AnyPiece>): RawBuilder<unknown> => sql`
  select ${`{${record.stores.join(',')}}`}::uuid[] as stores,
    ${record.merchants === null ? sql`null` : sql`${JSON.stringify(record.merchants)}`}::jsonb as merchants,
    ${record.shift}::integer as shift, ${record.from}::date as "from", ${record.to}::date as "to",
    ${record.hours ?? null}::integer as hours, ${record.sign ?? null}::integer as sign, ${record.weight ?? null}::float8 as weight`

/** Rows that say the same of several stores. */
type Alike<T> = Omit<T, 'storeId'> & { readonly stores: readonly string[] }

/** Stores that are asked for alike share a record: a hundred of them are a few. */
export function together<T extends { readonly storeId: string }>(rows: readonly T[]): readonly Alike<T>[] {
  const groups = new Map<string, Alike<T> & { stores: string[] }>()
  const groupOf = (row: T): { stores: string[] } => {
    const key = likeness(row)
    const { storeId: _, ...rest } = row
    const group = groups.get(key) ?? { ...rest, stores: [] }
    groups.set(key, group)
    return group
  }
  let [last] = rows
  let group = last ? groupOf(last) : { stores: [] }
  for (const row of rows) {
    // Mostly like the one before, which is seen without a key.
    if (last && !isSameText(last, row)) group = groupOf(row)
    group.stores.push(row.storeId)
    last = row
  }
  return [...groups.values()]
}

function isSameText<T extends { readonly storeId: string }>(one: T, other: T): boolean {
  for (const name in other) if (name !== 'storeId' && one[name] !== other[name]) return false
  return true
}

/** What a row says besides its store, as text: of some thousand rows a report, mostly plain values. */
function likeness(row: { readonly storeId: string }): string {
  let key = ''
  for (const name in row) {
    if (name === 'storeId') continue
    const value: unknown = row[name as keyof typeof row]
    key += `${name}=${typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)};`
  }
  return key
}

/** The channels of the selection, of pieces `p`, on `table` with a merchant_id. */
export const chosenMerchant = (table: string): RawBuilder<unknown> =>
  sql.raw(`(p.merchants is null or p.merchants ? ${table}.merchant_id)`)

export type Weekdays = Pick<PeriodPlan, 'weekdays' | 'weekdayBits'>
export const everyWeekday: Weekdays = { weekdays: null, weekdayBits: 0 }

/** Which weekdays of `table` count. */
export const countedWeekday = (plan: Weekdays, table: string): RawBuilder<unknown> =>
  plan.weekdays === null
    ? sql`true`
    : sql`((${plan.weekdayBits}::integer >> extract(isodow from ${sql.raw(table)}.business_day)::integer) & 1) = 1`

/** What is read of an order `o`: columns, and the lateral joins they need. */
export interface OfOrder {
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
}

/** The cut pieces `p`, each with what is read of its orders before the cut as `t`. */
export const ordersOfCut = (pieces: readonly CutPiece[], of: OfOrder): RawBuilder<unknown> => sql`
  (${cutTable(pieces)}) p
    cross join lateral (
      select o.merchant_id, o.business_day, ${of.columns}
      from orders o ${of.joins}
      where o.store_id = any (p.stores) and o.business_day = p.day
        and o.created_at >= p."fromAt" and o.created_at < p."untilAt"
        and (p.hours >> o.hour) & 1 = 1 and (o.created_at at time zone p.timezone) < p.cut
        and (o.created_at at time zone p.timezone) >= p."cutFrom" offset 0) t`

/** The same of all orders of pieces, by the hours that count. */
export const ordersOfPieces = (pieces: readonly LivePiece[], of: OfOrder): RawBuilder<unknown> => sql`
  (${recordsOf(together(pieces))}) p
    cross join lateral (
      select o.merchant_id, o.business_day, ${of.columns}
      from orders o ${of.joins}
      where o.store_id = any (p.stores) and o.business_day >= p."from" and o.business_day <= p."to"
        and (p.hours >> o.hour) & 1 = 1 offset 0) t`

/**
 * Rows with shift, store_id, business_day, hour, platform, type and the measures, of what is not
 * closed: whole hours from sales_hours, the hour that the cut goes through from its orders.
 */
export const openRows = (plan: Weekdays, pieces: PeriodPieces): RawBuilder<unknown> =>
  unionAll([
    (pieces.live.length > 0 || pieces.cut.length === 0) &&
      sql`
        select p.shift, t.store_id, t.business_day, t.hour, t.platform, t.type, ${measureColumns}
        from ${rowsOfPieces(pieces.live, 'sales_hours')}
        where (p.hours >> t.hour) & 1 = 1 and ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}`,
    pieces.cut.length > 0 &&
      sql`
        select p.shift, t.store_id, t.business_day, t.hour, t.platform, t.type, ${measureColumns}
        from ${ordersOfCut(pieces.cut, measuresOfOrder)}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}`,
  ])

/** As `openRows` without the hour: days of which all hours count come from sales_days, a tenth of the rows. */
export const openDays = (plan: Weekdays, pieces: PeriodPieces): RawBuilder<unknown> => {
  const whole = pieces.live.filter((piece) => piece.hours === allHours)
  const rest = { ...pieces, live: pieces.live.filter((piece) => piece.hours !== allHours) }
  return unionAll([
    whole.length > 0 &&
      sql`
        select p.shift, t.store_id, t.business_day, t.platform, t.type, ${measureColumns}
        from ${rowsOfPieces(whole, 'sales_days')}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}`,
    (isOpen(rest) || whole.length === 0) &&
      sql`
        select shift, store_id, business_day, platform, type, ${measureColumns}
        from (${openRows(plan, rest)}) hours`,
  ])
}

/** Only the parts that have something to read: what is not asked costs no planning. */
export const unionAll = (parts: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> =>
  sql.join(
    parts.filter((part) => part !== false),
    sql` union all `,
  )

export const isOpen = (pieces: PeriodPieces): boolean => pieces.live.length > 0 || pieces.cut.length > 0

export const measuresOfOrder: OfOrder = {
  columns: sql.raw('o.store_id, o.hour, o.platform, o.type, m.*'),
  joins: sql.raw('cross join lateral order_measures(o) m'),
}
