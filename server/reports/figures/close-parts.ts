import { sql, type RawBuilder, type Transaction } from 'kysely'
import { soldSql } from '../../../contract/reports/metrics/measures.ts'
import type { Cell } from '../../db/tables.ts'
import { closedDaysOfMonth, monthOf } from './closed-days-of-month.ts'

/**
 * The normalised coupon of `orders o`. An order with several coupons counts once, under their combination,
 * so that the parts add up to the total.
 */
export const couponOfOrder: RawBuilder<string | null> = sql`(
  select nullif(string_agg(distinct upper(btrim(c ->> 'code')), ' + ' order by upper(btrim(c ->> 'code'))), '')
  from jsonb_path_query(o.detail, '$.discounts[*]') c where btrim(c ->> 'code') <> '')`

/** Rebuilds sales by courier and coupon from the orders, and the monthly sums of all kinds of parts. */
export async function closeParts(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
): Promise<void> {
  const [first = ''] = days
  const month = monthOf(first)
  const daysOfThisMonth = closedDaysOfMonth(storeId, first)

  await sql`
    delete from sales_parts where store_id = ${storeId} and kind in ('driver', 'coupon')
      and business_day = any (${days}::date[])`.execute(tx)
  await sql`
    insert into sales_parts (store_id, kind, business_day, value, platform, merchant_id, name, orders, net_cents)
    select o.store_id, part.kind, o.day, part.value, o.platform, o.merchant_id, '', sum(o.orders), sum(o.cents)
    from (
        select o.*, o.business_day as day, 1 as orders, ${sql.raw(soldSql('o'))} as cents from orders o
        where o.store_id = ${storeId} and o.business_day = any (${days}::date[]) and counts_as_sale(o)
        union all
        select o.*, r.refund_day, 0, -r.cents
        from order_refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id
        where r.store_id = ${storeId} and r.refund_day = any (${days}::date[]) and counts_as_sale(o)) o,
      lateral (values ('driver', o.motoboy_id::text), ('coupon', ${couponOfOrder})) as part (kind, value)
    where part.value is not null
    group by 1, 2, 3, 4, 5, 6`.execute(tx)

  await sql`delete from sales_part_months where store_id = ${storeId} and month = ${month}`.execute(tx)
  await sql`
    insert into sales_part_months (store_id, kind, month, value, platform, merchant_id, name, orders, cents)
    select store_id, kind, ${month}, value, platform, merchant_id, max(name), sum(orders), sum(cents)
    from (
      select store_id, kind, value, platform, merchant_id, name, orders, net_cents as cents
        from sales_parts where ${daysOfThisMonth} and kind in ('driver', 'coupon')
      union all
      select store_id, 'district', district_key, platform, merchant_id, name, orders, net_cents
        from district_days where ${daysOfThisMonth}
      union all
      select store_id, 'payment', method || case when prepaid then '/prepaid' else '/onsite' end, platform, merchant_id,
          '', orders, cents
        from payment_days where ${daysOfThisMonth}) parts
    group by 1, 2, 4, 5, 6 having sum(orders) <> 0 or sum(cents) <> 0`.execute(tx)
}
