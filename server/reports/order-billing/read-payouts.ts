import { sql, type Transaction } from 'kysely'
import type { BillingBasis, OrderBilling } from '../../../contract/reports/order-billing.ts'
import type { Cell } from '../../db/tables.ts'
import { joinedWhole } from '../figures/selected-stores.ts'
import type { BillingSpan } from './billed-sql.ts'

type Payout = OrderBilling['payouts'][number]

export interface PayoutFacts {
  readonly payouts: readonly (Payout & { readonly inPeriod: boolean; readonly upcoming: boolean })[]
  readonly otherLines: OrderBilling['otherLines']
}

/** Rounding tolerance for a transfer. */
const toleranceCents = 2

/** Payout weeks, computed or still running, with the sums of their lines. */
export async function readPayouts(
  tx: Transaction<Cell>,
  basis: BillingBasis,
  spans: readonly BillingSpan[],
): Promise<PayoutFacts> {
  const current = spans.filter((span) => span.kind === 'current')
  const result = await joinedWhole(tx, () =>
    sql<{ answer: PayoutFacts }>`
    with spans as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(current)}::jsonb)
        as r ("storeId" uuid, merchants jsonb, "from" date, "to" date)),
    weeks as materialized (
      select q.store_id, q.merchant_id, q.period_from, q.period_to, q.expected_on, q.orders, q.sale_cents as sale,
        q.subsidy_cents as subsidy, q.commission_cents as commission, q.payment_fee_cents as payment_fee,
        q.logistics_cents as logistics, q.adjustment_cents as adjustment
      from spans r join payout_weeks q on q.store_id = r."storeId"
      where (r.merchants is null or r.merchants ? q.merchant_id)
        and (${basis === 'payout'} or q.period_to >= r."from" - 60)
    ),
    others as materialized (
      select e.store_id, e.merchant_id, e.period_from, e.period_to, e.expected_on, e.kind, e.description, e.sale_day, e.cents
      from spans r join settlement_entries e on e.store_id = r."storeId" and e.order_external_id is null
      where e.transferred and (r.merchants is null or r.merchants ? e.merchant_id)
    ),
    transfers as (
      select t.* from spans r join settlements t on t.store_id = r."storeId"
      where r.merchants is null or r.merchants ? t.merchant_id
    ),
    early as (
      select a.store_id, a.merchant_id, a.period_from, coalesce(sum(a.original_cents) filter (where a.status = 'paid'), 0) as paid_early,
        jsonb_agg(jsonb_build_object('originalOn', a.original_on, 'paidOn', a.paid_on, 'originalCents', a.original_cents,
          'feeCents', a.fee_cents, 'cents', a.cents, 'status', a.status) order by a.paid_on, a.id) as listed
      from spans r join anticipations a on a.store_id = r."storeId"
      where r.merchants is null or r.merchants ? a.merchant_id
      group by 1, 2, 3
    ),
    keys as (
      select store_id, merchant_id, period_from from weeks
      union select store_id, merchant_id, period_from from others
      union select store_id, merchant_id, period_from from transfers
      union select store_id, merchant_id, period_from from early
    ),
    payouts as materialized (
      select k.store_id, k.merchant_id, k.period_from, coalesce(t.period_to, w.period_to, o.period_to, k.period_from + 6) as period_to,
        coalesce(t.expected_on, w.expected_on, o.expected_on) as expected_on, t.paid_on, t.status, t.cents as transfer,
        t.partner_id, coalesce(w.orders, 0) as orders, coalesce(w.sale, 0) as sale, coalesce(w.subsidy, 0) as subsidy,
        coalesce(w.commission, 0) as commission, coalesce(w.payment_fee, 0) as payment_fee, coalesce(w.logistics, 0) as logistics,
        coalesce(w.adjustment, 0) as adjustment, coalesce(o.cents, 0) as other,
        coalesce(e.paid_early, 0) as paid_early, coalesce(e.listed, '[]') as listed
      from keys k
        left join weeks w using (store_id, merchant_id, period_from)
        left join transfers t using (store_id, merchant_id, period_from)
        left join early e using (store_id, merchant_id, period_from)
        left join (
          select store_id, merchant_id, period_from, max(period_to) as period_to, max(expected_on) as expected_on, sum(cents) as cents
          from others group by 1, 2, 3) o using (store_id, merchant_id, period_from)
    ),
    valued as (
      select p.*, sale + subsidy + commission + payment_fee + logistics + adjustment + other as net,
        coalesce(paid_on, expected_on) as cash_day
      from payouts p
    )
    select jsonb_build_object(
      'payouts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'storeId', v.store_id, 'id', coalesce(v.partner_id, v.merchant_id || '-' || v.period_from), 'periodFrom', v.period_from,
          'periodTo', v.period_to, 'expectedOn', v.expected_on, 'paidOn', v.paid_on,
          'status', case when v.status = 'failed' then 'failed' when v.transfer is not null and abs(v.transfer - v.net) > ${toleranceCents}
            -- Whether the transfer of an anticipated week still has what was paid before is not published.
            and abs(v.transfer + v.paid_early - v.net) > ${toleranceCents} then 'divergent'
            else coalesce(v.status, 'expected') end,
          'orders', v.orders, 'parts', jsonb_build_object('saleCents', v.sale, 'subsidyCents', v.subsidy,
            'commissionCents', v.commission, 'paymentFeeCents', v.payment_fee, 'logisticsCents', v.logistics,
            'adjustmentCents', v.adjustment, 'netCents', v.net),
          'otherCents', v.other, 'transferCents', v.transfer, 'anticipations', v.listed,
          'inPeriod', ${basis === 'sale' ? sql`v.period_from <= r."to" and v.period_to >= r."from"` : sql`v.cash_day between r."from" and r."to"`},
          'upcoming', v.paid_on is null and (v.paid_early = 0 or v.net - v.paid_early > ${toleranceCents})) order by v.cash_day desc nulls first, v.store_id, v.period_from desc), '[]')
        from valued v join spans r on r."storeId" = v.store_id
        where v.paid_on is null or ${basis === 'sale' ? sql`(v.period_from <= r."to" and v.period_to >= r."from")` : sql`v.cash_day between r."from" and r."to"`}),
      'otherLines', (
        select coalesce(jsonb_agg(jsonb_build_object('storeId', o.store_id, 'kind', o.kind, 'description', o.description,
          'day', ${basis === 'sale' ? sql`o.sale_day` : sql`coalesce(t.paid_on, t.expected_on, o.expected_on)`}, 'cents', o.cents)
          order by o.sale_day desc, o.cents), '[]')
        from others o
          join spans r on r."storeId" = o.store_id
          left join transfers t on t.store_id = o.store_id and t.merchant_id = o.merchant_id and t.period_from = o.period_from
        where ${basis === 'sale' ? sql`o.sale_day` : sql`coalesce(t.paid_on, t.expected_on, o.expected_on)`} between r."from" and r."to")
    ) as answer`.execute(tx),
  )
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}
