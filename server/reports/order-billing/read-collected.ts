import { sql, type Transaction } from 'kysely'
import type { OrderBilling } from '../../../contract/reports/order-billing.ts'
import { ownPlatforms } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'
import { chosen, weekday, type BillingSpan } from './billed-sql.ts'
import { askedSpans, courierDays, isKept, liveSpans } from './billing-days.ts'

export type Collected = Pick<OrderBilling, 'collected' | 'couriers'>

/** Money that the store itself collected: own channel, marketplace orders paid on delivery, couriers' cash. */
export async function readCollected(
  tx: Transaction<Cell>,
  spans: readonly BillingSpan[],
  weekdayBits: number,
): Promise<Collected> {
  const current = spans.filter((span) => span.kind === 'current')
  const result = await sql<{ answer: Collected }>`
    with ${askedSpans(current)}, ${liveSpans(weekdayBits)},
    work as materialized (
      select store_id, motoboy_id, sum(orders) as orders, sum(cash_cents) as cash
      from (
        select d.store_id, d.motoboy_id, d.orders, d.cash_cents
        from asked r
          cross join lateral (
            select * from courier_days
            where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" offset 0) d
        where ${chosen('d')} and ${weekday(weekdayBits, 'd.business_day')} and ${isKept(sql`d.business_day`)}
        union all
        select store_id, motoboy_id, orders, cash_cents from (${courierDays}) live) days
      group by 1, 2)
    select jsonb_build_object(
      'collected', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.platform, x.cents desc, x.method), '[]') from (
          select p.platform, p.method, p.prepaid, sum(p.orders) as orders, sum(p.cents) as cents
          from asked r
            cross join lateral (
              select * from payment_days
              where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" offset 0) p
          where (p.platform = any (${ownPlatforms}::text[]) or not p.prepaid) and ${chosen('p')}
            and ${weekday(weekdayBits, 'p.business_day')}
          group by 1, 2, 3 having sum(p.orders) > 0) x),
      'couriers', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x."cashCents" desc, x.name), '[]') from (
          select m.store_id as "storeId", m.name, coalesce(work.orders, 0) as orders, coalesce(work.cash, 0) as "cashCents",
            coalesce(handed.cents, 0) as "settledCents"
          from asked r
            join motoboys m on m.store_id = r."storeId"
            left join work on work.store_id = m.store_id and work.motoboy_id = m.id
            left join lateral (
              select sum(s.cents) as cents from motoboy_settlements s
              where s.store_id = m.store_id and s.motoboy_id = m.id and s.business_day >= r."from" and s.business_day <= r."to"
                and ${weekday(weekdayBits, 's.business_day')}) handed on true
          where work.orders > 0 or handed.cents > 0) x)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}
