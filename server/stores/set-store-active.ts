import { sql } from 'kysely'
import type {
  activateStore as activateRoute,
  inactivateStore as inactivateRoute,
} from '../../contract/stores/stores.ts'
import { v7 as uuidv7 } from 'uuid'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { Call } from '../calls/call.ts'

type SwitchCall = Call<typeof activateRoute> | Call<typeof inactivateRoute>

export const activateStore = (call: SwitchCall) => setActive(call, true)
export const inactivateStore = (call: SwitchCall) => setActive(call, false)

/** Idempotent: repeating the current state is no error, and only a real change is audited. */
async function setActive(call: SwitchCall, active: boolean): Promise<{ active: boolean; version: number }> {
  const { deps, caller, storeId, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const changed = await tx
        .updateTable('stores')
        .set({
          active,
          active_since: now,
          active_by: caller.name,
          version: sql<number>`version + 1`,
          updated_at: now,
        })
        .where('id', '=', storeId)
        .where('active', '=', !active)
        .returning('version')
        .executeTakeFirst()
      if (changed) {
        // Marketplaces get it as they get a pause: an inactive store sells on no channel.
        await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
        publishStoreEvent(tx, storeId, 'capacity', now)
        await tx
          .insertInto('audit_entries')
          .values({
            id: uuidv7(),
            at: now,
            actor_uid: caller.uid,
            action: active ? 'store/activated' : 'store/inactivated',
            store_id: storeId,
            request_id: requestId,
          })
          .execute()
        return { active, version: changed.version }
      }
      const row = await tx.selectFrom('stores').select('version').where('id', '=', storeId).executeTakeFirst()
      if (!row) throw new AppError('store/not-found')
      return { active, version: row.version }
    },
    { uid: caller.uid },
  )
}
