import { sql, type Transaction } from 'kysely'
import { localParts } from '../../../contract/shared/day.ts'
import type { Cell } from '../../db/tables.ts'

/** Cost of this calendar month's messages so far, in millionths of a real, including those being sent. */
export async function spentMicros(
  tx: Transaction<Cell>,
  storeId: string,
  timezone: string,
  now: Date,
): Promise<number> {
  const first = `${localParts(now, timezone).day.slice(0, 7)}-01`
  const { rows } = await sql<{ micros: string | number | null }>`
    select sum(cost_micros) as micros from outgoing_messages
    where store_id = ${storeId} and state in ('sending', 'unsure', 'sent', 'delivered', 'read')
      and coalesce(sent_at, claimed_at) >= ${first}::timestamp at time zone ${timezone}`.execute(tx)
  return Number(rows[0]?.micros ?? 0)
}
