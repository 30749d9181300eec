import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/tables.generated.ts'
import type { StoreDay } from './compared-days.rules.ts'
import { chosenChannel, daysTable } from './sales-of-days.ts'

export interface CancellationCluster {
  readonly storeId: string
  readonly hour: number
  readonly cancelled: number
  readonly received: number
  /** The most frequent reason, in the words of whoever cancelled. */
  readonly reason: string | null
  readonly ofReason: number
}

export interface WaitingOrders {
  readonly storeId: string
  readonly orders: number
  /** Since when the worst of them is late or waits. */
  readonly since: string
}

export interface OrdersInTrouble {
  readonly clusters: readonly CancellationCluster[]
  readonly late: readonly WaitingOrders[]
  readonly unaccepted: readonly WaitingOrders[]
}

export interface TroubleLimits {
  /** An hour of a store stands out with at least so many cancellations and such a share of its orders. */
  readonly fewestCancellations: number
  readonly cancelledShare: number
  readonly mostClusters: number
  readonly acceptWithinMs: number
}

/** Hours of a store with several cancellations, and, while the day runs, open orders that wait too long. */
export async function readOrdersInTrouble(
  tx: Transaction<DB>,
  storeDays: readonly StoreDay[],
  running: boolean,
  now: Date,
  limits: TroubleLimits,
): Promise<OrdersInTrouble> {
  const days = storeDays.filter((day) => day.back === 0)
  const result = await sql<{ answer: OrdersInTrouble }>`
    with days as materialized (${daysTable(days)}),
    cells as materialized (
      select d.day, d.merchants, h.store_id, h.hour, sum(h.cancelled) as cancelled, sum(h.received) as received
      from days d
        join sales_hours h on h.store_id = d."storeId" and h.business_day = d.day
      where ${chosenChannel('h')}
      group by d.day, d.merchants, h.store_id, h.hour
      having sum(h.cancelled) >= greatest(${limits.fewestCancellations}::integer, sum(h.received) * ${limits.cancelledShare}::float8)
      order by sum(h.cancelled) desc, h.store_id, h.hour limit ${limits.mostClusters}
    ),
    waiting as materialized (
      select o.store_id, o.status, o.promised_at, o.created_at
      from days d
        join orders o on o.store_id = d."storeId" and o.open
      where ${running} and ${chosenChannel('o')}
    )
    select jsonb_build_object(
      'clusters', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select c.store_id as "storeId", c.hour, c.cancelled, c.received, r.reason, coalesce(r.of_reason, 0) as "ofReason"
        from cells c
          left join lateral (
            select o.detail -> 'cancellation' ->> 'reason' as reason, count(*) as of_reason
            from orders o
            where o.store_id = c.store_id and o.business_day = c.day and o.hour = c.hour and o.status = 'cancelled'
              and o.detail -> 'cancellation' ->> 'reason' <> ''
              and (c.merchants is null or c.merchants ? o.merchant_id)
            group by 1 order by 2 desc, 1 limit 1) r on true
        order by c.cancelled desc, c.store_id, c.hour) x),
      'late', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select store_id as "storeId", count(*) as orders, min(promised_at) as since
        from waiting where promised_at < ${now} and status <> 'delivered'
        group by store_id) x),
      'unaccepted', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select store_id as "storeId", count(*) as orders, min(created_at) as since
        from waiting where status = 'placed' and created_at < ${new Date(now.getTime() - limits.acceptWithinMs)}
        group by store_id) x)
    ) as answer`.execute(tx)
  return result.rows[0]?.answer ?? { clusters: [], late: [], unaccepted: [] }
}
