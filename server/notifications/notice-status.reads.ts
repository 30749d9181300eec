import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import type { PushNews } from './push.rules.ts'

/** The order's status, or that the break, the trouble or the alert lasts; null: it is gone. */
export const noticeStatus = (
  storeId: string,
  { event, orderId, unseen }: PushNews,
  now: Date,
): RawBuilder<string | null> =>
  event === 'break-ends'
    ? sql`(select 'running' from breaks b
        where b.store_id = ${storeId} and b.id = ${orderId} and b.ended_at is null and b.ends_at > ${now})`
    : unseen
      ? sql`(select 'lasting' from presence_gaps g
          where g.store_id = ${storeId} and g.id = ${orderId} and g.ended_at is null)`
      : event === 'channel-closed' || event === 'printer-silent'
        ? sql`(select 'lasting' from store_troubles t where t.store_id = ${storeId} and t.id = ${orderId})`
        : event === 'unusual-shift'
          ? sql`(select 'lasting' from shift_alerts a
              where a.store_id = ${storeId} and a.id = ${orderId} and a.ended_at is null)`
          : sql`(select o.status from orders o where o.store_id = ${storeId} and o.id = ${orderId})`

export async function statusOfNotice(
  tx: Transaction<Cell>,
  storeId: string,
  about: PushNews,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ status: string | null }>`
    select ${noticeStatus(storeId, about, now)} as status`.execute(tx)
  return rows[0]?.status ?? null
}
