import { sql, type Transaction } from 'kysely'
import { executePrepared } from '../../db/connections/pool.ts'
import type { Cell } from '../../db/tables.ts'
import type { DayPlan, StoreDay } from '../figures/plan-day.rules.ts'
import type { CancelledHour, CancelledLimits } from '../figures/figure-rows.ts'
import { groupStores, chosenMerchant } from '../figures/selection-sql.ts'

interface CancellationCluster extends CancelledHour {
  /** The most frequent reason, as entered when cancelling. */
  readonly reason: string | null
  readonly ofReason: number
}

export interface WaitingOrders {
  readonly storeId: string
  readonly orders: number
  /** Since when the worst order is late or waiting. */
  readonly since: string
}

export interface OrdersInTrouble {
  readonly clusters: readonly CancellationCluster[]
  readonly late: readonly WaitingOrders[]
  readonly unaccepted: readonly WaitingOrders[]
}

export interface TroubleAsked {
  readonly plan: DayPlan
  readonly now: Date
  readonly limits: TroubleLimits
  readonly cancelledHours: readonly CancelledHour[]
}

export interface TroubleLimits extends CancelledLimits {
  readonly acceptWithinMs: number
}

/**
 * Hours with several cancellations and, while the day runs, open orders that are late. All that wait to be accepted are
 * counted once one has waited too long: the board's badge counts them too, and two numbers for one thing confuse.
 */
export async function readOrdersInTrouble(
  tx: Transaction<Cell>,
  { plan, now, limits, cancelledHours }: TroubleAsked,
): Promise<OrdersInTrouble> {
  const today = plan.storeDays.filter((day) => day.back === 0)
  const dayOf = new Map(today.map((day) => [day.storeId, day]))
  const cells = cancelledHours.map((cell) => ({
    ...cell,
    day: dayOf.get(cell.storeId)?.day ?? null,
    merchants: dayOf.get(cell.storeId)?.merchants ?? null,
  }))
  const rows = await executePrepared(
    tx,
    sql<{ answer: OrdersInTrouble }>`
    with cells as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
        as c ("storeId" uuid, day date, merchants jsonb, hour integer, cancelled integer, received integer)
    ),
    waiting as materialized (
      select o.store_id, o.status, o.type, o.promised_at, o.created_at
      from jsonb_to_recordset(${JSON.stringify(groupStores(plan.running ? today.map(chosenOf) : []))}::jsonb)
          as p (stores uuid[], merchants jsonb)
        cross join lateral (select * from orders o where o.store_id = any (p.stores) and o.open and not o.is_test offset 0) o
      where ${chosenMerchant('o')}
    )
    select jsonb_build_object(
      'clusters', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select c."storeId", c.hour, c.cancelled, c.received, r.reason, coalesce(r.of_reason, 0) as "ofReason"
        from cells c
          left join lateral (
            select o.detail -> 'cancellation' ->> 'reason' as reason, count(*) as of_reason
            from orders o
            where o.store_id = c."storeId" and o.business_day = c.day and o.hour = c.hour and o.status = 'cancelled' and not o.is_test
              and o.detail -> 'cancellation' ->> 'reason' <> ''
              and (c.merchants is null or c.merchants ? o.merchant_id)
            group by 1 order by 2 desc, 1 limit 1) r on true
        order by c.cancelled desc, c."storeId", c.hour) x),
      'late', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select store_id as "storeId", count(*) as orders, min(promised_at) as since
        from waiting where promised_at < ${now} and status <> 'delivered' and not (type = 'TAKEOUT' and status = 'ready')
        group by store_id) x),
      'unaccepted', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select store_id as "storeId", count(*) as orders, min(created_at) as since
        from waiting where status = 'placed' and exists (select 1 from waiting w where w.status = 'placed'
          and w.created_at < ${new Date(now.getTime() - limits.acceptWithinMs)})
        group by store_id) x)
    ) as answer`,
  )
  return rows[0]?.answer ?? { clusters: [], late: [], unaccepted: [] }
}

const chosenOf = ({ storeId, merchants }: StoreDay) => ({ storeId, merchants })
