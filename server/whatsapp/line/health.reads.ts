import { dayMs, hourMs } from '../../../contract/shared/durations.ts'
import { sql, type Transaction } from 'kysely'
import type { MessageKind, WhatsappView } from '../../../contract/whatsapp/whatsapp.ts'
import type { Cell } from '../../db/tables.ts'
import { unconfirmedCounts } from '../messaging/unconfirmed.reads.ts'

/** Median from sent to delivered in the last hour, without line tests. Null: nothing was delivered. */
export async function medianDeliveryMs(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (percentile_cont(0.5) within group (order by extract(epoch from delivered_at - sent_at)) * 1000)::float8 as ms
    from outgoing_messages
    where store_id = ${storeId} and sent_at > ${new Date(now.getTime() - hourMs)} and delivered_at >= sent_at
      and kind <> 'canary'`.execute(tx)
  const ms = rows[0]?.ms
  return ms === null || ms === undefined ? null : Math.round(ms)
}

export async function lastDayCounts(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<{ sent: number; failed: number }> {
  const since = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ sent: string; failed: string }>`
    select count(*) filter (where sent_at > ${since}) as sent,
      count(*) filter (where state = 'failed' and ended_at > ${since}) as failed
    from outgoing_messages where store_id = ${storeId} and created_at > ${new Date(since.getTime() - dayMs)}`.execute(
    tx,
  )
  return { sent: Number(rows[0]?.sent ?? 0), failed: Number(rows[0]?.failed ?? 0) }
}

/** Calls of the last seven days that were refused, and messages of a form that nobody could read. */
export async function refusedCounts(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<WhatsappView['health']['refused']> {
  const { rows } = await sql<{ size: number; form: number; lastAt: Date | null }>`
    select coalesce(sum(count) filter (where cause = 'size'), 0)::integer as size,
      coalesce(sum(count) filter (where cause = 'form'), 0)::integer as form, max(last_at) as "lastAt"
    from whatsapp_refusals
    where store_id = ${storeId} and last_at > ${new Date(now.getTime() - 7 * 24 * hourMs)}`.execute(tx)
  const { size = 0, form = 0, lastAt = null } = rows[0] ?? {}
  return { size, form, lastAt: lastAt === null ? null : new Date(lastAt).toISOString() }
}

/** The messages that are queued and not yet being sent. */
export async function queueView(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<WhatsappView['queue']> {
  const rows = await tx
    .selectFrom('outgoing_messages')
    .select(({ fn }) => ['kind', fn.countAll<string>().as('count'), fn.min<Date>('created_at').as('oldest')])
    .where('store_id', '=', storeId)
    .where('state', '=', 'queued')
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  const kinds = rows.map(({ kind, count, oldest }) => ({
    kind,
    count: Number(count),
    oldestAt: new Date(oldest).toISOString(),
  }))
  return {
    waiting: kinds.reduce((sum, { count }) => sum + count, 0),
    oldestAt: kinds.map(({ oldestAt }) => oldestAt).toSorted()[0] ?? null,
    unsure: (await unconfirmedCounts(tx, [storeId], now)).get(storeId) ?? 0,
    kinds,
  }
}

/** How many messages of each kind the orders of the last 30 days would have caused. */
export async function monthlyCountByKind(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<Readonly<Record<MessageKind, number>>> {
  const since = new Date(now.getTime() - 30 * dayMs)
  const { rows } = await sql<{ accepted: string; ready: string; dispatched: string; cancelled: string }>`
    select count(*) filter (where status <> 'placed' and not (status = 'cancelled' and cancelled_from = 'placed')) as accepted,
      count(*) filter (where type = 'TAKEOUT' and status in ('ready', 'delivered', 'concluded')) as ready,
      count(*) filter (where type = 'DELIVERY' and status in ('dispatched', 'delivered', 'concluded')) as dispatched,
      count(*) filter (where status = 'cancelled') as cancelled
    from orders
    where store_id = ${storeId} and business_day >= ${since}::date - 1 and created_at >= ${since} and not is_test
      and detail -> 'customer' ->> 'phone' ~ '^\\+55[1-9]\\d9?\\d{8}$'`.execute(tx)
  const row = rows[0]
  return {
    accepted: Number(row?.accepted ?? 0),
    ready: Number(row?.ready ?? 0),
    dispatched: Number(row?.dispatched ?? 0),
    cancelled: Number(row?.cancelled ?? 0),
  }
}
