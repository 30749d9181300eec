import { beyond } from '../../db/clock-margin.ts'
import { changeManyStores } from '../../db/many-stores.ts'
import type { Deps } from '../../deps.ts'
import { maxPostponementMs } from './handle-inbox.ts'

/** After the clock was set back: no event waits for longer than a try can be postponed. */
export async function bringForwardEvents(deps: Deps, storeIds: readonly string[]): Promise<void> {
  const now = deps.now()
  await changeManyStores(deps.cells, storeIds, (tx, ids) =>
    tx
      .updateTable('inbox')
      .set({ next_try_at: now })
      .where('store_id', 'in', ids)
      .where('handled_at', 'is', null)
      .where('dead_at', 'is', null)
      .where('next_try_at', '>', beyond(now, maxPostponementMs))
      .execute(),
  )
}
