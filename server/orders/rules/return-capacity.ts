import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/**
 * Records that a busy store returned to normal; reads already treat it as normal. Does nothing if the setting was
 * changed in the meantime. Breaks end in server/stores/hours/breaks.ts.
 */
export async function returnCapacity(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await tx
      .selectFrom('store_capacity')
      .select(['level', 'until'])
      .where('store_id', '=', storeId)
      .where('until', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return
    await tx
      .updateTable('store_capacity')
      .set({
        level: 'normal',
        extra_minutes: 0,
        until: null,
        set_by: null,
        set_at: before.until ?? now,
        version: sql<number>`version + 1`,
      })
      .where('store_id', '=', storeId)
      .execute()
    await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
    publishStoreEvent(tx, storeId, 'capacity', now)
    await tx
      .insertInto('audit_entries')
      .values({
        id: uuidv7(),
        at: now,
        actor_uid: null,
        action: 'orders/capacity-returned',
        store_id: storeId,
        subject: before.level,
        details: '{}',
      })
      .execute()
  })
}
