import { sql, type Transaction } from 'kysely'
import { refundRowsLimit, type SaleReport } from '../../../contract/reports/sale.ts'
import type { Cell } from '../../db/tables.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'

/**
 * The refunds made in the period, by their own date, which are its Estornos and Taxas devolvidas; and later ones of orders
 * that were sold in it. The filters of weekdays and hours are those of the refund, for later ones of the order.
 */
export async function readRefunds(tx: Transaction<Cell>, plan: PeriodPlan): Promise<SaleReport['refunds']> {
  const ranges = plan.ranges.filter((range) => range.shift === 0)
  const { rows } = await sql<{ answer: SaleReport['refunds'] }>`
    with ranges as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
        as r ("storeId" uuid, merchants jsonb, "from" date, "to" date)),
    refunds as materialized (
      select o.id as order_id, o.store_id, s.name as store_name, o.display_id, o.platform, o.business_day, f.refund_day,
        f.refunded_at, f.id, f.cents, f.fees_cents, f.source, f.reason, f.refund_day > o.business_day as later,
        f.refund_day > r."to" as after, o.merchant_id,
        -- A negotiation is answered by a person; without one the deadline decided.
        coalesce(f.actor_name, (
          select d.answered_by from disputes d
          where d.store_id = f.store_id and d.source = o.platform and d.partner_id = f.cause and f.source = 'dispute')) as "by"
      from ranges r
        join order_refunds f on f.store_id = r."storeId" and f.refund_day >= r."from"
        join orders o on o.store_id = f.store_id and o.id = f.order_id
        join stores s on s.id = f.store_id
      where (f.refund_day <= r."to" or o.business_day between r."from" and r."to")
        and counts_as_sale(o) and (r.merchants is null or r.merchants ? o.merchant_id)
        and case when f.refund_day <= r."to"
          then (${plan.weekdayBits}::integer >> extract(isodow from f.refund_day)::integer) & 1 = 1
            and (${plan.hourBits}::integer >> f.refund_hour::integer) & 1 = 1
          else (${plan.weekdayBits}::integer >> extract(isodow from o.business_day)::integer) & 1 = 1
            and (${plan.hourBits}::integer >> o.hour::integer) & 1 = 1 end
    )
    select jsonb_build_object(
      'made', jsonb_build_object('count', count(*) filter (where not after),
        'cents', coalesce(sum(cents + fees_cents) filter (where not after), 0)),
      'after', jsonb_build_object('count', count(*) filter (where after),
        'cents', coalesce(sum(cents + fees_cents) filter (where after), 0)),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('orderId', n.order_id, 'storeId', n.store_id, 'storeName', n.store_name,
          'displayId', n.display_id, 'platform', n.platform, 'soldOn', n.business_day, 'refundedOn', n.refund_day,
          'cents', n.cents, 'feesCents', n.fees_cents, 'source', n.source, 'reason', n.reason, 'by', n."by",
          'dayHadEnded', n.later, 'afterPeriod', n.after) order by n.refunded_at desc, n.id), '[]')
        from (select * from refunds order by refunded_at desc, id limit ${refundRowsLimit}) n)
    ) as answer from refunds`.execute(tx)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}
