import { sql, type RawBuilder, type Transaction } from 'kysely'
import { refundRowsLimit, type SaleReport } from '../../../contract/reports/sale.ts'
import type { Cell } from '../../db/tables.ts'
import { microseconds, newestOf, type Dated } from './newest.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'

/**
 * The refunds made in the period, by their own date, which are its Estornos and Taxas devolvidas; and later ones of orders
 * that were sold in it. The filters of weekdays and hours are those of the refund, for later ones of the order. Only
 * the listed ones are looked up among the orders.
 */
export async function readRefunds(tx: Transaction<Cell>, plan: PeriodPlan): Promise<RefundsOfCell> {
  const ranges = plan.ranges.filter((range) => range.shift === 0)
  const { rows } = await sql<{ answer: RefundsOfCell }>`
    with ranges as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
        as r ("storeId" uuid, merchants jsonb, "from" date, "to" date)),
    refunds as materialized (
      select f.store_id, f.id, f.cents, f.fees_cents, f.refunded_at, false as after
      from ${refundsOf(sql`x.refund_day >= r."from" and x.refund_day <= r."to"`)}
      where f.of_sale and ${counted(plan, 'f.merchant_id', 'f.refund_day', 'f.refund_hour')}
      union all
      select f.store_id, f.id, f.cents, f.fees_cents, f.refunded_at, true
      from ${refundsOf(sql`x.sold_day >= r."from" and x.sold_day <= r."to" and x.refund_day > x.sold_day and x.refund_day > r."to"`)}
      where f.of_sale and ${counted(plan, 'f.merchant_id', 'f.sold_day', 'f.sold_hour')}
      union all
      ${unfilled(plan)}
    ),
    newest as materialized (select * from refunds order by refunded_at desc, id limit ${refundRowsLimit})
    select jsonb_build_object(
      'made', jsonb_build_object('count', count(*) filter (where not after),
        'cents', coalesce(sum(cents + fees_cents) filter (where not after), 0)),
      'after', jsonb_build_object('count', count(*) filter (where after),
        'cents', coalesce(sum(cents + fees_cents) filter (where after), 0)),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('at', ${microseconds('f.refunded_at')}, 'id', f.id, 'row', jsonb_build_object('orderId', o.id, 'storeId', o.store_id, 'storeName', s.name,
          'displayId', o.display_id, 'platform', o.platform, 'soldOn', o.business_day, 'refundedOn', f.refund_day,
          'cents', f.cents, 'feesCents', f.fees_cents, 'source', f.source, 'reason', f.reason,
          -- A negotiation is answered by a person; without one the deadline decided.
          'by', coalesce(f.actor_name, (
            select d.answered_by from disputes d
            where d.store_id = f.store_id and d.source = o.platform and d.partner_id = f.cause and f.source = 'dispute')),
          'dayHadEnded', f.refund_day > o.business_day, 'afterPeriod', n.after)) order by f.refunded_at desc, f.id), '[]')
        from newest n
          join order_refunds f on f.store_id = n.store_id and f.id = n.id
          join orders o on o.store_id = f.store_id and o.id = f.order_id
          join stores s on s.id = f.store_id)
    ) as answer from refunds`.execute(tx)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

type Refunds = SaleReport['refunds']
type RefundsOfCell = Omit<Refunds, 'rows'> & { readonly rows: readonly Dated<Refunds['rows'][number]>[] }

/** Of disjoint sets of stores. */
export const addRefunds = (parts: readonly RefundsOfCell[]): Refunds => ({
  made: addSums(parts.map(({ made }) => made)),
  after: addSums(parts.map(({ after }) => after)),
  rows: newestOf(
    parts.map(({ rows }) => rows),
    refundRowsLimit,
  ),
})

const addSums = (sums: readonly Refunds['made'][]): Refunds['made'] => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  cents: sums.reduce((all, { cents }) => all + cents, 0),
})

/** The ranges `r` with their refunds `f`: `offset 0` keeps each store's index, by which few days are read. */
const refundsOf = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ranges r cross join lateral (
    select * from order_refunds x where x.store_id = r."storeId" and ${days} offset 0) f`

const counted = (plan: PeriodPlan, merchant: string, day: string, hour: string): RawBuilder<unknown> => sql`
  (r.merchants is null or r.merchants ? ${sql.ref(merchant)})
    and (${plan.weekdayBits}::integer >> extract(isodow from ${sql.ref(day)})::integer) & 1 = 1
    and (${plan.hourBits}::integer >> ${sql.ref(hour)}::integer) & 1 = 1`

/** Refunds from before migration 0020, until the back-fill has reached them. */
const unfilled = (plan: PeriodPlan): RawBuilder<unknown> => sql`
  select f.store_id, f.id, f.cents, f.fees_cents, f.refunded_at, f.refund_day > r."to"
  from ${refundsOf(sql`x.sold_day is null and x.refund_day >= r."from"`)}
    join orders o on o.store_id = f.store_id and o.id = f.order_id
  where counts_as_sale(o) and case when f.refund_day <= r."to"
    then ${counted(plan, 'o.merchant_id', 'f.refund_day', 'f.refund_hour')}
    else o.business_day between r."from" and r."to" and ${counted(plan, 'o.merchant_id', 'o.business_day', 'o.hour')} end`
