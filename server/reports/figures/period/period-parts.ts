import { piecesOfSource, type FigureSource } from '../figure-source.ts'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { soldSql } from '../../../../contract/reports/metrics/measures.ts'
import type { Cell } from '../../../db/tables.ts'
import { couponOfOrder } from '../close-parts.ts'
import { allHours } from '../store-clock.rules.ts'
import { type PartKind, type PartRow, otherValues } from '../figure-rows.ts'
import { chosenMerchant, countedWeekday } from '../selection-sql.ts'
import { type DayTable, rowsOfPieces, type OfOrder, ordersOfCut, ordersOfPieces } from '../pieces-sql.ts'
import { inMonths } from '../pieces.rules.ts'

type Packed = [shift: number, at: string, value: string, name: string, orders: number, cents: number]

export interface PartQuestion {
  readonly part: PartKind
  /** A whole month may be read as one row; not when only some of its days were requested. */
  readonly byMonth: boolean
  /** One row for each day (or whole month) and listed value, and one for all other values; absent: one row a value. */
  readonly only?: readonly string[]
}

/** Valid orders by payment, district, courier or coupon. Orders without a value have no row. */
export async function readParts(
  tx: Transaction<Cell>,
  source: FigureSource,
  { part: kind, byMonth, only }: PartQuestion,
): Promise<readonly PartRow[]> {
  const { plan } = source
  const pieces = piecesOfSource(source)
  const whole = pieces.live.filter((piece) => piece.hours === allHours)
  const partly = pieces.live.filter((piece) => piece.hours !== allHours)
  const kept = keptDays[kind]
  const ofOrders = kept ? partly : pieces.live
  const closed = byMonth ? inMonths(pieces.days) : { months: [], days: pieces.days }
  const ofDays = kept ? [...closed.days, ...whole] : closed.days
  const ofKind = sql`t.kind = ${kind}`
  const parts: OfOrder = {
    columns: sql.raw('part.value, part.name, 1 as orders, part.cents'),
    joins: sql`join lateral (${partsOfOrder[kind]}) part on part.value is not null and counts_as_sale(o)`,
    // The payment was made all the same.
    refund:
      kind === 'payment'
        ? null
        : {
            columns: sql.raw('part.value, part.name, 0, -r.cents'),
            joins: sql`join lateral (${partsOfOrder[kind]}) part on part.value is not null`,
          },
  }
  const { rows } = await sql<{ packed: Packed[] }>`
    select coalesce(json_agg(json_build_array(shift, at, value, name, orders, cents)), '[]') as packed from (
      select shift, ${only ? sql`at::text` : sql`''`} as at,
        ${only ? sql`case when value = any (${only}::text[]) then value else ${otherValues} end` : sql`value`} as value,
        ${only ? sql`''` : sql`name`} as name, sum(orders) as orders, sum(cents) as cents
      from (
        select p.shift, t.month as at, t.value, t.name, t.orders, t.cents
        from ${rowsOfPieces(closed.months, 'sales_part_months', ofKind)}
        where ${chosenMerchant('t')}
        union all
        select p.shift, t.business_day, ${kept ?? sql`t.value, t.name, t.orders, t.net_cents`}
        from ${rowsOfPieces(ofDays, tables[kind], kept ? sql`true` : ofKind)}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
        union all
        select p.shift, t.business_day, t.value, t.name, t.orders, t.cents
        from ${ordersOfPieces(ofOrders, parts)}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}
        union all
        select p.shift, t.business_day, t.value, t.name, t.orders, t.cents
        from ${ordersOfCut(pieces.cut, parts)}
        where ${chosenMerchant('t')} and ${countedWeekday(plan, 't')}) every
      group by 1, 2, 3, 4 having sum(orders) <> 0 or sum(cents) <> 0) x`.execute(tx)
  return (rows[0]?.packed ?? []).map(([shift, at, value, name, orders, cents]) => ({
    shift,
    at,
    value,
    name,
    orders,
    cents,
  }))
}

const tables: Record<PartKind, DayTable> = {
  payment: 'payment_days',
  district: 'district_days',
  driver: 'sales_parts',
  coupon: 'sales_parts',
}

/** Value, name, orders and cents in the tables that are updated with each order. */
const keptDays: Record<PartKind, RawBuilder<unknown> | null> = {
  payment: sql.raw(
    `t.method || case when t.prepaid then '/prepaid' else '/onsite' end, '', t.orders, t.cents`,
  ),
  district: sql.raw('t.district_key, t.name, t.orders, t.net_cents'),
  driver: null,
  coupon: null,
}

const sold = sql.raw(soldSql('o'))

/** The same from one order `o`. */
const partsOfOrder: Record<PartKind, RawBuilder<unknown>> = {
  payment: sql`
    select pay.method || case when pay.prepaid then '/prepaid' else '/onsite' end as value, '' as name, pay.cents
    from payments_of(o.detail) pay`,
  district: sql`
    select part_key(o.detail #>> '{delivery,address,district}') as value,
      btrim(o.detail #>> '{delivery,address,district}') as name, ${sold} as cents`,
  driver: sql`select o.motoboy_id::text as value, '' as name, ${sold} as cents`,
  coupon: sql`select ${couponOfOrder} as value, '' as name, ${sold} as cents`,
}
