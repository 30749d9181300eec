import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { countsOf, minutesOf } from './quality-facts.ts'

/** Writes the counts, times and cancellations of the days. */
export async function closeQuality(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
): Promise<void> {
  const ofDays = sql`store_id = ${storeId} and business_day = any (${days}::date[])`
  await sql`delete from quality_days where ${ofDays}`.execute(tx)
  await sql`delete from cancellation_days where ${ofDays}`.execute(tx)
  await sql`
    with facts as materialized (
      select o.store_id, o.business_day, o.platform, o.merchant_id, ${countsOf}, s.*
      from orders o
        cross join lateral order_measures(o) m
        left join lateral order_stages(o) s on true
      where o.store_id = ${storeId} and o.business_day = any (${days}::date[]) and not o.is_test
    ),
    packed as (
      select store_id, business_day, platform, merchant_id, stage,
        array_agg(array[minute, orders]::smallint[] order by minute) as pairs
      from (
        select f.store_id, f.business_day, f.platform, f.merchant_id, v.stage, v.minute, count(*) as orders
        from facts f, lateral (values ${minutesOf}) as v (stage, minute)
        where v.minute is not null group by 1, 2, 3, 4, 5, 6) counted
      group by 1, 2, 3, 4, 5
    ),
    stages as (
      select store_id, business_day, platform, merchant_id,
        max(pairs) filter (where stage = 'accept') as accept, max(pairs) filter (where stage = 'prepare') as prepare,
        max(pairs) filter (where stage = 'wait') as wait, max(pairs) filter (where stage = 'deliver') as deliver,
        max(pairs) filter (where stage = 'total') as total
      from packed group by 1, 2, 3, 4
    ),
    days as (
      select store_id, business_day, platform, merchant_id, sum(received) as received, sum(cancelled) as cancelled,
        sum(cancelled_cents) as cancelled_cents, sum(concluded) as concluded, sum(promised) as promised,
        sum(on_time) as on_time
      from facts group by 1, 2, 3, 4
    )
    insert into quality_days
      select d.store_id, d.business_day, d.platform, d.merchant_id, d.received, d.cancelled, d.cancelled_cents, d.concluded,
        d.promised, d.on_time, coalesce(s.accept, '{}'), coalesce(s.prepare, '{}'), coalesce(s.wait, '{}'),
        coalesce(s.deliver, '{}'), coalesce(s.total, '{}')
      from days d left join stages s using (store_id, business_day, platform, merchant_id)`.execute(tx)
  await sql`
    insert into cancellation_days
      select o.store_id, o.business_day, o.platform, o.merchant_id, c.reason, c.responsible, c.stage, count(*), sum(o.gross_cents)
      from orders o, lateral order_cancellation(o) c
      where o.store_id = ${storeId} and o.business_day = any (${days}::date[]) and o.status = 'cancelled' and not o.is_test
      group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
}
