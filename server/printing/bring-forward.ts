import { sql } from 'kysely'
import { afterCommit } from '../db/after-commit.ts'
import { beyond } from '../db/clock-margin.ts'
import { readManyStores } from '../db/many-stores.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { leaseMs, maxRetryMs } from './printing.rules.ts'
import { dueAtOf, expireMinutes, scheduleExpiry } from './queue-jobs.ts'

/** The stores where bringForwardTickets may have something to do. */
export const storesWithTicketsAhead = (
  { cells, now }: Pick<Deps, 'cells' | 'now'>,
  storeIds: readonly string[],
): Promise<readonly string[]> =>
  readManyStores(cells, storeIds, async (tx, ids) => {
    const { rows } = await sql<{ id: string }>`
      select store_id as id from print_agents where store_id = any (${ids}::uuid[]) and last_seen_at > ${beyond(now(), 0)}
      union
      select store_id from print_jobs
      where store_id = any (${ids}::uuid[]) and (
        (state = 'sent' and lease_until > ${beyond(now(), leaseMs)})
        or (state in ('queued', 'sent', 'failed') and due_at > ${beyond(now(), maxRetryMs)}))`.execute(tx)
    return rows.map((row) => row.id)
  })

/**
 * After the clock was set back: a ticket that an agent holds is lost after the time of one lease, and one that waits
 * is due when it would be if it were queued now. An agent was last seen now at the latest, so that one that is off is
 * noticed.
 */
export async function bringForwardTickets(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await sql`
      update print_agents set last_seen_at = ${now}
      where store_id = ${storeId} and last_seen_at > ${beyond(now, 0)}`.execute(tx)
    await sql`
      update print_jobs set lease_until = ${new Date(now.getTime() + leaseMs)}
      where store_id = ${storeId} and state = 'sent' and lease_until > ${beyond(now, leaseMs)}`.execute(tx)
    const { rows } = await sql<{ order_id: string | null; expires_at: Date }>`
      update print_jobs j set due_at = d.at, expires_at = d.at + ${expireMinutes(storeId)} * interval '1 minute'
      from print_jobs w left join orders o on o.store_id = w.store_id and o.id = w.order_id
        cross join lateral (select case when w.source = 'auto' and w.state = 'queued' then ${dueAtOf(now)} else ${now}::timestamptz end as at) d
      where w.store_id = ${storeId} and w.state in ('queued', 'sent', 'failed') and w.due_at > ${beyond(now, maxRetryMs)}
        and (w.state <> 'queued' or w.turn > 1 or w.queued_at > ${beyond(now, 0)})
        and w.due_at > d.at + interval '1 minute' and j.store_id = w.store_id and j.id = w.id
      returning j.order_id, j.expires_at`.execute(tx)
    if (rows.length === 0) return
    afterCommit(tx, { printing: storeId })
    for (const [orderId, expiresAt] of new Map(rows.map((row) => [row.order_id, row.expires_at])))
      if (orderId !== null) await scheduleExpiry(tx, storeId, orderId, expiresAt)
  })
}
