import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { readManyStores } from '../../db/many-stores.ts'
import type { Deps } from '../../deps.ts'
import { closeStore } from './close-days.ts'

/** Closes one store after another and rests as long as it has worked, so that orders have priority. */
export async function closeEndedDays(
  deps: Pick<Deps, 'cells' | 'log' | 'now'>,
  storeIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const rest = async (workedMs: number) => {
    await wait(workedMs, undefined, { signal })
  }
  for (const storeId of await storesWithWork(deps, storeIds)) {
    if (signal.aborted) return
    try {
      const { closed, again } = await closeStore(deps.cells, storeId, deps.now(), rest)
      if (closed + again > 0) deps.log.info({ storeId, closed, again }, 'days of a store were closed')
    } catch (error) {
      if (signal.aborted) return
      deps.log.warn({ err: error, storeId }, 'closing days failed; the next round tries again')
    }
  }
}

/** Stores with a finished day, a postponed closing, or closed days that changed. */
async function storesWithWork(
  { cells, now }: Pick<Deps, 'cells' | 'now'>,
  storeIds: readonly string[],
): Promise<readonly string[]> {
  return readManyStores(cells, storeIds, async (tx, ids) => {
    const { rows } = await sql<{ id: string }>`
      select s.id from stores s left join report_closings c on c.store_id = s.id
      where s.id = any (${ids}::uuid[])
        and (c.closing_through is null
          or c.closing_through < least(running_day(s.id, ${now()}), closable_before()) - 1
          or c.through is distinct from c.closing_through
          or exists (select from stale_days d where d.store_id = s.id and d.business_day <= c.through)
          or exists (select from stale_billing_days d where d.store_id = s.id and d.business_day <= c.through))`.execute(
      tx,
    )
    return rows.map((row) => row.id)
  })
}
