import { sql, type Transaction } from 'kysely'
import { roleLevel } from '../../contract/shared/access.ts'
import type { Cell } from '../db/tables.ts'
import { enqueueEach } from '../outbox/enqueue.ts'
import { leastRoleFor, type PushNews } from './push.rules.ts'

/**
 * Call it in the transaction of the event. Queues one effect per device, with the device as its lane, so
 * that a slow push service blocks neither the order's other effects nor other devices.
 */
export async function queuePush(
  tx: Transaction<Cell>,
  storeId: string,
  about: PushNews,
  now: Date,
): Promise<void> {
  const devices = await sql<{ id: string }>`
    select d.id from access_entries a
      join push_devices d on d.uid = a.uid
      join users u on u.uid = a.uid and u.disabled_at is null
      join sessions s on s.id = d.session_id
    where a.store_id = ${storeId} and a.role >= ${roleLevel[leastRoleFor(about.event, about.minutes)]}
      and ${about.event} = any (d.events)
      and (d.store_ids is null or ${storeId}::uuid = any (d.store_ids))
      and s.revoked_at is null`.execute(tx)
  const lanes = devices.rows.map((device) => device.id)
  await enqueueEach(tx, 'push', about, { storeId, lanes, dueAt: now })
}
