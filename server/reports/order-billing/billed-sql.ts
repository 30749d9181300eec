import { sql, type RawBuilder } from 'kysely'
import { ledgerPlatforms } from '../../../contract/shared/channels.ts'
import {
  differenceKinds,
  type BillingBasis,
  type DifferenceKind,
} from '../../../contract/reports/order-billing.ts'

export interface BillingSpan {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly kind: 'current' | 'compared'
  readonly from: string
  readonly to: string
  readonly timezone: string
  /** The day that is cut at the current minute, as in StoreRange. */
  readonly cutDay: string | null
  readonly wholeHours: number
  readonly cutHours: number
  readonly cut: string | null
}

/** Rounding tolerance for percentages. */
const toleranceCents = 2

export interface BilledRows {
  readonly basis: BillingBasis
  /** A CTE `spans` with the columns of BillingSpan. */
  readonly spans: RawBuilder<unknown>
  readonly weekdayBits: number
  /** Basis `payout`: only what was sold on this day. */
  readonly onlyDay?: string
  /** Basis `sale`: only the first rows of the list. */
  readonly first?: RawBuilder<unknown>
}

/**
 * CTEs that end with `billed`: one row per order (basis `payout`: per order and payout week) with our
 * estimate, the amounts billed by the marketplace and every difference between the two.
 *
 * The estimated payout is what the customer paid to the marketplace plus the discounts it bears, minus its
 * fees. Payments to the store itself are not in it. A cancelled order is worth nothing.
 */
export function billedOrders({ basis, spans, weekdayBits, onlyDay, first }: BilledRows): RawBuilder<unknown> {
  return sql`
    ${spans},
    ${basis === 'sale' ? bySale(weekdayBits, first) : byPayout(onlyDay ?? null)},
    estimated as (
      select p.*, o.display_id, o.status = 'cancelled' as cancelled,
        coalesce(o.gross_cents, 0) as gross_cents, coalesce(o.store_discount_cents, 0) as store_discount_cents,
        coalesce(o.marketplace_discount_cents, 0) as marketplace_discount_cents,
        -- A later payout of the same order contains only corrections.
        coalesce(p.first and o.status <> 'cancelled', false) as counts,
        paid.prepaid_cents, paid.collected_cents, o.commission_cents as est_commission,
        o.payment_fee_cents as est_payment_fee, o.logistics_cents as est_logistics,
        least(coalesce(chain.cents, 0), o.marketplace_discount_cents) as chain_cents, coalesce(argued.lost_cents, 0) as lost_cents, coalesce(due.computed, false) as computed
      from parts p
        left join lateral (
          select * from orders where store_id = p.store_id and id = p.order_id offset 0) o on true
        cross join lateral (
          select coalesce(sum(pay.cents) filter (where pay.prepaid), 0)::integer as prepaid_cents,
            coalesce(sum(pay.cents) filter (where not pay.prepaid), 0)::integer as collected_cents
          from payments_of(o.detail) pay) paid
        left join lateral (
          select sum((part -> 'cents')::integer)::integer as cents
          from jsonb_path_query(o.detail, '$.discounts[*].sponsors[*] ? (@.name == "CHAIN"
            && @.cents >= -2147483648 && @.cents <= 2147483647)') part
          where o.marketplace_discount_cents > 0) chain on true
        left join lateral (
          select sum(r.cents + r.fees_cents)::integer as lost_cents from order_refunds r
          where r.store_id = p.store_id and r.order_id = p.order_id and r.source <> 'own') argued on true
        left join lateral (
          -- A sale of Sunday night is concluded on Monday, so the next day must be computed too.
          select true as computed from settlements t
          where t.store_id = p.store_id and t.merchant_id = p.merchant_id and t.period_to > p.sale_day
            and t.period_from <= p.sale_day + 1 limit 1) due on true
    ),
    compared as (
      select e.*,
        case when counts then prepaid_cents else 0 end as e_sale,
        case when counts then marketplace_discount_cents - chain_cents else 0 end as e_subsidy,
        case when counts then -est_commission else 0 end as e_commission,
        case when counts then -est_payment_fee else 0 end as e_payment_fee,
        case when counts then -est_logistics else 0 end as e_logistics,
        case when counts then -lost_cents else 0 end as e_adjustment,
        lines is not null as is_billed,
        coalesce(sale_cents, 0) + coalesce(subsidy_cents, 0) + coalesce(commission_cents, 0) + coalesce(payment_fee_cents, 0)
          + coalesce(logistics_cents, 0) + coalesce(adjustment_cents, 0) as billed_net
      from estimated e
    ),
    judged as (
      select c.*, e_sale + e_subsidy + e_commission + e_payment_fee + e_logistics + e_adjustment as e_net,
        -- The customer's own fees pass through the order's total, so only what exceeds them is the store's cost.
        case when order_id is null then 0
          when is_billed then greatest(0, e_logistics - logistics_cents) - commission_cents - payment_fee_cents
          else -e_commission - e_payment_fee end as kept_cents,
        ${sql.join(differenceKinds.map((kind) => sql`${centsOf[kind]} as ${sql.ref(kind)}`))}
      from compared c
    ),
    billed as materialized (
      select j.*, case when ${differs} then 'divergent' when not is_billed then 'expected'
        when all_paid then 'paid' else 'settled' end as state
      from judged j
    )`
}

export const spansOf = (spans: readonly BillingSpan[]): RawBuilder<unknown> => sql`
  spans as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as r ("storeId" uuid, merchants jsonb, kind text, "from" date, "to" date, timezone text, "cutDay" date,
        "wholeHours" integer, "cutHours" integer, cut timestamp))`

/** Some column of `billed` with the centavos of a difference is not null. */
const differs = sql`num_nonnulls(${sql.join(differenceKinds.map((kind) => sql.ref(kind)))}) > 0`

/** The marketplace kept more than the contract allows. */
const above = (billed: string, estimated: string) =>
  sql`case when is_billed and not cancelled and ${sql.ref(billed)} < ${sql.ref(estimated)} - ${sql.lit(toleranceCents)}
    then ${sql.ref(billed)} - ${sql.ref(estimated)} end`

/** The centavos of each difference of an order in `compared`; null: there is none. */
const centsOf: Readonly<Record<DifferenceKind, RawBuilder<unknown>>> = {
  unknownOrder: sql`case when order_id is null then billed_net end`,
  missingSale: sql`case when order_id is not null and not is_billed and not cancelled and computed
    then -(e_sale + e_subsidy + e_commission + e_payment_fee + e_logistics + e_adjustment) end`,
  saleDiffers: sql`case when is_billed and not cancelled and abs(sale_cents + subsidy_cents - e_sale - e_subsidy) > ${sql.lit(toleranceCents)}
    then sale_cents + subsidy_cents - e_sale - e_subsidy end`,
  commissionAbove: above('commission_cents', 'e_commission'),
  paymentFeeAbove: above('payment_fee_cents', 'e_payment_fee'),
  logisticsAbove: above('logistics_cents', 'e_logistics'),
  cancelledCharged: sql`case when is_billed and cancelled and abs(billed_net) > ${sql.lit(toleranceCents)} then billed_net end`,
  adjustment: sql`case when is_billed and not cancelled and abs(adjustment_cents - e_adjustment) > ${sql.lit(toleranceCents)}
    then adjustment_cents - e_adjustment end`,
}

export const chosen = (table: string) =>
  sql`(r.merchants is null or r.merchants ? ${sql.ref(`${table}.merchant_id`)})`
export const weekday = (bits: number, day: string) =>
  sql`(${bits} >> extract(isodow from ${sql.ref(day)})::integer) & 1 = 1`

const sums = sql`sum(q.sale_cents)::integer as sale_cents, sum(q.subsidy_cents)::integer as subsidy_cents,
  sum(q.commission_cents)::integer as commission_cents, sum(q.payment_fee_cents)::integer as payment_fee_cents,
  sum(q.logistics_cents)::integer as logistics_cents, sum(q.adjustment_cents)::integer as adjustment_cents,
  sum(q.lines)::integer as lines, max(coalesce(t.expected_on, q.expected_on)) as expected_on,
  max(t.paid_on) as paid_on, bool_and(t.status is not distinct from 'paid') as all_paid`
const payoutOf = sql`left join settlements t
  on t.store_id = q.store_id and t.merchant_id = q.merchant_id and t.period_from = q.period_from`

/** Orders of the sale days with their complete ledger, and ledgers without a known order. */
const bySale = (bits: number, first: RawBuilder<unknown> = sql``) => sql`
  parts as materialized (
    select * from (
      select r.kind, o.store_id, o.id as order_id, o.external_id, o.merchant_id, o.business_day as sale_day, true as first, s.*
      from spans r
        cross join lateral (
          select store_id, id, external_id, merchant_id, business_day, hour, timing, status, created_at from orders
          where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to"
            and platform = any (${ledgerPlatforms}::text[]) and not is_test offset 0) o
        left join lateral (
          select ${sums} from order_settlements q ${payoutOf}
          where q.store_id = o.store_id and q.order_external_id = o.external_id
          having count(*) > 0) s on true
      where ${chosen('o')} and ${weekday(bits, 'o.business_day')}
        -- Nothing is due for a cancelled order without ledger lines.
        and (o.status <> 'cancelled' or s.lines is not null)
        and (r."cutDay" is distinct from o.business_day or (r."wholeHours" >> o.hour) & 1 = 1
          or (((r."cutHours" >> o.hour) & 1 = 1 or o.timing = 'SCHEDULED') and (o.created_at at time zone r.timezone) < r.cut))
      union all
      select r.kind, q.store_id, null, q.order_external_id, q.merchant_id, q.sale_day, true, ${sums}
      from spans r
        join order_settlements q on q.store_id = r."storeId" and q.order_id is null and q.sale_day >= r."from" and q.sale_day <= r."to"
        ${payoutOf}
      where ${chosen('q')} and ${weekday(bits, 'q.sale_day')}
      group by r.kind, q.store_id, q.order_external_id, q.merchant_id, q.sale_day) p
    ${first}
  )`

/** Payouts of these dates: the bank's date if paid, else the announced one. */
const byPayout = (day: string | null) => sql`
  parts as materialized (
    select r.kind, q.store_id, q.order_id, q.order_external_id as external_id, q.merchant_id, q.sale_day,
      not exists (
        select from order_settlements earlier
        where earlier.store_id = q.store_id and earlier.order_external_id = q.order_external_id
          and earlier.period_from < q.period_from) as first,
      q.sale_cents, q.subsidy_cents, q.commission_cents, q.payment_fee_cents, q.logistics_cents, q.adjustment_cents, q.lines,
      coalesce(t.expected_on, q.expected_on) as expected_on, t.paid_on, t.status is not distinct from 'paid' as all_paid
    from spans r
      join order_settlements q on q.store_id = r."storeId"
      ${payoutOf}
    where coalesce(t.paid_on, t.expected_on, q.expected_on) between r."from" and r."to"
      and ${chosen('q')} and ${day === null ? sql`true` : sql`q.sale_day = ${day}::date`}
  )`
