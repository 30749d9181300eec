import { sql, type RawBuilder, type Transaction } from 'kysely'
import { ledgerPlatforms } from '../../../contract/shared/channels.ts'
import {
  billingStatuses,
  differenceKinds,
  type BillingBasis,
} from '../../../contract/reports/order-billing.ts'
import type { Cell } from '../../db/tables.ts'
import { billedOrders, chosen, spansOf, weekday, type BillingSpan } from './billed-sql.ts'

/** Columns of billing_days that are sums of the columns of `billed` with the same name. */
const added = [
  'gross_cents',
  'store_discount_cents',
  'marketplace_discount_cents',
  'e_sale',
  'e_subsidy',
  'e_commission',
  'e_payment_fee',
  'e_logistics',
  'e_adjustment',
  'e_net',
  'sale_cents',
  'subsidy_cents',
  'commission_cents',
  'payment_fee_cents',
  'logistics_cents',
  'adjustment_cents',
  'billed_net',
  'kept_cents',
] as const

const summedNames = [
  'orders',
  ...added,
  'collected_cents',
  'net_cents',
  ...billingStatuses,
  'differences',
] as const
const summedColumns = sql.join(summedNames.map((name) => sql.ref(name)))

/** Rows of `billed` as rows of billing_days, each with its `kind`. */
const daysOfBilled = sql`
  select kind, store_id, sale_day as business_day, merchant_id, count(*) as orders,
    ${sql.join(added.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))},
    coalesce(sum(collected_cents) filter (where not cancelled), 0) as collected_cents,
    coalesce(sum(case when is_billed then billed_net else e_net end), 0) as net_cents,
    ${sql.join(billingStatuses.map((status) => sql`count(*) filter (where state = ${sql.lit(status)}) as ${sql.ref(status)}`))},
    jsonb_strip_nulls(jsonb_build_object(${sql.join(
      differenceKinds.map(
        (kind) => sql`${sql.lit(kind)}, case when count(${sql.ref(kind)}) > 0
          then jsonb_build_array(count(${sql.ref(kind)}), sum(${sql.ref(kind)})) end`,
      ),
    )})) as differences
  from billed group by 1, 2, 3, 4`

/**
 * CTEs that end with `asked`: the spans, each with what is closed of its store. A day that `isKept` is in billing_days
 * and courier_days; the others are read from their orders, as is the one that is cut.
 */
export const askedSpans = (spans: readonly BillingSpan[]): RawBuilder<unknown> => sql`
  stale as materialized (
    select store_id, array_agg(business_day) as days
    from (
      select store_id, business_day from stale_days where store_id = any (${storesOf(spans)}::uuid[])
      union select store_id, business_day from stale_billing_days where store_id = any (${storesOf(spans)}::uuid[])) d
    group by 1
  ),
  asked as materialized (
    select r.*, coalesce(c.through, '-infinity') as through, coalesce(s.days, '{}') as stale
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
        as r ("storeId" uuid, merchants jsonb, kind text, "from" date, "to" date, timezone text, "cutDay" date,
          "wholeHours" integer, "cutHours" integer, cut timestamp)
      left join report_closings c on c.store_id = r."storeId"
      left join stale s on s.store_id = r."storeId"
  )`

const storesOf = (spans: readonly BillingSpan[]) => [...new Set(spans.map((span) => span.storeId))]

export const isKept = (day: RawBuilder<unknown>) =>
  sql`(${day} <= r.through and ${day} <> all (r.stale) and ${day} is distinct from r."cutDay")`

/** The days of `asked` that are not kept, as spans of one day. */
export const liveSpans = (weekdayBits: number): RawBuilder<unknown> => sql`
  spans as materialized (
    select r."storeId", r.merchants, r.kind, d.day as "from", d.day as "to", r.timezone, r."cutDay", r."wholeHours",
      r."cutHours", r.cut
    from asked r
      cross join lateral (
        select at::date as day from generate_series(r."from"::timestamp, r."to"::timestamp, interval '1 day') at) d
    where not ${isKept(sql`d.day`)} and ${weekday(weekdayBits, 'd.day')})`

/** CTEs that end with `summed`: rows of billing_days with their `kind`, kept or from the orders. */
export function summedDays(
  basis: BillingBasis,
  spans: readonly BillingSpan[],
  weekdayBits: number,
): RawBuilder<unknown> {
  if (basis === 'payout')
    return sql`${billedOrders({ basis, spans: spansOf(spans), weekdayBits })}, summed as materialized (${daysOfBilled})`
  return sql`
    ${askedSpans(spans)},
    ${billedOrders({ basis, spans: liveSpans(weekdayBits), weekdayBits })},
    summed as materialized (
      select r.kind, b.store_id, b.business_day, b.merchant_id, ${summedColumns}
      from asked r
        cross join lateral (
          select * from billing_days
          where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" offset 0) b
      where ${chosen('b')} and ${weekday(weekdayBits, 'b.business_day')} and ${isKept(sql`b.business_day`)}
      union all
      select kind, store_id, business_day, merchant_id, ${summedColumns} from (${daysOfBilled}) live
    )`
}

/** Orders of marketplaces on the days that are read from their orders. */
export async function countLiveOrders(
  tx: Transaction<Cell>,
  spans: readonly BillingSpan[],
  weekdayBits: number,
): Promise<number> {
  const { rows } = await sql<{ orders: string }>`
    with ${askedSpans(spans)}, ${liveSpans(weekdayBits)}
    select coalesce(sum(d.received), 0) as orders
    from spans r
      cross join lateral (
        select received from sales_days
        where store_id = r."storeId" and business_day = r."from" and platform = any (${ledgerPlatforms}::text[]) offset 0) d`.execute(
    tx,
  )
  return Number(rows[0]?.orders)
}

/** Writes billing_days and courier_days for these days of the store, which ascend. */
export async function closeBilling(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
): Promise<void> {
  const ofDays = sql`store_id = ${storeId} and business_day = any (${days}::date[])`
  await sql`delete from billing_days where ${ofDays}`.execute(tx)
  await sql`delete from courier_days where ${ofDays}`.execute(tx)
  const spans = days.map((day): BillingSpan => ({
    storeId,
    merchants: null,
    kind: 'current',
    from: day,
    to: day,
    timezone: 'UTC',
    cutDay: null,
    wholeHours: 0,
    cutHours: 0,
    cut: null,
  }))
  await sql`
    with ${billedOrders({ basis: 'sale', spans: spansOf(spans), weekdayBits: everyWeekday })}
    insert into billing_days (store_id, business_day, merchant_id, ${summedColumns})
    select store_id, business_day, merchant_id, ${summedColumns} from (${daysOfBilled}) d`.execute(tx)
  await sql`
    with ${spansOf(spans)}
    insert into courier_days (store_id, business_day, motoboy_id, merchant_id, orders, cash_cents)
    select store_id, business_day, motoboy_id, merchant_id, orders, cash_cents from (${courierDays}) d`.execute(
    tx,
  )
}

const everyWeekday = 0b1111_1110

/** What couriers of the stores delivered on the days of `spans`, as rows of courier_days. */
export const courierDays = sql`
  select o.store_id, o.business_day, o.motoboy_id, o.merchant_id, count(*) as orders, coalesce(sum(paid.cash), 0) as cash_cents
  from spans r
    cross join lateral (
      select store_id, status, merchant_id, motoboy_id, business_day, detail from orders
      where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" and motoboy_id is not null
        and not is_test offset 0) o
    cross join lateral (
      select sum(pay.cents) filter (where pay.method = 'CASH' and not pay.prepaid) as cash
      from payments_of(o.detail) pay) paid
  where o.status in ('delivered', 'concluded') and ${chosen('o')}
  group by 1, 2, 3, 4`
