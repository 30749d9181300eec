import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { tellPeople } from '../notifications/notifications.ts'
import { effects } from '../outbox/effects.ts'

/** What the worker does with the notices of a store that wait: its people are notified, at this moment. */
export async function tellWaiting(deps: Deps, storeId: string, at = deps.now()): Promise<void> {
  const waiting = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('outbox')
      .select(['id', 'lane', 'payload'])
      .where('store_id', '=', storeId)
      .where('kind', '=', 'notice')
      .orderBy('id')
      .execute(),
  )
  for (const { payload, ...row } of waiting)
    await tellPeople({ ...deps, now: () => at }, { storeId, ...row, payload: effects.notice.parse(payload) })
}
