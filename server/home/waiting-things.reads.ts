import { sql, type Transaction } from 'kysely'
import type { OrderType } from '../../contract/orders/kinds.ts'
import { netSql } from '../../contract/reports/metrics/measures.ts'
import type { Cell } from '../db/tables.ts'
import type { StoreRow } from '../stores/stores.ts'

export interface WaitingOrder {
  readonly storeId: string
  readonly id: string
  readonly displayId: string
  readonly platform: string
  readonly type: OrderType
  readonly customer: string
  readonly version: number
  readonly cents: number
  readonly createdAt: Date
  readonly confirmBy: Date | null
}

/** Orders that nobody has accepted or answered yet. */
export async function ordersToAccept(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<readonly WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    select store_id as "storeId", id, display_id as "displayId", platform, type, version, order_cents as cents,
      coalesce(left(detail #>> '{customer,name}', 200), '') as customer, created_at as "createdAt", confirm_by as "confirmBy"
    from orders
    where store_id = any (${storeIds}::uuid[]) and open and status = 'placed' and pending_action is null`.execute(
    tx,
  )
  return rows
}

export interface OpenDispute {
  readonly storeId: string
  readonly id: string
  readonly platform: string
  readonly displayId: string
  readonly customer: string
  readonly message: string | null
  readonly cents: number
  readonly openedAt: Date
  readonly expiresAt: Date | null
}

/** Negotiations without an answer of the store. */
export async function openDisputes(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly OpenDispute[]> {
  const { rows } = await sql<OpenDispute>`
    select d.store_id as "storeId", d.id, d.source as platform, o.display_id as "displayId", left(d.message, 300) as message,
      coalesce(left(o.detail #>> '{customer,name}', 200), '') as customer, d.asked_cents as cents,
      d.opened_at as "openedAt", d.expires_at as "expiresAt"
    from disputes d join orders o on o.store_id = d.store_id and o.id = d.order_id
    where d.store_id = any (${storeIds}::uuid[]) and d.state = 'open'
      and (d.expires_at is null or d.expires_at > ${now})`.execute(tx)
  return rows
}

export interface WaitingReviews {
  readonly storeId: string
  readonly count: number
  readonly lowestScore: number
  readonly due: Date
  /** When the oldest of them was written. */
  readonly since: Date
}

/** Those of the managed stores that have reviews switched on. */
export const reviewedStores = (managed: readonly StoreRow[]): readonly string[] =>
  managed.filter(({ today }) => !today.off.includes('reviews')).map(({ store }) => store.id)

/** As the list of pending reviews counts them (server/reviews/reviews.reads.ts). */
export async function waitingReviews(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly WaitingReviews[]> {
  const { rows } = await sql<WaitingReviews>`
    select store_id as "storeId", count(*)::integer as count, min(score) as "lowestScore", min(reply_due) as due,
      min(created_at) as since
    from reviews
    where store_id = any (${storeIds}::uuid[]) and reply_due > ${now} and reply is null and pending_reply is null
    group by 1`.execute(tx)
  return rows
}

export interface FailedRows {
  readonly storeId: string
  readonly count: number
  readonly since: Date
}

export async function failedRows(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<readonly FailedRows[]> {
  const { rows } = await sql<FailedRows>`
    select store_id as "storeId", count(*)::integer as count, min(dead_at) as since from (
      select store_id, dead_at from outbox where store_id = any (${storeIds}::uuid[]) and dead_at is not null
      union all
      select store_id, dead_at from inbox where store_id = any (${storeIds}::uuid[]) and dead_at is not null) dead
    group by 1`.execute(tx)
  return rows
}

/** Stores with a pause of ours that a marketplace still keeps. */
export async function heldPauses(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ storeId: string }>`
    select distinct w.store_id as "storeId" from channel_wishes w
    where w.store_id = any (${storeIds}::uuid[]) and w.kind = 'pause'
      and jsonb_path_exists(w.seen, '$[*] ? (@.end > $now)', jsonb_build_object('now', ${now.getTime()}::bigint))`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.storeId))
}

/** An hour of a weekday at a store, by its own clock. */
export interface HourAsked {
  readonly storeId: string
  /** The running business day. */
  readonly day: string
  readonly hour: number
}

export interface UsualHour {
  readonly storeId: string
  readonly platform: string
  readonly cents: number
}

/** What each channel of a store sold in this hour, as the mean of the last four same weekdays. */
export async function usualHour(
  tx: Transaction<Cell>,
  asked: readonly HourAsked[],
): Promise<readonly UsualHour[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<UsualHour>`
    select a."storeId", s.platform, (sum(s.cents) / 4)::integer as cents
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a ("storeId" uuid, day date, hour smallint)
      cross join generate_series(1, 4) week
      -- "offset 0" keeps it one look into the index a store and week: the planner would read every sale of the stores.
      cross join lateral (
        select s.platform, ${sql.raw(netSql('s'))} as cents from sales_hours s
        where s.store_id = a."storeId" and s.business_day = a.day - 7 * week and s.hour = a.hour
        offset 0) s
    group by 1, 2`.execute(tx)
  return rows
}
