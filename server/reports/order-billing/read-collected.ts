import { sql, type Transaction } from 'kysely'
import type { OrderBilling } from '../../../contract/reports/order-billing.ts'
import { ownPlatforms } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'
import type { BillingSpan } from './billed-sql.ts'

export type Collected = Pick<OrderBilling, 'collected' | 'couriers'>

/** Money that the store itself collected: own channel, marketplace orders paid on delivery, couriers' cash. */
export async function readCollected(
  tx: Transaction<Cell>,
  spans: readonly BillingSpan[],
  weekdayBits: number,
): Promise<Collected> {
  const current = spans.filter((span) => span.kind === 'current')
  const weekday = (column: string) =>
    sql`(${weekdayBits} >> extract(isodow from ${sql.ref(column)})::integer) & 1 = 1`
  const result = await sql<{ answer: Collected }>`
    with spans as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(current)}::jsonb)
        as r ("storeId" uuid, merchants jsonb, "from" date, "to" date))
    select jsonb_build_object(
      'collected', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.platform, x.cents desc, x.method), '[]') from (
          select p.platform, p.method, p.prepaid, sum(p.orders) as orders, sum(p.cents) as cents
          from spans r
            cross join lateral (
              select * from payment_days
              where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" offset 0) p
          where (p.platform = any (${ownPlatforms}::text[]) or not p.prepaid) and (r.merchants is null or r.merchants ? p.merchant_id)
            and ${weekday('p.business_day')}
          group by 1, 2, 3 having sum(p.orders) > 0) x),
      'couriers', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x."cashCents" desc, x.name), '[]') from (
          select m.store_id as "storeId", m.name, coalesce(work.orders, 0) as orders, coalesce(work.cash, 0) as "cashCents",
            coalesce(handed.cents, 0) as "settledCents"
          from spans r
            join motoboys m on m.store_id = r."storeId"
            left join lateral (
              select count(*) as orders, sum(paid.cash) as cash
              from (
                -- A separate subquery; otherwise finding the courier's orders reads all of the store's.
                select status, merchant_id, business_day, detail from orders
                where store_id = m.store_id and motoboy_id = m.id and motoboy_id is not null and not is_test
                  and business_day >= r."from" and business_day <= r."to" offset 0) o
                cross join lateral (
                  select sum(pay.cents) filter (where pay.method = 'CASH' and not pay.prepaid) as cash
                  from payments_of(o.detail) pay) paid
              where o.status in ('delivered', 'concluded') and (r.merchants is null or r.merchants ? o.merchant_id)
                and ${weekday('o.business_day')}) work on true
            left join lateral (
              select sum(s.cents) as cents from motoboy_settlements s
              where s.store_id = m.store_id and s.motoboy_id = m.id and s.business_day >= r."from" and s.business_day <= r."to"
                and ${weekday('s.business_day')}) handed on true
          where work.orders > 0 or handed.cents > 0) x)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}
